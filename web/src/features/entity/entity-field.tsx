import { Input, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateVariable } from '#contract/template-variables.ts';
import { lazyPart } from '../../api/fetch-part.ts';
import { useSelf } from '../../api/self.ts';
import { selectSuggested } from '../../ui/select-suggested.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Held } from '../../ui/use-saved-form.ts';
import { ColourField } from './colour-field.tsx';
import { companiesToAdd } from './companies-to-add.ts';
import type { Declaration, ListedRow } from './declaration.ts';
import type { CustomFieldProps, FormField } from './form-field.ts';
import { type FormValues, textOf } from './form-values.ts';
import { ImageField } from './image-field.tsx';
import { ReferenceField, ReferencesField } from './reference-field.tsx';
import { choiceWord, fieldWord, helpWord } from './words.ts';

/** The editor is large, and few forms have one. */
const RichField = lazyPart(() => import('../../ui/editor/rich-field.tsx').then((all) => ({ default: all.RichField })));

const VariableMenu = lazyPart(() =>
  import('../../ui/editor/variable-menu.tsx').then((all) => ({ default: all.VariableMenu })),
);
const variableTools = (variables: readonly TemplateVariable[]) => (insert: (text: string) => void) => (
  <VariableMenu insert={insert} variables={variables} />
);

type Props = {
  of: Declaration;
  field: FormField;
  /** The title of its part. */
  heading: string;
  form: UseFormReturnType<FormValues>;
  /** As it is kept; null: a new one. */
  row: ListedRow | null;
  isReadOnly: boolean;
  submit: () => void;
  hold: (name: string, what: Held | null) => void;
};

/** A field as its kind asks for it. */
export function EntityField({ of, field, heading, form, row, isReadOnly, submit, hold }: Props) {
  const id = row?.id ?? null;
  const { t } = useTranslation();
  const who = useSelf();
  const { name } = field;
  const { error, value, onChange, onFocus, onBlur } = form.getInputProps(name);
  const set = (next: unknown) => {
    form.setFieldValue(name, next);
    forgetWithin(form, { name, before: value, next });
  };
  const wrapperProps = field.isWide ? { 'data-wide': true } : {};
  const about = { name, label: fieldWord(of, name), description: helpWord(of, name), error, wrapperProps };
  const input = { ...about, onFocus, onBlur };

  switch (field.kind) {
    case 'company': {
      // With one company there is nothing to choose.
      if (who.companies.length < 2) return null;
      const data = companiesToAdd(of.name, who).map((company) => ({
        value: String(company.id),
        label: company.company_name,
      }));
      return <Select {...input} value={textOf(value)} onChange={onChange} data={data} allowDeselect={false} />;
    }
    case 'choice': {
      const data = field.values.map((one) => ({ value: one, label: choiceWord(of, name, one) }));
      return (
        <Select
          {...input}
          value={textOf(value) || null}
          onChange={(next) => set(textOf(next))}
          data={data}
          allowDeselect={false}
          clearable={of.entity.fields[name]?.nullable ?? false}
        />
      );
    }
    case 'flag':
      return (
        <Switch
          {...input}
          mt={field.isWide ? 0 : 28}
          checked={textOf(value) === '1'}
          onChange={(event) => set(event.currentTarget.checked ? '1' : '0')}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...input}
          {...(field.min === undefined ? {} : { min: field.min })}
          {...(field.max === undefined ? {} : { max: field.max })}
          clampBehavior="none"
          allowDecimal={false}
          value={textOf(value)}
          onChange={(next) => set(String(next))}
        />
      );
    case 'reference':
    case 'references': {
      const { to } = field;
      const companyId = row ? of.companyOf(row) : companyOf(of, form.values, who.companies[0]?.id);
      const rest = { ...about, to, companyId, disabled: isReadOnly };
      if (field.kind === 'references')
        return <ReferencesField {...rest} value={idsOf(value)} onChange={(ids) => set(ids)} />;
      return (
        <ReferenceField
          {...rest}
          value={textOf(value) === '' ? null : Number(value)}
          onChange={(next) => set(textOf(next))}
          {...(of.entity.fields[name]?.nullable ? { clearable: true, placeholder: t('list.none_chosen') } : {})}
          without={to.entity.name === of.entity.name && id !== null ? [id] : []}
        />
      );
    }
    case 'image':
      return (
        <ImageField
          {...about}
          value={textOf(value)}
          onChange={set}
          address={field.address}
          isCropped={field.isCropped ?? false}
          upload={(file) => field.upload(file, form.values, id)}
        />
      );
    case 'rich':
      return (
        <Suspense
          fallback={
            <Input.Wrapper
              label={about.label === heading ? undefined : about.label}
              labelElement="div"
              description={about.description}
              data-wide
            >
              <SkeletonRows label={t('list.loading')} rows={1} columns="1fr" height={112} />
            </Input.Wrapper>
          }
        >
          <RichField
            {...about}
            isLabelHidden={about.label === heading}
            value={textOf(value)}
            onChange={set}
            isReadOnly={isReadOnly}
            onSubmit={submit}
            {...(field.variables && { tools: variableTools(field.variables) })}
          />
        </Suspense>
      );
    case 'custom':
      return (
        <div data-wide={field.isWide || undefined}>
          {field.render({
            ...about,
            error: error ?? errorWithin(form.errors, name),
            value,
            onChange: set,
            hold: (what) => hold(name, what),
            errors: errorsIn(form, name),
            values: form.values,
            refuse: form.setErrors,
            row,
            isReadOnly,
          })}
        </div>
      );
    case 'colour':
      return <ColourField {...input} value={textOf(value)} onChange={set} product={form.values} />;
    case 'lines':
      return <Textarea {...input} value={textOf(value)} onChange={onChange} autosize minRows={3} maxRows={12} />;
    default: {
      const type = field.kind === 'email' ? 'email' : field.kind === 'phone' ? 'tel' : 'text';
      return (
        <TextInput
          {...input}
          type={type}
          autoComplete="off"
          value={textOf(value)}
          onChange={(event) => {
            if (row === null) bringFollowers(of, name, form, event.currentTarget.value);
            onChange(event);
          }}
          onFocus={(event) => {
            onFocus?.(event);
            const { suggest } = field;
            if (row !== null || !suggest) return;
            selectSuggested(event.currentTarget, () => suggest.make(textOf(form.getValues()[suggest.from])));
          }}
        />
      );
    }
  }
}

