import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type SearchQuery, searchTermsMax } from '#contract/search-query.ts';
import { problemText } from '../../i18n/problem-text.ts';
import { countText } from '../../ui/count-text.ts';
import { ButtonLink } from '../../ui/link-parts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { CustomerRow } from './found-customer.tsx';
import { TicketRow } from './found-ticket.tsx';
import { NothingFound } from './nothing-found.tsx';
import c from './search.module.css';
import type { Found } from './use-found.ts';
import type { FoundPicks } from './use-found-picks.ts';

type Props = {
  asked: string;
  query: SearchQuery;
  of: Found;
  picks: FoundPicks;
  /** Another search in its place. */
  onSet: (text: string) => void;
  onOpen: () => void;
};

export function SearchResults({ asked, query, of, picks, onSet, onOpen }: Props) {
  const { t } = useTranslation();
  const { query: found, first, tickets } = of;
  const [problem] = query.problems;
  if (problem)
    return (
      <p role="alert" className={c.problem}>
        {problemText({ key: problem.key, message: problem.key, values: { ...problem, max: searchTermsMax } })}
      </p>
    );
  if (found.isError) return <Problem error={found.error} retry={() => void found.refetch()} />;
  if (!first) return <Ghosts />;
  const total = { count: first.tickets_total, isCapped: first.is_capped };
  const customers = { count: first.customers.length, isCapped: first.customers_are_capped };
  return (
    <div data-old={found.isPlaceholderData || undefined} className={c.found}>
      <p role="status" className="sr">
        {found.isPlaceholderData
          ? ''
          : t('search.said', { tickets: countText(total), customers: countText(customers) })}
      </p>
      {first.customers.length > 0 && (
        <section aria-labelledby="found-customers">
          <h2 id="found-customers">
            {t('search.customers')} <small>{countText(customers)}</small>
          </h2>
          <ul>
            {first.customers.map((one) => (
              <CustomerRow key={one.id} customer={one} onOpen={onOpen} />
            ))}
          </ul>
          {customers.isCapped && (
            <ButtonLink
              variant="default"
              className={c.more ?? ''}
              to="/$entity/search"
              params={{ entity: 'customers' }}
              search={{ q: query.words.map(({ text }) => text).join(' ') }}
              onClick={onOpen}
            >
              {t('search.more_customers')}
            </ButtonLink>
          )}
        </section>
      )}
      {tickets.length > 0 && (
        <section aria-labelledby="found-tickets">
          <h2 id="found-tickets">
            {t('search.tickets')} <small>{countText(total)}</small>
          </h2>
          <ul>
            {tickets.map((one) => (
              <TicketRow key={one.id} ticket={one} asked={asked} picks={picks} onOpen={onOpen} />
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
