import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { previewTemplate } from '#contract/templates.ts';
import { tickets } from '#contract/tickets.ts';
import { callQuery } from '../../api/call.ts';
import { rowsQuery } from '../../api/rows.ts';
import { RichText } from '../../ui/rich-text.tsx';
import c from './template-texts.module.css';

const offeredMax = 50;
const typingPauseMs = 400;

/** The text as a ticket would have it, with what is missing told below. The newest ticket, or one that is picked. */
export function TemplatePreview({ html, companyId }: { html: string; companyId: number | null }) {
  const { t } = useTranslation();
  const [picked, pick] = useState<string | null>(null);
  const [written] = useDebouncedValue(html, typingPauseMs);
  const { data: offered } = useQuery(
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
  const choices = (offered?.rows ?? []).map((row) => ({
    value: String(row.id),
    label: `${row.case_number} ${row.customer.first_name} ${row.customer.last_name}: ${row.title}`,
  }));
  const ticketId = Number(picked ?? choices[0]?.value ?? 0);
  const { data } = useQuery({
    ...callQuery(previewTemplate, { ticket_id: ticketId, body_html: written }),
    enabled: ticketId > 0 && written !== '',
    placeholderData: keepPreviousData,
  });
  if (choices.length === 0) return null;
  const missing = written === '' ? [] : (data?.unfilled ?? []);
  return (
    <>
      <Select
        label={t('templates.preview')}
        description={t('templates.preview_help')}
        searchable
        allowDeselect={false}
        data={choices}
        value={String(ticketId)}
        onChange={pick}
        nothingFoundMessage={t('list.nothing_found')}
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
