import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FoundCustomer, findCustomers } from '#contract/customers.ts';
import { tickets } from '#contract/tickets.ts';
import { callQuery } from '../../api/call.ts';
import { rowsQuery } from '../../api/rows.ts';
import { formatDay } from '../../i18n/time.ts';
import c from './compose.module.css';
import { addRecipients, parseRecipients, type Recipient } from './recipients.ts';

const typingPauseMs = 150;
const openShownMax = 3;

const textOf = ({ name, address }: Recipient) => (name ? `${name} <${address}>` : address);

/** Whom a new letter goes to: customers found by name, address or number, or addresses nobody knows yet. */
export function ComposeTo(props: {
  companyId: number;
  to: readonly Recipient[];
  error: string | undefined;
  onChange: (to: Recipient[]) => void;
}) {
  const { companyId, to, error, onChange } = props;
  const { t } = useTranslation();
  const [typed, type] = useState('');
  const [bad, tellBad] = useState<string | null>(null);
  const [words] = useDebouncedValue(typed.trim(), typingPauseMs);
  const { data } = useQuery({
    ...callQuery(findCustomers, { company_id: companyId, words }),
    enabled: companyId > 0 && words !== '',
    placeholderData: keepPreviousData,
  });
  const found = (data?.customers ?? []).flatMap((one) => {
    const name = `${one.first_name} ${one.last_name}`.trim().replace(/[<>,;"]/g, ' ');
    return one.email ? [textOf({ name, address: one.email })] : [];
  });
  const take = (texts: readonly string[]) => {
    const read = texts.map((text) => parseRecipients(text));
    const wrong = read.flatMap((one) => one.bad);
    tellBad(wrong[0] ?? null);
    if (wrong[0]) type(wrong[0]);
    onChange(
      addRecipients(
        [],
        read.flatMap((one) => one.good),
      ),
    );
  };
  return (
    <>
      <TagsInput
        data-field="to"
        name="to"
        label={t('composer.to')}
        description={t('compose.to_hint')}
        autoFocus={to.length === 0}
        data={[...new Set(found)]}
        // The server has looked already, also at what is not in the text.
        filter={({ options }) => options}
        value={to.map(textOf)}
        searchValue={typed}
        onSearchChange={(next) => {
          type(next);
          tellBad(null);
        }}
        splitChars={[',', ';', '\n']}
        acceptValueOnBlur
        onChange={take}
        error={bad === null ? error : t('compose.no_address', { text: bad })}
      />
      {to.length === 1 && to[0] && <OpenTickets companyId={companyId} address={to[0].address} />}
    </>
  );
}

/** What this customer already waits for, or has been answered: going on there beats beginning anew. */
function OpenTickets({ companyId, address }: { companyId: number; address: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...callQuery(findCustomers, { company_id: companyId, words: address }),
    enabled: companyId > 0,
  });
  const customer: FoundCustomer | undefined = data?.customers.find((one) => one.open_tickets > 0);
  const { data: open } = useQuery({
    ...rowsQuery(tickets, {
      fields: ['id', 'case_number', 'title', 'updated'],
      conditions: [
        ['customer_id', '=', customer?.id ?? 0],
        ['is_deleted', '=', 0],
        ['is_spam', '=', 0],
        ['view_type', 'in', ['', 'answered', 'snoozed']],
      ],
      sort: [['updated', 'desc']],
      range: [0, openShownMax],
    }),
    enabled: customer !== undefined,
  });
  if (!customer || !open || open.rows.length === 0) return null;
  return (
    <div className={c.open} role="status">
      <p>{t('compose.open', { count: customer.open_tickets })}</p>
      <ul>
        {open.rows.map((one) => (
          <li key={one.id}>
            <Link to="/tickets/$id" params={{ id: one.id }} search={{}}>
              {t('compose.go_on', { number: one.case_number })}
            </Link>{' '}
            {one.title} · {formatDay(one.updated)}
          </li>
        ))}
      </ul>
    </div>
  );
}
