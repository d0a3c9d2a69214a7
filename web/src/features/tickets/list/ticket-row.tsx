import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCalendarTime,
  IconCircleCheck,
  IconHandStop,
  IconMailCheck,
  IconMailOff,
  IconPaperclip,
  IconPencil,
  IconRotate,
  IconTrashOff,
  IconUserPlus,
  IconWritingSign,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { aheadWithin, formatAhead, formatSoon } from '../../../i18n/time.ts';
import { ChannelIcon } from '../../../ui/channel-icon.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { AgentFace } from '../../../ui/face.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TickBox } from '../../../ui/tick-box.tsx';
import { OthersHere } from '../../../ui/together/others-here.tsx';
import { useLongPress } from '../../../ui/use-long-press.ts';
import type { TicketActions } from '../actions/use-ticket-actions.ts';
import { customerNameOf, isOurs, type Ticket } from '../ticket-queries.ts';
import { Leaves } from '../trash/leaves.tsx';
import type { TicketSearch } from '../views/ticket-search.ts';
import { WaitingFuse } from '../waiting-fuse.tsx';
import { rememberOpened } from './last-place.ts';
import c from './ticket-row.module.css';

type Props = {
  ticket: Ticket;
  search: TicketSearch;
  /** In the list, from 0, and how far below its top that is. */
  place: number;
  top: number;
  /** How many rows the list has; -1: nobody knows. */
  among: number;
  isPicked: boolean;
  isPicking: boolean;
  isGone: boolean;
  isChanged: boolean;
  /** The company of its product, where another one's looks alike. */
  whose: string | undefined;
  me: number;
  onToggle: (id: number, range: boolean) => void;
  act: (name: keyof RowActions, ticket: Ticket) => void;
};
export type RowActions = Pick<TicketActions, 'resolve' | 'reopen' | 'restore' | 'assignToMe'>;

const tagsShown = 2;

/** One ticket of the list. The row is a link; what can be pressed in it lies above the link. */
export const TicketRow = memo(function TicketRow(props: Props) {
  const { ticket, search, isPicked, isPicking, isGone, isChanged, onToggle } = props;
  const { t } = useTranslation();
  // Its buttons are drawn for a mouse that is there: a list that flies past has none.
  const [isOver, over] = useState(false);
  const press = useLongPress(() => onToggle(ticket.id, false));
  const customer = customerNameOf(ticket) || t('tickets.no_name');
  const open = (event: MouseEvent) => {
    // While rows are being picked by touch, a tap picks.
    if (!isPicking || !window.matchMedia('(hover: none)').matches) return rememberOpened(ticket.id, props.place);
    event.preventDefault();
    onToggle(ticket.id, false);
  };
  return (
    <li
      className={c.row}
      style={{ top: props.top }}
      aria-setsize={props.among}
      aria-posinset={props.place + 1}
      data-ticket={ticket.id}
      data-place={props.place}
      data-unread={ticket.is_unread || undefined}
      data-on={isPicked || undefined}
      data-picking={isPicking || undefined}
      data-gone={isGone || undefined}
      data-changed={isChanged || undefined}
      {...press}
      onPointerEnter={(event) => over(event.pointerType === 'mouse')}
      onPointerLeave={() => over(false)}
    >
      <Link
        to="/tickets/$id"
        params={{ id: ticket.id }}
        search={search}
        className={c.link}
        aria-label={t('tickets.open_row', { customer, title: ticket.title, number: ticket.case_number })}
        onClick={open}
        draggable={false}
      />
      <span className={c.gutter}>
        <TickBox
          checked={isPicked}
          onChange={(event) => onToggle(ticket.id, (event.nativeEvent as globalThis.MouseEvent).shiftKey)}
          aria-label={t('tickets.select_row', { number: ticket.case_number })}
          tabIndex={-1}
        />
      </span>
      <span className={c.channel}>
        <ChannelIcon of={ticket.channel} />
      </span>
      <span className={`${c.cell} ${c.who}`}>
        <span className={c.first}>
          <span className={c.cut}>{customer}</span>
        </span>
        <span className={c.second}>
          <Chip of={ticket.product} whose={props.whose} />
          <span className={c.number}>{ticket.case_number}</span>
        </span>
      </span>
      <span className={`${c.cell} ${c.what}`}>
        <span className={c.first}>
          <span className={c.cut}>{ticket.title}</span>
          {ticket.message_count > 1 && <span className={c.number}>{ticket.message_count}</span>}
        </span>
        <LastWord ticket={ticket} />
      </span>
      <span className={c.marks}>
        <OthersHere ticketId={ticket.id} me={props.me} />
        <Tags of={ticket.tags} />
        <DraftMark ticket={ticket} />
        {ticket.has_side_answer === 1 && (
          <span role="img" aria-label={t('tickets.side_answer')} title={t('tickets.side_answer')} className={c.beside}>
            <Icon of={IconMailCheck} size={16} />
          </span>
        )}
        {ticket.has_attachments === 1 && (
          <span role="img" aria-label={t('tickets.has_attachments')} className={c.clip}>
            <Icon of={IconPaperclip} size={16} />
          </span>
        )}
        {isOver && <Quick {...props} />}
      </span>
      <span className={c.assignee}>
        <AgentFace name={ticket.users.name} avatar={ticket.users.avatar} />
      </span>
      <span className={c.wait}>
        {ticket.is_deleted ? (
          <Leaves ticket={ticket} />
        ) : ticket.snoozed_until ? (
          <Wakes at={ticket.snoozed_until} />
        ) : isMixed(search) && ticket.view_type !== '' ? (
          <span className={c.wakes}>{t(`tickets.state.${ticket.view_type}`)}</span>
        ) : (
          <WaitingFuse since={ticket.waiting_since} />
        )}
      </span>
    </li>
  );
});

