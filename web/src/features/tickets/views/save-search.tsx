import { Button, Select, Switch, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilterStar } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { savedSearches } from '#contract/saved-searches.ts';
import { createRows } from '../../../api/rows.ts';
import { mayDo, useSelf } from '../../../api/self.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { fieldErrors } from '../../../ui/form-problems.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import c from './ticket-filter-bar.module.css';
import type { TicketSearch } from './ticket-search.ts';
import { filtersOf } from './ticket-views.ts';

/** Keeps what narrows the list now under a name, for oneself or for the company. */
export function SaveSearch({ search, suggestion }: { search: TicketSearch; suggestion: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useSelf();
  const [opened, dialog] = useDisclosure(false);
  const [name, setName] = useState('');
  const [company, setCompany] = useState(String(who.companies[0]?.id ?? ''));
  const [isShared, share] = useState(false);
  const [problem, tell] = useState<string | undefined>();
  const [isSaving, setSaving] = useState(false);
  const mayShare = mayDo(who, 'saved-searches.share', Number(company));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSaving(true);
    try {
      const row = {
        company_id: Number(company),
        name: name.trim(),
        query: filtersOf(search),
        is_shared: mayShare && isShared ? 1 : 0,
      };
      await createRows(savedSearches, [row]);
      await client.invalidateQueries({ queryKey: [savedSearches.name] });
      dialog.close();
      toast({ status: 'success', title: t('searches.saved') });
    } catch (error) {
      const errors = fieldErrors(error);
      tell(errors['data[0].name'] ?? errors.name ?? Object.values(errors)[0]);
    }
    setSaving(false);
  };
  return (
    <>
      <UnstyledButton
        data-thumb
        className={`${c.text} ${c.keep}`}
        aria-label={t('searches.save')}
        onClick={() => {
          setName(suggestion);
          tell(undefined);
          dialog.open();
        }}
      >
        <Icon of={IconFilterStar} size={16} />
        <span className={c.wide}>{t('searches.save')}</span>
      </UnstyledButton>
      <Dialog opened={opened} close={dialog.close} title={t('searches.save')}>
        <form onSubmit={(event) => void save(event)} noValidate className={c.form}>
          <TextInput
            data-autofocus
            label={t('searches.name')}
            value={name}
            error={problem}
            onChange={(event) => {
              setName(event.currentTarget.value);
              tell(undefined);
            }}
          />
          {who.companies.length > 1 && (
            <Select
              label={t('searches.company')}
              allowDeselect={false}
              data={who.companies.map((one) => ({ value: String(one.id), label: one.company_name }))}
              value={company}
              onChange={(next) => setCompany(next ?? company)}
            />
          )}
          {mayShare && (
            <Switch
              label={t('searches.share_with_company')}
              checked={isShared}
              onChange={(event) => share(event.currentTarget.checked)}
            />
          )}
          <Button type="submit" loading={isSaving}>
            {t('searches.save')}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
