import { IconMailPlus, IconNotes, IconPhone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { myNewLetters, type NewLetter } from '#contract/new-letters.ts';
import { callQuery } from '../../../api/call.ts';
import { aheadWithin, formatDay, formatFull } from '../../../i18n/time.ts';
import { Icon } from '../../../ui/icon.tsx';
import r from '../list/ticket-row.module.css';
import type { TicketSearch } from '../views/ticket-search.ts';
import { isFiltered } from '../views/ticket-views.ts';
import c from './begun-letters.module.css';

type Props = {
  search: TicketSearch;
  /** In the place of them and of tickets, where there is neither. Null: there are tickets, or nobody knows yet. */
  none: ReactNode;
  /** Moves the focus by so many rows. */
  onMove: (by: number) => void;
};

const icons = { mail: IconMailPlus, call: IconPhone, note: IconNotes };

/** Above the tickets with drafts: what has no ticket yet, because it is not finished, or waits for its time, or was held. */
export default function BegunLetters({ search, none, onMove }: Props) {
  const { t } = useTranslation();
  const { data, isError } = useQuery(callQuery(myNewLetters, {}));
  const letters = data?.letters.filter((one) => isAmong(search, one)) ?? [];
  if (letters.length === 0) return data || isError ? none : null;
  return (
    <section
      className={c.letters}
      data-above
      aria-label={t('compose.mine')}
      onKeyDown={(event) => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        onMove(by);
      }}
    >
      <ul>
        {letters.map((one) => (
          <Row key={one.client_id} of={one} />
        ))}
      </ul>
    </section>
  );
}

/** What can be taken back for a moment has left. A letter has a product, and nothing else that tickets are chosen by. */
function isAmong(search: TicketSearch, { state, why, product_id }: NewLetter): boolean {
  if (state === 'waiting' && why === 'undo') return false;
  if (isFiltered(search) || search.team !== undefined) return false;
  return search.product === undefined || search.product === product_id;
}

function Row({ of }: { of: NewLetter }) {
  const { t } = useTranslation();
  const [first] = of.to;
  const more = of.to.length - 1;
  const to = first ? (first.name || first.address) + (more > 0 ? ` +${more}` : '') : '';
  const subject = of.subject || t('compose.drafts.no_subject');
  const kind = t(`compose.kinds.${of.type}`);
  const at = of.send_at ?? of.updated;
  const isHeld = of.state === 'held';
  const waits = t('compose.waiting.at', { time: aheadWithin(at) });
  const state = isHeld ? t('compose.drafts.held') : of.state === 'waiting' ? waits : formatDay(at);
  return (
    <li className={r.row}>
      <Link
        to="/compose"
        search={{ letter: of.client_id }}
        className={r.link}
        aria-label={[kind, to, subject, state].filter(Boolean).join(', ')}
        draggable={false}
      />
      <span className={r.gutter} />
      <span className={r.channel}>
        <Icon of={icons[of.type]} />
      </span>
      <span className={`${r.cell} ${r.who}`}>
        <span className={r.first}>
          <span className={r.cut}>{to || t('compose.drafts.nobody')}</span>
        </span>
        <span className={r.second}>
          <span className={c.kind}>{kind}</span>
        </span>
      </span>
      <span className={`${r.cell} ${r.what}`}>
        <span className={r.first}>
          <span className={r.cut}>{subject}</span>
        </span>
        <span className={r.second}>
          <span className={r.cut}>{of.line}</span>
        </span>
      </span>
      <span className={c.when} data-bad={isHeld || undefined} title={isHeld ? undefined : formatFull(at)}>
        {state}
      </span>
    </li>
  );
}