/** The first of them; how many more wait in the ticket, and which. */
export function Tags({ of }: { of: Ticket['tags'] }) {
  const others = of.slice(tagsShown).map(({ name }) => name);
  return (
    <>
      {of.slice(0, tagsShown).map(({ id, name }) => (
        <span key={id} className={c.tag}>
          {name}
        </span>
      ))}
      {others.length > 0 && (
        <span role="img" aria-label={others.join(', ')} title={others.join(', ')} className={c.tag}>
          +{others.length}
        </span>
      )}
    </>
  );
}

/** What is done stands beside what is not. */
const isMixed = ({ view }: TicketSearch) => view === 'mentions' || view === 'drafts';

const draftGlyphs = { begun: IconPencil, scheduled: IconCalendarTime, held: IconHandStop };

/** One's own, also where it waits for its time or was held; or a colleague's: whoever is about to answer sees that somebody has begun. */
function DraftMark({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { draft_state: mine, draft_by: other } = ticket;
  if (!mine && other === null) return null;
  const words = mine ? t(`tickets.draft.${mine}`) : t('tickets.draft_by', { name: other });
  return (
    <span role="img" aria-label={words} title={words} className={c.draft} data-of={mine ?? 'other'}>
      <Icon of={mine ? draftGlyphs[mine] : IconWritingSign} size={16} />
    </span>
  );
}

/** The first line of the last message; when it is ours, an arrow and `You:` say so, or that it reached nobody. */
export function LastWord({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { is_undelivered: isUndelivered } = ticket;
  const line = ticket.message || t('tickets.no_text');
  return (
    <span className={c.second} data-undelivered={isUndelivered || undefined}>
      {isOurs(ticket) && <Icon of={isUndelivered ? IconMailOff : IconArrowBackUp} size={14} />}
      <span className={c.cut}>
        {isOurs(ticket) ? t(isUndelivered ? 'tickets.undelivered' : 'tickets.you_said', { line }) : line}
      </span>
    </span>
  );
}

/** Who put it off waits for that, and the customer's wait is no hurry. */
function Wakes({ at }: { at: string }) {
  const { t } = useTranslation();
  return (
    <span className={c.wakes} title={formatAhead(at)}>
      <span className="sr">{t('tickets.wakes', { at: aheadWithin(at) })}</span>
      <span aria-hidden>{formatSoon(at)}</span>
    </span>
  );
}

/** For the mouse: what the toolbar and the keys do too, so it stays out of the tab order. */
function Quick({ ticket, me, isPicking, act }: Props) {
  const { t } = useTranslation();
  if (isPicking) return null;
  const number = ticket.case_number;
  const done = ticket.view_type === 'resolved' ? 'reopen' : 'resolve';
  const buttons = ticket.is_deleted
    ? ([['restore', IconTrashOff]] as const)
    : ([
        [done, done === 'resolve' ? IconCircleCheck : IconRotate],
        ...(ticket.assignee_id === me ? [] : ([['assignToMe', IconUserPlus]] as const)),
      ] as const);
  return (
    <span className={c.quick}>
      {buttons.map(([name, icon]) => (
        <Tooltip key={name} label={t(`tickets.act.${name}`)}>
          <ActionIcon
            size={28}
            tabIndex={-1}
            aria-label={t('tickets.act_on', { action: t(`tickets.act.${name}`), number })}
            onClick={() => act(name, ticket)}
          >
            <Icon of={icon} />
          </ActionIcon>
        </Tooltip>
      ))}
    </span>
  );
}
