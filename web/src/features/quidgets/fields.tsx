import { Input, NumberInput, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useId } from 'react';
import { OfferedSelect } from '../../ui/offered/offered-select.tsx';
import type { Reference } from '../../ui/offered/reference.ts';
import type { QuidgetValues } from './quidget-values.ts';
import { choiceWord, fieldWord } from './quidget-words.ts';

type Props = {
  form: UseFormReturnType<QuidgetValues>;
  name: string;
  /** Where the general word says too much. */
  label?: string;
  help?: ReactNode;
  isWide?: boolean;
};

const about = ({ form, name, label, help, isWide }: Props) => ({
  name,
  label: label ?? fieldWord(name),
  description: help,
  ...(isWide ? { wrapperProps: { 'data-wide': true } } : {}),
  ...form.getInputProps(name),
});

export function TextField({ placeholder, ...props }: Props & { placeholder?: string }) {
  return <TextInput {...about(props)} {...(placeholder && { placeholder })} autoComplete="off" />;
}

/** Several lines of text, or a list with one of its own on each line. */
export function LinesField(props: Props & { placeholder?: string; rows?: number; onBlur?: () => void }) {
  const { placeholder, rows = 2, onBlur, ...rest } = props;
  const input = about(rest);
  return (
    <Textarea
      {...input}
      {...(placeholder && { placeholder })}
      rows={rows}
      spellCheck={rows < 3}
      onBlur={(event) => {
        input.onBlur?.(event);
        onBlur?.();
      }}
    />
  );
}

export function NumberField({ min, max, ...props }: Props & { min: number; max: number }) {
  return <NumberInput {...about(props)} min={min} max={max} allowDecimal={false} clampBehavior="none" />;
}

export function FlagField(props: Props) {
  const { form, name } = props;
  const { value, onChange: _, ...rest } = about(props);
  return (
    <Switch
      {...rest}
      checked={value === 1}
      onChange={(event) => form.setFieldValue(name, event.currentTarget.checked ? 1 : 0)}
    />
  );
}

/** One of a few, all in sight. */
export function ChoiceField({ values, ...props }: Props & { values: readonly string[] }) {
  const { form, name, help, isWide } = props;
  const id = useId();
  const setting = name.split('/').at(-1) ?? name;
  return (
    <Input.Wrapper
      label={fieldWord(name)}
      labelElement="div"
      labelProps={{ id }}
      description={help}
      error={form.errors[name]}
      {...(isWide ? { 'data-wide': true } : {})}
    >
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data-field={name}
        data={values.map((value) => ({ value, label: choiceWord(setting, value) }))}
        value={String(form.values[name])}
        onChange={(value) => form.setFieldValue(name, value)}
      />
    </Input.Wrapper>
  );
}

/** One of those that the company has; clearable, where something is said of none. */
export function NamedField(
  props: Props & { to: Reference; companyId: number | null; isAsked?: boolean; placeholder?: string },
) {
  const { to, companyId, isAsked = true, placeholder, ...rest } = props;
  const { onChange: _, value, ...input } = about(rest);
  return (
    <OfferedSelect
      // What was typed was about another company.
      key={companyId}
      {...input}
      {...{ to, companyId, isAsked }}
      {...(placeholder !== undefined && { placeholder, clearable: true })}
      value={Number(value) || null}
      onChange={(id) => props.form.setFieldValue(props.name, String(id ?? ''))}
    />
  );
}