function errorsIn(form: UseFormReturnType<FormValues>, name: string): CustomFieldProps['errors'] {
  const inside = Object.entries(form.errors).filter(([path]) => path.startsWith(`${name}.`));
  return Object.fromEntries(inside.map(([path, error]) => [path.slice(name.length + 1), error]));
}

/** Fields that follow from this one do so as it is typed, until somebody has written something else there. */
function bringFollowers(of: Declaration, name: string, form: UseFormReturnType<FormValues>, next: string): void {
  const before = textOf(form.getValues()[name]);
  const followers = of.form.flatMap((part) => part.fields).filter((field) => field.suggest?.from === name);
  for (const { name: to, suggest } of followers) {
    const there = textOf(form.getValues()[to]);
    if (suggest && (there === '' || there === suggest.make(before))) form.setFieldValue(to, suggest.make(next));
  }
}

/** What was wrong inside a value is not wrong any more where that part of it has changed. */
function forgetWithin(
  form: UseFormReturnType<FormValues>,
  { name, before, next }: { name: string; before: unknown; next: unknown },
): void {
  const at = (inside: unknown, path: string) =>
    path.split('.').reduce<unknown>((one, key) => (one as Record<string, unknown> | null | undefined)?.[key], inside);
  for (const path of Object.keys(errorsIn(form, name)))
    if (at(before, path) !== at(next, path)) form.clearFieldError(`${name}.${path}`);
}

/** Of a part of its value: `additional.phone_number_id`. */
function errorWithin(errors: Record<string, ReactNode>, name: string): ReactNode {
  return Object.entries(errors).find(([at]) => at.startsWith(`${name}.`))?.[1];
}

/** The company that the form is about: chosen in it, or the only one there is. */
function companyOf(of: Declaration, values: FormValues, first: number | undefined): number | null {
  if (!of.entity.fields.company_id) return null;
  return Number(values.company_id) || first || null;
}

function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? value.map(Number) : [];
}
