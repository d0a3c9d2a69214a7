import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '#contract/entity.ts';
import { createRows, presentRows, rowQuery, updateRows } from '../../api/rows.ts';
import { refetchSelf, useSelf } from '../../api/self.ts';
import { FormPage, FormPart, formStyles } from '../../ui/form-page.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { HealthDot } from '../../ui/small-parts.tsx';
import { type Toast, toast, toastError } from '../../ui/toast.tsx';
import { usePartOfHash } from '../../ui/use-part-of-hash.ts';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import type { Declaration, ListedRow } from './declaration.ts';
import { EntityField } from './entity-field.tsx';
import { mayChange, mayCreate } from './entity-rights.ts';
import { FieldValue } from './field-value.tsx';
import type { FormField } from './form-field.ts';
import {
  checkValues,
  dataOf,
  type FormValues,
  missingOf,
  namesToSay,
  noPhonesOf,
  textOf,
  valuesOf,
  withFollowers,
} from './form-values.ts';
import { createdWord, fieldWord, madeWord, partWord } from './words.ts';

type Made = { readonly id: number; readonly name: string };

type Props = {
  of: Declaration;
  /** Null: a new one. */
  row: ListedRow | null;
  /** What a new one starts with. */
  start?: FormValues;
  header?: ReactNode;
  /** One of the first steps: the next one says what was made. */
  isStep?: boolean;
  saveLabel?: string;
  extra?: ReactNode;
  /** Beside the form: what hangs on the row and is saved by itself. */
  aside?: ReactNode;
  /** Offered beside the news that a new one is there. */
  next?: ((id: number) => Toast['action']) | undefined;
  /** Where to go when a new one was saved. */
  onCreated: (id: number) => Promise<void> | void;
};

/** One form for every noun, made of what it declares. */
export function EntityForm({ of, row, start = {}, header, isStep, saveLabel, extra, aside, next, onCreated }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useSelf();
  const isNew = row === null;
  const isAsked = (field: FormField) => !(isNew ? field.isOnlyEdit : field.isOnlyNew);
  const fields = of.form.flatMap((part) => part.fields).filter(isAsked);
  const names = fields.map((field) => field.name);
  const isReadOnly = isNew ? !mayCreate(of.name, who) : !mayChange(of, who, row);
  const { taking } = of;

  /** What the person saw goes along; where it is no longer so, the form learns what is there now. */
  const change = async (before: ListedRow, data: Record<string, unknown>) => {
    const write = (more: object = {}) =>
      updateRows(of.entity, { ...data, ...more }, [['id', '=', before.id]], seenOf(of.entity, before, names));
    try {
      await write();
    } catch (error) {
      const meant = await of.insist?.(error, who);
      if (meant) {
        await write(meant);
        return;
      }
      const [present] = presentRows(of.entity, error);
      if (present) client.setQueryData(rowQuery(of.entity, before.id).queryKey, present as never);
      throw error;
    }
  };

  const saved = useSavedForm<FormValues, Made | null>({
    saved: valuesOf(of.entity, fields, row, start),
    validate: (typed) => {
      const values = isNew ? withFollowers(fields, typed) : typed;
      return isNew && taking
        ? problemsOf(taking.rules, dataOf(of.entity, values, names))
        : {
            ...noPhonesOf(fields, values, row),
            ...checkValues(of.entity, values, names, isNew),
            ...(isNew ? missingOf(fields, values) : of.whatIsWrong?.(values, row)),
          };
    },
    save: async (typed, changed) => {
      const values = isNew ? withFollowers(fields, typed) : typed;
      let created: Made | null = null;
      if (isNew && taking) {
        created = { id: await taking.take(dataOf(of.entity, values, names)), name: textOf(values.name) };
      } else if (isNew) {
        const [made] = await createRows(of.entity, [dataOf(of.entity, values, names)]);
        // Every listed noun answers what it made.
        if (made) created = { id: (made as ListedRow).id, name: of.title(made as ListedRow) };
      } else if (changed.length > 0) {
        await change(row, dataOf(of.entity, values, namesToSay(fields, values, changed)));
      }
      if (of.name === 'companies') await refetchSelf(client);
      await client.invalidateQueries({ queryKey: [of.entity.name] });
      return created;
    },
    onSaved: async (created) => {
      if (created === null) return void toast({ status: 'success', title: t('saved.updated') });
      const action = next?.(created.id);
      const title = createdWord(of, 'created');
      // A toast would lie over the first field of the next step on a phone.
      if (!isStep) toast({ status: 'success', title, text: madeWord(of, created.name), ...(action ? { action } : {}) });
      await onCreated(created.id);
    },
    ...(isNew && taking ? { problems: taking.problems } : {}),
    onProblem: (error) => toastError(isNew ? createdWord(of, 'not_created') : t('saved.not_updated'), error),
    isReadOnly,
    mustChoose: true,
    // Without a hash, and with any of its parts, it is this form that is shown.
    staysOverParts: ['', ...of.form.map(({ part }) => part)],
  });
  usePartOfHash(saved.element);
  const isDisabled = row !== null && 'is_deleted' in row && row.is_deleted === 1 && of.segments === undefined;
  const fieldOf = (name: string) => fields.find((field) => field.name === name);

  return (
    <FormPage
      title={isNew ? t(`entities.${of.name}.new`) : of.title(row)}
      back={{ to: '/$entity/search', params: { entity: of.name } }}
      header={header}
      // Whoever came by a link does not know; what leads back is in the list.
      status={isDisabled && <HealthDot level="idle">{t('list.segments.disabled')}</HealthDot>}
      actions={row && of.actions?.(row)}
      saved={saved}
      isNew={isNew}
      isReadOnly={isReadOnly}
      extra={extra}
      aside={aside || (row && of.aside?.(row))}
      words={{
        label: (name) => fieldWord(of, name),
        show: (name, value) => {
          const field = fieldOf(name);
          return field && <FieldValue of={of} field={field} value={value} />;
        },
      }}
      saveLabel={saveLabel ?? (isNew ? t(`entities.${of.name}.add`) : t('form.save'))}
    >
      {of.form
        .map(({ part, fields: inPart }) => ({
          part,
          shown: inPart.filter((field) => isAsked(field) && (field.isShown?.(saved.form.values) ?? true)),
        }))
        .filter(({ shown }) => shown.length > 0)
        .map(({ part, shown }) => (
          <FormPart key={part} part={part} title={partWord(of, part)}>
            <div className={formStyles.fields}>
              {shown.map((field) => (
                <EntityField
                  key={field.name}
                  of={of}
                  field={field}
                  heading={partWord(of, part)}
                  form={saved.form}
                  row={row}
                  isReadOnly={isReadOnly}
                  submit={saved.submit}
                  hold={saved.hold}
                />
              ))}
            </div>
          </FormPart>
        ))}
    </FormPage>
  );
}

/** What the form was filled with. A secret is not known, and a part of another row is not the form's. */
function seenOf(of: Entity, row: object, names: readonly string[]): Record<string, unknown> {
  const readable = names.filter((name) => of.fields[name]?.readable && name in row);
  return Object.fromEntries(readable.map((name) => [name, Reflect.get(row, name)]));
}
