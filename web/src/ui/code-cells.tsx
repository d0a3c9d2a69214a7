import { PinInput } from '@mantine/core';
import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import c from './parts.module.css';

const digits = 6;

/** Six cells for a code: typed, pasted as `123 456` or filled in by the phone. The last digit sends it. */
export function CodeCells(props: {
  ref: Ref<HTMLInputElement>;
  label: string;
  code: string;
  onCode: (code: string) => void;
  onComplete: (code: string) => void;
  problem: string | undefined;
  isFirst?: boolean;
}) {
  const { ref, label, code, onCode, onComplete, problem, isFirst } = props;
  const { t } = useTranslation();
  const id = useId();
  const change = (next: string) => {
    onCode(next);
    if (next.length === digits && next !== code) onComplete(next);
  };
  return (
    <div>
      <PinInput
        ref={ref}
        length={digits}
        type="number"
        inputMode="numeric"
        oneTimeCode
        autoFocus={isFirst ?? false}
        placeholder=""
        size="md"
        className={c.codeCells}
        gap={8}
        aria-label={label}
        aria-describedby={problem ? id : undefined}
        error={problem !== undefined}
        value={code}
        onChange={change}
        getInputProps={(index) => ({
          'aria-label': t('second_step.digit', { n: index + 1 }),
          ...(index === 0 && isFirst ? { 'data-autofocus': true } : {}),
        })}
      />
      {problem && (
        <p className={c.codeProblem} id={id} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
