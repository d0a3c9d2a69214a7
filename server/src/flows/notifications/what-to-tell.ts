import type { NotificationKind } from '#contract/settings.ts';
import type { News } from './news-queries.ts';

/** Something that concerns one person, or everybody who sees the ticket and wants to hear of such. */
export type Telling = {
  readonly kind: NotificationKind;
  readonly to: number | 'everybody';
  /** Or a letter that has none yet. */
  readonly ticket: NonNullable<News['ticket'] | News['letter']>;
  readonly messageId: number | null;
  /** Who did it, or whom it did not reach. */
  readonly who: string;
  /** Nobody is told of what they did themselves. */
  readonly except: number | null;
  /** Somebody has to look: where that person may see the ticket no more, whoever has it, or who looks after the company. */
  readonly isUrgent?: true;
};

/** What is old news is none: a server that comes back after a day does not ring for it. */
const staleSeconds = 3600;

export function whatToTell(news: News): readonly Telling[] {
  const { ticket, letter, message } = news;
  if (news.age_seconds > staleSeconds) return [];
  if (letter) {
    const { user_id: to, customer: who } = letter;
    return [{ kind: 'letter_held', to, ticket: letter, messageId: null, who, except: null }];
  }
  if (!ticket) return [];
  // A letter that did not leave is told of even from the trash: somebody counts on it.
  if (ticket.is_hidden && news.held_for === null) return [];
  const except = news.actor_kind === 'user' ? news.actor_id : null;
  const telling = (kind: NotificationKind, to: Telling['to'], who: string): Telling => ({
    kind,
    to,
    ticket,
    who,
    except,
    messageId: message?.id ?? null,
  });
  if (news.held_for !== null) return [{ ...telling('letter_held', news.held_for, ticket.customer), isUrgent: true }];
  if (news.entity === 'tickets') {
    if (news.action === 'created') return [telling('new_ticket', 'everybody', ticket.customer)];
    const to = news.assigned_to;
    return to !== null && to === ticket.assignee_id ? [telling('assigned', to, news.actor_name ?? '')] : [];
  }
  if (!message) return [];
  if (news.action === 'updated' && message.has_failed && message.author_kind === 'user' && message.author_id !== null)
    return [telling('not_delivered', message.author_id, message.to)];
  const named = message.mentioned.map((to) => telling('mentioned', to, message.author_name));
  if (news.action === 'updated' && message.kind === 'note') return named;
  if (news.action !== 'created') return [];
  if (message.kind === 'note') {
    const { assignee_id } = ticket;
    // Who is named hears that, and not a second time that there is a note.
    const isToldAnyway = assignee_id === null || message.mentioned.includes(assignee_id);
    return isToldAnyway ? named : [...named, telling('noted', assignee_id, message.author_name)];
  }
  // Whoever has it by now; of a ticket that nobody has, who put it off.
  const waker = ticket.assignee_id ?? message.put_off_by;
  if (message.event_key === 'woke_by_time' && waker !== null) return [telling('woke', waker, ticket.customer)];
  if (message.kind === 'side_inbound' && message.is_human) {
    const { side_opened_by: asker, author_name: who } = message;
    const waiting = new Set([ticket.assignee_id, asker].filter((id) => id !== null));
    const told = [...waiting].map((to) => telling('side_answered', to, who));
    // Whoever asked may be elsewhere by now: somebody is to look.
    return ticket.assignee_id === null
      ? [...told, { ...telling('unassigned_replied', 'everybody', who), except: asker }]
      : told;
  }
  // The first letter of a ticket is told as the ticket.
  if (message.kind !== 'inbound' || !message.is_human || message.is_first) return [];
  return [
    ticket.assignee_id === null
      ? telling('unassigned_replied', 'everybody', message.author_name)
      : telling('customer_replied', ticket.assignee_id, message.author_name),
  ];
}
