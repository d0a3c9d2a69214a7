import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type SearchQuery, withoutPiece } from '#contract/search-query.ts';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import c from './search.module.css';

type Props = {
  asked: string;
  query: SearchQuery;
  unknown: readonly { operator: string; value: string }[];
  putAway: { spam: number; trash: number };
  hasCustomers: boolean;
  onSet: (text: string) => void;
};

/** What was looked for, piece by piece, each of which can be left out; and where it was not looked. */
export function NothingFound({ asked, query, unknown, putAway, hasCustomers, onSet }: Props) {
  const { t } = useTranslation();
  const pieces = [...query.words, ...query.filters, ...query.numbers].sort((a, b) => a.from - b.from);
  const nameless = unknown.map(({ operator, value }) =>
    t(`search.unknown.${operator as 'tag' | 'in' | 'assignee'}`, { value }),
  );
  return (
    <div className={c.nothing}>
      <Empty title={t(hasCustomers ? 'search.no_tickets' : 'search.nothing')}>
        {nameless.length > 0 ? nameless.join(' ') : t('search.looked_everywhere')}
      </Empty>
      {pieces.length > 1 && (
        <fieldset className={c.pieces}>
          <legend>{t('search.leave_out')}</legend>
          {pieces.map((one) => (
            <Button
              key={one.from}
              size="compact-sm"
              variant="default"
              data-result
              rightSection={<Icon of={IconX} size={14} />}
              aria-label={t('search.leave_out_one', { text: asked.slice(one.from, one.to) })}
              onClick={() => onSet(withoutPiece(asked, one))}
            >
              {asked.slice(one.from, one.to)}
            </Button>
          ))}
        </fieldset>
      )}
      {(['spam', 'trash'] as const).map(
        (where) =>
          putAway[where] > 0 && (
            <Button key={where} variant="default" data-result onClick={() => onSet(`${asked} in:${where}`)}>
              {t(`search.put_away.${where}`, { count: putAway[where] })}
            </Button>
          ),
      )}
    </div>
  );
}
