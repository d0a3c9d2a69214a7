import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mailboxes } from '#contract/mailboxes.ts';
import { isApiError } from '../../api/problem.ts';
import { createRows, presentRows, rowQuery, updateRows } from '../../api/rows.ts';
import { mayDo, useSelf } from '../../api/self.ts';
import { FormFold, FormPage, FormPart, formStyles } from '../../ui/form-page.tsx';
import type { FieldErrors } from '../../ui/form-problems.ts';
import { MailboxHealth } from '../../ui/mailbox-health.tsx';
import { useOffered } from '../../ui/offered/use-offered.ts';
import { toast, toastError } from '../../ui/toast.tsx';
import { usePartOfHash } from '../../ui/use-part-of-hash.ts';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import { AccountPart, toProduct } from './account-part.tsx';
import { AdvancedPart, advancedFields, LetterPart } from './advanced-part.tsx';
import { AliasesPart } from './aliases-part.tsx';
import { CheckConnection } from './check-connection.tsx';
import { MailboxValue } from './mailbox-value.tsx';
import {
  allFields,
  checkValues,
  dataOf,
  type Mailbox,
  type MailboxField,
  type MailboxValues,
  mailboxProblems,
  newMailbox,
  newMailboxData,
  valuesOf,
} from './mailbox-values.ts';
import { ProviderPart } from './provider-part.tsx';
import { ServersPart } from './servers-part.tsx';
import { useDetection } from './use-detection.ts';

type Props = {
  /** Null: a new one. */
  row: Mailbox | null;
  /** Which of them a new one is for, as far as that is known. */
  product?: number | undefined;
  header?: ReactNode;
  saveLabel?: string;
  extra?: ReactNode;
  actions?: ReactNode;
  aside?: ReactNode;
  onCreated: (id: number) => Promise<void> | void;
};

/** Connects a product to a mailbox: servers found for you, checked before they are saved. */
export function MailboxForm({ row, product, header, saveLabel, extra, actions, aside, onCreated }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useSelf();
  const [folders, setFolders] = useState<readonly string[]>([]);
  const isNew = row === null;
  const isReadOnly = isNew ? !mayDo(who, 'mailboxes.create') : !mayDo(who, 'mailboxes.update', row.company_id);
  const companyOf = (values: MailboxValues) =>
    row?.company_id ?? products().find((one) => String(one.id) === values.product_id)?.company_id;

  /** What the person saw goes along; where it is no longer so, the form learns what is there now. */
  const change = async (before: Mailbox, data: Record<string, unknown>) => {
    const seen = Object.fromEntries(Object.entries(before).filter(([name]) => name in data));
    try {
      await updateRows(mailboxes, data, [['id', '=', before.id]], seen);
    } catch (error) {
      const [present] = presentRows(mailboxes, error);
      if (present) client.setQueryData(rowQuery(mailboxes, before.id).queryKey, present as Mailbox);
      throw error;
    }
  };

  const saved = useSavedForm<MailboxValues, number | null>({
    saved: row ? valuesOf(row) : { ...newMailbox, product_id: String(product ?? '') },
    validate: (values) => checkValues(values, row),
    problems: (error): FieldErrors => mailboxProblems(error, saved.form.getValues()),
    save: async (values, changed) => {
      let created: number | null = null;
      if (isNew) {
        const [made] = await createRows(mailboxes, [newMailboxData(values, companyOf(values))]);
        created = made?.id ?? null;
      } else {
        const names = allFields.filter((name) => changed.includes(name));
        const data = dataOf(values, names);
        if (Object.keys(data).length > 0) await change(row, data);
      }
      await client.invalidateQueries({ queryKey: [mailboxes.name] });
      return created;
    },
    onSaved: async (created) => {
      const name = saved.form.values.from_email;
      if (isNew)
        toast({ status: 'success', title: t('saved.created'), text: t('entities.mailboxes.created_text', { name }) });
      else toast({ status: 'success', title: t('saved.updated') });
      if (created !== null) await onCreated(created);
    },
    onProblem: (error) => {
      const isRule = isApiError(error) && error.status === 422;
      if (!isNew) toastError(t('saved.not_updated'), error);
      else if (!isRule) toastError(t('mailbox.not_created'), error);
      else toast({ status: 'error', title: t('mailbox.not_created'), text: t('mailbox.not_created_text') });
    },
    isReadOnly,
    mustChoose: true,
  });
  const { form } = saved;
  // A mailbox may only move between products of its own company.
  const ofCompany = row?.company_id ?? null;
  const chosen = Number(form.values.product_id);
  const offered = useOffered({ to: toProduct, companyId: ofCompany, chosen: chosen > 0 ? [chosen] : [] });
  const products = () => offered.rows as readonly { id: number; company_id: number }[]; // by the fields it asks for
  usePartOfHash(saved.element);
  const detection = useDetection(form);
  const inFold = advancedFields.some((name) => Boolean(form.errors[name]));

  return (
    <FormPage
      title={row?.from_email ?? t('entities.mailboxes.new')}
      status={row && <MailboxHealth of={row} />}
      actions={actions}
      back={{ to: '/$entity/search', params: { entity: 'mailboxes' } }}
      header={header}
      aside={aside}
      saved={saved}
      isNew={isNew}
      isReadOnly={isReadOnly}
      words={{
        label: (name) => t(`mailbox.fields.${name as MailboxField}`),
        show: (name, value) => <MailboxValue name={name as MailboxField} value={value} product={offered.nameOf} />,
      }}
      extra={extra}
      saveLabel={saveLabel ?? (isNew ? t('entities.mailboxes.add') : t('form.save'))}
    >
      <ProviderPart form={form} detection={detection} isNew={isNew} />
      <AccountPart form={form} companyId={ofCompany} isNew={isNew} detect={detection.detect} />
      <FormPart part="servers" title={t('mailbox.servers.title')} lead={t('mailbox.servers.lead')}>
        <ServersPart form={form} />
        <CheckConnection form={form} row={row} companyId={companyOf(form.values)} onFolders={setFolders} />
      </FormPart>
      <AliasesPart form={form} row={row} isReadOnly={isReadOnly} />
      <LetterPart form={form} />
      <FormFold part="advanced" title={t('mailbox.advanced.title')} isOpen={inFold}>
        <div className={formStyles.fields}>
          <AdvancedPart form={form} folders={folders} isNew={isNew} />
        </div>
      </FormFold>
    </FormPage>
  );
}
