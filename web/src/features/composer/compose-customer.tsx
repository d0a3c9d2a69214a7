import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findCustomers } from '#contract/customers.ts';
import { tickets } from '#contract/tickets.ts';
import { callQuery } from '../../api/call.ts';
import { rowsQuery } from '../../api/rows.ts';
import { formatDay } from '../../i18n/time.ts';
import { Face } from '../../ui/face.tsx';
import { readableAddress } from '../../ui/readable-address.ts';
import c from './compose.module.css';
import type { Recipient } from './recipients.ts';

const openShownMax = 3;
const customersShownMax = 3;

type Props = { companyId: number; to: readonly Recipient[]; onName: (of: Recipient, name: string) => void };

/** Who gets it, the first of them until all are asked for. */
export function ComposeCustomers({ companyId, to, onName }: Props) {
  const { t } = useTranslation();
  const [showsAll, showAll] = useState(false);
  const shown = showsAll ? to : to.slice(0, customersShownMax);
  return (
    <>
      {shown.map((one) => (
        <ComposeCustomer
          key={one.address}
          companyId={companyId}
          of={one}
          isOneOfSeveral={to.length > 1}
          onName={(name) => onName(one, name)}
        />
      ))}
      {to.length > customersShownMax && (
        <Button
          className={c.start}
          size="xs"
          variant="subtle"
          color="gray"
          aria-expanded={showsAll}
          onClick={() => showAll(!showsAll)}
        >
          {showsAll
            ? t('compose.fewer_customers')
            : t('compose.more_customers', { count: to.length - customersShownMax })}
        </Button>
      )}
    </>
  );
}

type OneProps = { companyId: number; of: Recipient; isOneOfSeveral: boolean; onName: (name: string) => void };

/** Somebody we know, with what is open between us already, or a new customer who has no name yet. */
function ComposeCustomer({ companyId, of, isOneOfSeveral, onName }: OneProps) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...callQuery(findCustomers, { company_id: companyId, words: of.address }),
    enabled: companyId > 0,
  });
  if (!data) return null;
  // Others only have an address that looks like it.
  const known = data.customers.find((one) => one.is_exact === 1);
  if (!known) {
    return (
      <div className={c.who}>
        {!isOneOfSeveral && <p>{t('compose.new_customer')}</p>}
        <TextInput
          size="xs"
          label={
            isOneOfSeveral
              ? t('compose.new_customer_called', { address: readableAddress(of.address) })
              : t('compose.new_customer_name')
          }
          autoComplete="off"
          maxLength={200}
          value={of.name}
          onChange={(event) => onName(event.currentTarget.value)}
        />
      </div>
    );
  }
  const name = `${known.first_name} ${known.last_name}`.trim() || readableAddress(of.address);
  return (
    <div className={c.who}>
      <Link className={c.known} to="/customer/$customerId" params={{ customerId: known.id }}>
        <Face name={name} size={28} />
        <span>
          <b className={c.called}>{name}</b>
          <small className={c.reached}>
            {[readableAddress(known.email ?? of.address), known.phone].filter(Boolean).join(' · ')}
          </small>
        </span>
      </Link>
      {known.open_tickets > 0 && <OpenTickets customerId={known.id} count={known.open_tickets} />}
    </div>
  );
}

/** What this customer already waits for, or has been answered: going on there beats beginning anew. */
export function OpenTickets({ customerId, count }: { customerId: number; count?: number }) {
  const { t } = useTranslation();
  const { data: open } = useQuery(
    rowsQuery(tickets, {
      fields: ['id', 'case_number', 'title', 'updated'],
      conditions: [
        ['customer_id', '=', customerId],
        ['is_deleted', '=', 0],
        ['is_spam', '=', 0],
        ['view_type', 'in', ['', 'answered', 'snoozed']],
      ],
      sort: [['updated', 'desc']],
      range: [0, openShownMax],
    }),
  );
  if (!open || open.rows.length === 0) return null;
  return (
    <div className={c.open} role="status">
      <p>{t('compose.open', { count: count ?? open.total })}</p>
      <ul>
        {open.rows.map((one) => (
          <li key={one.id}>
            <Link to="/tickets/$id" params={{ id: one.id }} search={{}}>
              {t('compose.go_on', { number: one.case_number })}
            </Link>
            <span>{one.title}</span>
            <small>{formatDay(one.updated)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
