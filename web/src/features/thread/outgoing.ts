import type { Address, Attachment } from '#contract/messages.ts';
import type { Message } from './message.ts';

/** What a person wrote and the server has not answered for yet. It is kept in the browser until it has. */
export type Outgoing = {
  /** Chosen once: a retry is the same letter. */
  readonly client_id: string;
  readonly ticket_id: number;
  readonly kind: 'reply' | 'note';
  readonly body_html: string;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly bcc: readonly Address[];
  readonly attachments: readonly Attachment[];
  /** Null: from the mailbox's own address. */
  readonly from: string | null;
  readonly in_reply_to: number | null;
  /** Templates it was written with; absent in what an older Parley kept. */
  readonly template_ids?: readonly number[] | undefined;
  /** Resolve the ticket once it has gone. */
  readonly resolves: boolean;
  /** When it was written, `YYYY-MM-DD HH:mm:ss` UTC. */
  readonly written_at: string;
  readonly state: OutgoingState;
};

/**
 * `sending`: on its way to the server. `waiting`: the server could not be reached, it may even have taken the letter;
 * only the same client_id may be tried again. `refused`: the server said no, so it may also be changed.
 */
export type OutgoingState =
  | { readonly is: 'sending' }
  | { readonly is: 'waiting' }
  | { readonly is: 'refused'; readonly key: string; readonly message: string };

type Me = { id: number; name: string; avatar?: string | null };

/** The thread with what is on its way below it. What the server already shows is not shown twice. */
export function withOutgoing(messages: readonly Message[], outgoing: readonly Outgoing[], me: Me): Message[] {
  const known = new Set(messages.map((message) => message.client_id));
  return [...messages, ...outgoing.filter((one) => !known.has(one.client_id)).map((one) => asMessage(one, me))];
}

/** A pending letter in the shape of a message, so that it is drawn like one. Its id is 0: it has none yet. */
function asMessage(one: Outgoing, me: Me): Message {
  const note = one.kind === 'note';
  return {
    id: 0,
    company_id: 0,
    ticket_id: one.ticket_id,
    origin_ticket_id: one.ticket_id,
    channel: 'mail',
    kind: note ? 'note' : 'outbound',
    direction: 2,
    author: { kind: 'user', id: me.id, name: me.name, avatar: me.avatar ?? null },
    from: null,
    to: [...one.to],
    cc: [...one.cc],
    bcc: [...one.bcc],
    subject: '',
    body_html: one.body_html,
    body_text: '',
    quoted_text: '',
    has_quote: 0,
    remote_images: 0,
    mail_kind: null,
    event: null,
    attachments: [...one.attachments],
    delivery: null,
    client_id: one.client_id,
    is_verified: null,
    has_source: 0,
    added: one.written_at,
  };
}
