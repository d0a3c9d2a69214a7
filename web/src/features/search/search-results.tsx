import { Button, Skeleton } from '@mantine/core';
import {
  IconAddressBook,
  IconArrowForwardUp,
  IconHash,
  IconLock,
  IconMail,
  IconPaperclip,
  IconTag,
  IconTicket,
} from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type FoundCustomer, type FoundTicket, find, foundTicketsPerCallMax } from '#contract/search.ts';
import type { SearchQuery } from '#contract/search-query.ts';
import { call } from '../../api/call.ts';
import { problemText } from '../../i18n/problem-text.ts';
import { formatDay, formatFull, formatNumber } from '../../i18n/time.ts';
import { Chip } from '../../ui/chip.tsx';
import { Face } from '../../ui/face.tsx';
import { type Glyph, Icon } from '../../ui/icon.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { Problem } from '../../ui/problem.tsx';
import { NothingFound } from './nothing-found.tsx';
import { placeOfHit } from './place-of-hit.ts';
import c from './search.module.css';

type Props = {
  asked: string;
  query: SearchQuery;
  /** Another search in its place. */
  onSet: (text: string) => void;
  onOpen: () => void;
};

export function SearchResults({ asked, query, onSet, onOpen }: Props) {
  const { t } = useTranslation();
  const [problem] = query.problems;
  const found = useInfiniteQuery({
    queryKey: ['search', find.path, asked],
    queryFn: ({ signal, pageParam }) =>
      call(find, { query: asked, tickets: foundTicketsPerCallMax, from: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      pages.length * foundTicketsPerCallMax < last.tickets_total ? pages.length * foundTicketsPerCallMax : undefined,
    enabled: problem === undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (problem)
    return (
      <p role="alert" className={c.problem}>
        {problemText({ key: problem.key, message: problem.key, values: { ...problem, max: query.words.length } })}
      </p>
    );
  if (found.isError) return <Problem error={found.error} retry={() => void found.refetch()} />;
  const [first] = found.data?.pages ?? [];
  if (!first) return <Ghosts />;
  const tickets = found.data?.pages.flatMap((page) => page.tickets) ?? [];
  const total = { count: first.tickets_total, isCapped: first.is_capped };
  return (
    <div data-old={found.isPlaceholderData || undefined} className={c.found}>
      <p role="status" className="sr">
        {found.isPlaceholderData
          ? ''
          : t('search.said', { tickets: countText(total), customers: formatNumber(first.customers.length) })}
      </p>
      {first.customers.length > 0 && (
        <section aria-labelledby="found-customers">
          <h2 id="found-customers">{t('search.customers')}</h2>
          <ul>
            {first.customers.map((one) => (
              <CustomerRow key={one.id} customer={one} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      )}
      {tickets.length > 0 && (
        <section aria-labelledby="found-tickets">
          <h2 id="found-tickets">
            {t('search.tickets')} <small>{countText(total)}</small>
          </h2>
          <ul>
            {tickets.map((one) => (
              <TicketRow key={one.id} ticket={one} asked={asked} onOpen={onOpen} />
            ))}
          </ul>
          {found.hasNextPage && (
            <Button
              variant="default"
              className={c.more ?? ''}
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {t('search.more')}
            </Button>
          )}
          {first.is_capped && !found.hasNextPage && <p className={c.capped}>{t('search.capped')}</p>}
        </section>
      )}
      {tickets.length === 0 && !found.isPlaceholderData && (
        <NothingFound
          asked={asked}
          query={query}
          unknown={first.unknown}
          putAway={first.put_away}
          hasCustomers={first.customers.length > 0}
          onSet={onSet}
        />
      )}
    </div>
  );
}

const countText = ({ count, isCapped }: { count: number; isCapped: boolean }) =>
  `${formatNumber(count)}${isCapped ? '+' : ''}`;

const icons: Record<FoundTicket['hit']['source'], Glyph> = {
  number: IconHash,
  title: IconTicket,
  message: IconMail,
  note: IconLock,
  side: IconArrowForwardUp,
  attachment: IconPaperclip,
  customer: IconAddressBook,
  tag: IconTag,
};

function TicketRow({ ticket, asked, onOpen }: { ticket: FoundTicket; asked: string; onOpen: () => void }) {
  const { t } = useTranslation();
  const { hit, product } = ticket;
  return (
    <li className={c.row} data-note={hit.source === 'note' || undefined}>
      <Link
        data-result
        className={c.link}
        to="/tickets/$id"
        params={{ id: ticket.id }}
        search={{ search: asked }}
        hash={placeOfHit(hit)}
        onClick={onOpen}
      >
        <span className={c.source} title={t(`search.sources.${hit.source}`)}>
          <Icon of={icons[hit.source]} size={16} />
          <span className="sr">{t(`search.sources.${hit.source}`)}</span>
        </span>
        <span className={c.who}>
          <b className={c.title}>
            <MarkedText of={ticket.customer} />
          </b>
          <span className={c.second}>
            <Chip of={product} />
            <span className={c.number}>
              <MarkedText of={ticket.case_number} />
            </span>
          </span>
        </span>
        <span className={c.what}>
          <span className={c.title}>
            <MarkedText of={ticket.title} />
          </span>
          <span className={c.excerpt}>
            {hit.author !== '' && <i>{hit.author}: </i>}
            <MarkedText of={hit} />
          </span>
        </span>
        <span className={c.state}>
          <State of={ticket} />
        </span>
        <time className={c.time} dateTime={ticket.updated} title={formatFull(ticket.updated)}>
          {formatDay(ticket.updated)}
        </time>
      </Link>
    </li>
  );
}

function State({ of: { is_deleted, is_spam, view_type } }: { of: FoundTicket }) {
  const { t } = useTranslation();
  if (is_deleted === 1) return t('tickets.views.trash');
  if (is_spam === 1) return t('tickets.views.spam');
  return view_type === '' ? null : t(`search.states.${view_type}`);
}

function CustomerRow({ customer, onOpen }: { customer: FoundCustomer; onOpen: () => void }) {
  const { t } = useTranslation();
  const { name, email, phone } = customer;
  return (
    <li className={c.row}>
      <Link
        data-result
        className={c.link}
        to="/$entity/$id/edit"
        params={{ entity: 'customers', id: customer.id }}
        onClick={onOpen}
      >
        <span className={c.source}>
          <Face name={name.text || (email?.text ?? '?')} size={20} />
        </span>
        <span className={c.who}>
          <b className={c.title}>
            <MarkedText of={name.text === '' && email ? email : name} />
          </b>
        </span>
        <span className={c.what}>
          <span className={c.excerpt}>
            {name.text !== '' && email && <MarkedText of={email} />}
            {phone && (
              <>
                {' '}
                <MarkedText of={phone} />
              </>
            )}
          </span>
        </span>
        <span className={c.state}>{customer.is_deleted === 1 && t('list.segments.disabled')}</span>
        <span className={c.time}>{t('search.tickets_of', { count: customer.tickets })}</span>
      </Link>
    </li>
  );
}

function Ghosts() {
  return (
    <div className={c.found} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((n) => (
        <div key={n} className={c.ghost}>
          <Skeleton height={12} width="30%" />
          <Skeleton height={12} width={`${85 - n * 7}%`} />
        </div>
      ))}
    </div>
  );
}
