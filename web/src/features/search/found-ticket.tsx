import {
  IconAddressBook,
  IconArrowForwardUp,
  IconHash,
  IconLock,
  IconPaperclip,
  IconTag,
  IconTicket,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FoundTicket } from '#contract/search.ts';
import { formatDay, formatFull } from '../../i18n/time.ts';
import { channelGlyphs } from '../../ui/channel-glyphs.ts';
import { Chip } from '../../ui/chip.tsx';
import { type Glyph, Icon } from '../../ui/icon.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { TickBox } from '../../ui/tick-box.tsx';
import { useLongPress } from '../../ui/use-long-press.ts';
import { placeOfHit } from './place-of-hit.ts';
import c from './search.module.css';
import type { FoundPicks } from './use-found-picks.ts';

const icons: Record<Exclude<FoundTicket['hit']['source'], 'message'>, Glyph> = {
  number: IconHash,
  title: IconTicket,
  note: IconLock,
  side: IconArrowForwardUp,
  attachment: IconPaperclip,
  customer: IconAddressBook,
  tag: IconTag,
};

type Props = { ticket: FoundTicket; asked: string; picks: FoundPicks; onOpen: () => void };

/** One find. The row is a link; the box to pick it by lies above. */
export function TicketRow({ ticket, asked, picks, onOpen }: Props) {
  const { t } = useTranslation();
  const { id, hit, product } = ticket;
  const isPicking = picks.picked.length > 0;
  const isPicked = picks.picked.includes(id);
  const press = useLongPress(() => picks.toggle(id, false));
  const open = (event: MouseEvent) => {
    // While rows are being picked by touch, a tap picks.
    if (!isPicking || !window.matchMedia('(hover: none)').matches) return onOpen();
    event.preventDefault();
    picks.toggle(id, false);
  };
  return (
    <li
      className={c.row}
      data-ticket={id}
      data-note={hit.source === 'note' || undefined}
      data-on={isPicked || undefined}
      data-picking={isPicking || undefined}
      {...press}
    >
      <TickBox
        className={c.box ?? ''}
        checked={isPicked}
        onChange={(event) => picks.toggle(id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
        aria-label={t('tickets.select_row', { number: ticket.case_number.text })}
        tabIndex={-1}
      />
      <Link
        data-result
        className={c.link}
        to="/tickets/$id"
        params={{ id }}
        search={{ search: asked }}
        hash={placeOfHit(hit)}
        onClick={open}
        draggable={false}
      >
        <span className={c.source} title={t(`search.sources.${hit.source}`)}>
          <Icon of={hit.source === 'message' ? channelGlyphs[ticket.channel] : icons[hit.source]} size={16} />
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
