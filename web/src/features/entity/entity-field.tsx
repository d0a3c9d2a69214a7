import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { ColourField } from './colour-field.tsx';
import type { Declaration, FormField } from './declaration.ts';
import type { FormValues } from './form-values.ts';

type Props = { of: Declaration; field: FormField; form: UseFormReturnType<FormValues> };

/** A field as its kind asks for it. */
export function EntityField({ of, field, form }: Props) {
  const { t } = useTranslation();
  const who = useSelf();
  const { name } = field;
  const label = t(`entities.${of.name}.fields.${name}` as 'entities.products.fields.name');
  const help = t(`entities.${of.name}.help.${name}` as 'entities.products.help.abbreviation', { defaultValue: '' });
  const input = form.getInputProps(name);
  const shared = {
    ...input,
    name,
    label,
    description: help || undefined,
    wrapperProps: field.isWide ? { 'data-wide': true } : {},
  };

  if (field.kind === 'company') {
    // With one company there is nothing to choose.
    if (who.companies.length < 2) return null;
    const data = who.companies.map((company) => ({ value: String(company.id), label: company.company_name }));
    return <Select {...shared} data={data} allowDeselect={false} />;
  }
  if (field.kind === 'colour') {
    return (
      <ColourField
        {...shared}
        value={String(input.value ?? '')}
        onChange={(value) => form.setFieldValue(name, value)}
        product={form.values}
      />
    );
  }
  if (field.kind === 'lines') return <Textarea {...shared} autosize minRows={3} maxRows={12} />;
  const type = field.kind === 'email' ? 'email' : field.kind === 'phone' ? 'tel' : 'text';
  return <TextInput {...shared} type={type} autoComplete="off" onBlur={(event) => leave(event, of, name, form)} />;
}

/** Fills the fields that follow from this one, unless somebody has filled them already. */
function leave(event: React.FocusEvent, of: Declaration, name: string, form: UseFormReturnType<FormValues>): void {
  form.getInputProps(name).onBlur?.(event);
  const followers = of.form.flatMap((part) => part.fields).filter((field) => field.suggest?.from === name);
  for (const { name: to, suggest } of followers) {
    if (!suggest || form.values[to]) continue;
    form.setFieldValue(to, suggest.make(form.values[name] ?? ''));
    requestAnimationFrame(() => selectIn(to));
  }
}

/** A suggestion that the cursor already stands in gives way to what is typed next. */
function selectIn(name: string): void {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement && field.name === name) field.select();
}
