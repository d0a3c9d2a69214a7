import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchQueryMax } from '#contract/entity.ts';
import { find, foundTicketsPerCallMax } from '#contract/search.ts';
import { previewTemplate } from '#contract/templates.ts';
import { tickets } from '#contract/tickets.ts';
import { callQuery } from '../../api/call.ts';
import { rowsQuery } from '../../api/rows.ts';
import { useSearched } from '../../ui/offered/use-searched.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { SearchSelect } from '../../ui/search-select.tsx';
import c from './template-texts.module.css';

const offeredMax = 50;
const typingPauseMs = 400;
const searchPauseMs = 200;

type Choice = { value: string; label: string };

/** The text as a ticket would have it, with what is missing told below. The newest ticket, or one that is picked. */
export function TemplatePreview({ html, companyId }: { html: string; companyId: number | null }) {
  const { t } = useTranslation();
  const [picked, pick] = useState<Choice | null>(null);
  const [written] = useDebouncedValue(html, typingPauseMs);
  const { choices, searched } = useTicketChoices(companyId, picked);
  const ticketId = Number(picked?.value ?? choices[0]?.value ?? 0);
  const { data } = useQuery({
    ...callQuery(previewTemplate, { ticket_id: ticketId, body_html: written }),
    enabled: ticketId > 0 && written !== '',
    placeholderData: keepPreviousData,
  });
  if (choices.length === 0) return null;
  const missing = written === '' ? [] : (data?.unfilled ?? []);
  return (
    <>
      <SearchSelect
        label={t('templates.preview')}
        description={t('templates.preview_help')}
        {...searched}
        data={choices}
        value={String(ticketId)}
        onChange={(_, option) => pick(option)}
      />
      <div className={c.preview} aria-live="polite">
        {written === '' && <span className={c.quiet}>{t('templates.preview_empty')}</span>}
        {written !== '' && data && <RichText html={data.html} />}
      </div>
      {missing.length > 0 && (
        <p className={c.unknown} role="status">
          {t('templates.unfilled', { names: missing.join(', ') })}
        </p>
      )}
    </>
  );
}

/** The newest tickets, the one that is picked, and what the words find among all. */
function useTicketChoices(companyId: number | null, picked: Choice | null) {
  const [words, type] = useState('');
  const newest = useQuery(
    rowsQuery(tickets, {
      fields: ['id', 'case_number', 'title', 'customer.first_name', 'customer.last_name'],
      conditions: [
        ['is_deleted', '=', 0],
        ['is_spam', '=', 0],
        ...(companyId === null ? [] : [['company_id', '=', companyId] as const]),
      ],
      sort: [['updated', 'desc']],
      range: [0, offeredMax],
    }),
  );
  const known = (newest.data?.rows ?? []).map((row) =>
    choiceOf(row.id, row.case_number, `${row.customer.first_name} ${row.customer.last_name}`, row.title),
  );
  const typed = words.trim().slice(0, searchQueryMax);
  const [query] = useDebouncedValue(typed, searchPauseMs);
  // The label of the one that is chosen stands in the search box of a closed select.
  const isLabel = [...known, ...(picked ? [picked] : [])].some((one) => one.label === typed);
  const isPart = newest.data !== undefined && newest.data.total > newest.data.rows.length;
  const isSearch = isPart && typed !== '' && !isLabel;
  const more = useQuery({
    ...callQuery(find, {
      ...{ query, tickets: foundTicketsPerCallMax, customers: 0 },
      ...(companyId === null ? {} : { company_id: companyId }),
    }),
    enabled: isSearch && query === typed,
    placeholderData: keepPreviousData,
  });
  const beyond = isSearch ? (more.data?.tickets ?? []) : [];
  const found = beyond.map((one) => choiceOf(one.id, one.case_number.text, one.customer.text, one.title.text));
  const isFresh = query === typed && !more.isPlaceholderData && !more.isPending;
  const all = [...known, ...(picked ? [picked] : []), ...found];
  const choices = [...new Map(all.map((one) => [one.value, one])).values()];
  const { searched, isAwaited } = useSearched({
    words,
    type,
    from: [
      {
        found: new Set(isFresh ? found.map((one) => one.value) : []),
        isSearching: isSearch && !isFresh,
        isPending: newest.isPending,
      },
    ],
    data: choices,
  });
  return { choices, searched: { ...searched, isAwaited } };
}

const choiceOf = (id: number, number: string, customer: string, title: string): Choice => ({
  value: String(id),
  label: `${number} ${customer}: ${title}`,
});
