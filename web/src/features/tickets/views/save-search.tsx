import { Button, Divider, Select, Switch, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilterStar } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { savedSearches } from '#contract/saved-searches.ts';
import { createRows, updateRows } from '../../../api/rows.ts';
import { mayDo, useSelf } from '../../../api/self.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { fieldErrors } from '../../../ui/form-problems.ts';
import { Icon } from '../../../ui/icon.tsx';
import { toast, toastError, toastUndo } from '../../../ui/toast.tsx';
import { lastOpenedSearch, mayChangeSearch, rememberOpenedSearch, searchesQuery } from './saved-searches.ts';
import c from './ticket-filter-bar.module.css';
import type { TicketSearch } from './ticket-search.ts';
import { filtersOf, isSameSearch } from './ticket-views.ts';

type Search = Row<typeof savedSearches>;

/** Keeps what narrows the list now: in the saved search that it began with, or under a name, for oneself or for the company. */
export function SaveSearch({ search, suggestion }: { search: TicketSearch; suggestion: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useSelf();
  const [opened, dialog] = useDisclosure(false);
  const [name, setName] = useState('');
  const companies = who.companies.filter(({ id }) => mayDo(who, 'saved-searches.create', id));
  const [company, setCompany] = useState(String(companies[0]?.id ?? ''));
  const [isShared, share] = useState(false);
  const [problem, tell] = useState<string | undefined>();
  const [isSaving, setSaving] = useState(false);
  const mayShare = mayDo(who, 'saved-searches.share', Number(company));
  const before = useWhatItBeganWith(search);
  const renew = () => client.invalidateQueries({ queryKey: [savedSearches.name] });
  const change = async ({ id, query: seen }: Search) => {
    const query = filtersOf(search);
    const takeBack = () =>
      updateRows(savedSearches, { query: seen }, [['id', '=', id]], { query })
        .catch((error: unknown) => toastError(t('saved.not_updated'), error))
        .finally(() => void renew());
    setSaving(true);
    try {
      await updateRows(savedSearches, { query }, [['id', '=', id]], { query: seen });
      await renew();
      dialog.close();
      toastUndo(t('searches.saved'), () => void takeBack());
    } catch (error) {
      await renew();
      toastError(t('saved.not_updated'), error);
    }
    setSaving(false);
  };
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
      await renew();
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
          {before && (
            <>
              <Button data-autofocus className={c.named ?? ''} loading={isSaving} onClick={() => void change(before)}>
                {t('searches.save_in', { name: before.name })}
              </Button>
              <Divider label={t('searches.or_new')} />
            </>
          )}
          <TextInput
            data-autofocus={before ? undefined : true}
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
              data={companies.map((one) => ({ value: String(one.id), label: one.company_name }))}
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
          <Button type="submit" variant={before ? 'default' : 'filled'} loading={isSaving}>
            {t('searches.save')}
          </Button>
        </form>
      </Dialog>
    </>
  );
}

/** The saved search whose filters were chosen among until they became these, where the person may change it. */
function useWhatItBeganWith(search: TicketSearch): Search | undefined {
  const who = useSelf();
  const { data } = useQuery({ ...searchesQuery, enabled: mayDo(who, 'saved-searches.get') });
  const now = data?.rows.find((one) => isSameSearch(one.query, search));
  // A list of the column is one of its own, and no part of what was looked at before.
  const isOther = now !== undefined || isOfColumn(search);
  useEffect(() => {
    if (isOther) rememberOpenedSearch(now?.id ?? null);
  }, [isOther, now?.id]);
  const before = isOther ? undefined : data?.rows.find((one) => one.id === lastOpenedSearch());
  // So is what is found by words.
  const isByWords = search.search !== undefined && before?.query.search === undefined;
  return before && !isByWords && mayChangeSearch(who, before) ? before : undefined;
}

const isOfColumn = (search: TicketSearch): boolean =>
  isSameSearch(search, { product: search.product }) || isSameSearch(search, { team: search.team });
