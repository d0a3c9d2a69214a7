import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { aliasesMax, type MailboxAlias } from '#contract/mailboxes.ts';
import { focusNextRow } from '../../ui/focus-next-row.ts';
import { FormPart } from '../../ui/form-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AliasState } from './alias-state.tsx';
import c from './aliases-part.module.css';
import type { Mailbox, MailboxValues } from './mailbox-values.ts';

/** Other addresses whose mail comes into this mailbox, and which of them answers may come from. */
export function AliasesPart(props: {
  form: UseFormReturnType<MailboxValues>;
  row: Mailbox | null;
  isReadOnly: boolean;
}) {
  const { form, row, isReadOnly } = props;
  const { t } = useTranslation();
  const { aliases } = form.values;
  const set = (next: MailboxAlias[]) => form.setFieldValue('aliases', next);
  const change = (index: number, more: Partial<MailboxAlias>) => {
    form.clearFieldError(`aliases.${index}.address`);
    set(aliases.map((one, i) => (i === index ? { ...one, ...more } : one)));
  };
  const add = () => {
    set([...aliases, { address: '', name: '', send_as: 0 }]);
    requestAnimationFrame(() =>
      document.querySelector<HTMLInputElement>(`input[name="aliases.${aliases.length}.address"]`)?.focus(),
    );
  };
  return (
    <FormPart part="aliases" title={t('mailbox.aliases.title')} lead={t('mailbox.aliases.lead')}>
      <div ref={focusNextRow} className={c.list} data-field="aliases">
        {aliases.map((alias, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list, and rows are not moved
          <fieldset key={index} className={c.alias}>
            <legend className="sr">{alias.address || t('mailbox.aliases.new')}</legend>
            <TextInput
              label={t('mailbox.aliases.address')}
              name={`aliases.${index}.address`}
              type="email"
              autoComplete="off"
              value={alias.address}
              error={form.errors[`aliases.${index}.address`]}
              onChange={(event) => change(index, { address: event.currentTarget.value })}
            />
            <TextInput
              label={t('mailbox.aliases.name')}
              placeholder={form.values.from_name}
              name={`aliases.${index}.name`}
              autoComplete="off"
              value={alias.name}
              error={form.errors[`aliases.${index}.name`]}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
            />
            <ActionIcon
              className={c.remove}
              data-remove
              aria-label={t('mailbox.aliases.remove', { address: alias.address })}
              onClick={() => set(aliases.filter((_, i) => i !== index))}
            >
              <Icon of={IconTrash} size={16} />
            </ActionIcon>
            <Switch
              className={c.send}
              label={t('mailbox.aliases.send_as')}
              checked={alias.send_as === 1}
              onChange={(event) => change(index, { send_as: event.currentTarget.checked ? 1 : 0 })}
            />
            {alias.send_as === 1 && row && <AliasState of={row} address={alias.address} isReadOnly={isReadOnly} />}
          </fieldset>
        ))}
        {form.errors.aliases && (
          <p className={c.problem} role="alert">
            {form.errors.aliases}
          </p>
        )}
        {!isReadOnly && (
          <Button
            variant="default"
            className={c.add}
            data-add
            leftSection={<Icon of={IconPlus} size={16} />}
            disabled={aliases.length >= aliasesMax}
            onClick={add}
          >
            {t('mailbox.aliases.add')}
          </Button>
        )}
      </div>
    </FormPart>
  );
}
