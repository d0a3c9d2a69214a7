import { PinInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import c from './parts.module.css';

const digits = 6;

/** Six cells for a code: typed, pasted as `123 456` or filled in by the phone. The last digit sends it. */
export function CodeCells(props: {
  /** Of the field in its form: the first cell gets the cursor when the code was wrong. */
  name: string;
  label: string;
  code: string;
  onCode: (code: string) => void;
  onComplete: () => void;
  problem: ReactNode;
  isFirst?: boolean;
}) {
  const { name, label, code, onCode, onComplete, problem, isFirst } = props;
  const { t } = useTranslation();
  const id = useId();
  const change = (next: string) => {
    if (next === code) return;
    onCode(next);
    if (next.length === digits) onComplete();
  };
  return (
    <div>
      <PinInput
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
        error={Boolean(problem)}
        value={code}
        onChange={change}
        getInputProps={(index) => ({
          'aria-label': t('second_step.digit', { n: index + 1 }),
          ...(index === 0 && { 'data-field': name }),
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
