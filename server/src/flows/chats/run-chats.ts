import { type Chat, type ChatMessageRow, type HeldChat, readChatsOf, readMessagesByIds } from '#domain/chats/index.ts';
import type { Watched } from '#domain/watching/index.ts';
import type { Database } from '#platform/database.ts';
import type { RecordedEvent } from '#platform/events.ts';
import type { Log } from '#platform/log.ts';
import type { Ear } from '../realtime/run-realtime.ts';
import type { Watching } from '../watching/run-watching.ts';
import type { VisitorSeat } from '../watching/seat-visitors.ts';

export type ChatNews =
  | { readonly kind: 'messages'; readonly chat: Chat; readonly messages: readonly ChatMessageRow[] }
  | { readonly kind: 'typing'; readonly key: string; readonly name: string | null }
  /** Something could not be told: the window asks for what it missed. */
  | { readonly kind: 'again' };

/** A chat window somewhere on the web: told of its visitor's conversations while it is open. */
export type ChatWindow = {
  readonly companyId: number;
  /** Theirs, and those of their other devices. */
  readonly visitorIds: readonly number[];
  readonly visitorId: number;
  send(news: ChatNews): void;
};

export type InChat = {
  /** Their conversations, as they stand. */
  know(chats: readonly HeldChat[]): void;
  type(key: string, isTyping: boolean): void;
  leave(): void;
};

export type Chats = { enter(window: ChatWindow): InChat };

/**
 * Tells visitors what is said in their chats and who writes, from the same log and the same list of who is where that the
 * desks are told from. What a window misses it asks for when it comes back, so nothing is kept here for it.
 */
export function runChats({
  db,
  hear,
  watching,
  log,
}: {
  db: Database;
  hear: (ear: Ear) => void;
  watching: Pick<Watching, 'seatVisitor' | 'hear'>;
  log: Log;
}): Chats {
  const windows = new Set<Told>();
  /** Who looks at which ticket, of those that are open here: that of their chat, and the one that it was merged into. */
  const byTicket = new Map<number, Set<Told>>();
  const byVisitor = new Map<number, Set<Told>>();

  /** A conversation of a window: it sits at the ticket that it is a part of. */
  type Held = {
    readonly key: string;
    livesIn: number;
    seat: VisitorSeat | undefined;
    /** Who writes there, as the window was told last. */
    writer: string | null;
  };
  type Told = ChatWindow & { readonly held: Map<number, Held> };

  function follow(told: Told, chats: readonly HeldChat[]): void {
    for (const { ticketId, livesIn, key, state } of chats) {
      const one = told.held.get(ticketId) ?? { key, livesIn, seat: undefined, writer: null };
      told.held.set(ticketId, one);
      addTo(byTicket, ticketId, told);
      if (one.livesIn !== livesIn) {
        one.seat?.leave();
        one.seat = undefined;
        if (!isNeeded(told, one.livesIn)) dropFrom(byTicket, one.livesIn, told);
        one.livesIn = livesIn;
      }
      addTo(byTicket, livesIn, told);
      const { companyId, visitorId } = told;
      if (state === 'open') one.seat ??= watching.seatVisitor({ companyId, ticketId: livesIn, visitorId });
    }
  }

  const isNeeded = (told: Told, ticketId: number) =>
    told.held.has(ticketId) || [...told.held.values()].filter((one) => one.livesIn === ticketId).length > 1;

  async function tell(events: readonly RecordedEvent[]): Promise<void> {
    // A conversation that began just now, perhaps in another tab or another process.
    for (const event of events)
      if (event.entity === 'chats' && event.action === 'created' && event.ticket_id !== null)
        for (const told of byVisitor.get(Number(event.params.visitor_id)) ?? [])
          follow(told, [
            { ticketId: event.ticket_id, livesIn: event.ticket_id, key: String(event.params.key), state: 'open' },
          ]);
    const ours = events.filter((event) => event.ticket_id !== null && byTicket.has(event.ticket_id));
    if (ours.length === 0) return;
    const tickets = [...new Set(ours.map((event) => Number(event.ticket_id)))];
    const written = ours.filter((event) => event.entity === 'messages').map((event) => event.entity_id);
    const companies = [...new Set(ours.flatMap((event) => event.company_id ?? []))];
    const { chats, messages } = await db.transaction({ companies }, async (tx) => {
      const [found, said] = await Promise.all([readChatsOf(tx, tickets), readMessagesByIds(tx, written)]);
      return { chats: found, messages: said };
    });
    for (const chat of chats)
      for (const told of [...(byTicket.get(chat.ticketId) ?? [])]) {
        const before = told.held.get(chat.ticketId);
        if (!before) continue;
        // It was merged, or came back from a merge: from here on it is told of what happens there.
        if (before.livesIn !== chat.livesIn) follow(told, [chat]);
        told.send({ kind: 'messages', chat, messages: messages.get(chat.ticketId) ?? [] });
      }
  }

  hear({
    isOpen: () => windows.size > 0,
    hear: (events) =>
      tell(events).catch((error: unknown) => {
        log.warn({ err: error }, 'chats: windows could not be told');
        for (const told of windows) told.send({ kind: 'again' });
      }),
  });

  watching.hear((news: readonly Watched[]) => {
    for (const { ticketId, watchers } of news) {
      const writing = watchers.find((one) => one.is_visitor === 0 && one.doing === 'replying');
      const writer = writing?.name.split(' ')[0] ?? null;
      for (const told of byTicket.get(ticketId) ?? [])
        for (const one of told.held.values()) {
          if (one.livesIn !== ticketId || one.writer === writer) continue;
          one.writer = writer;
          told.send({ kind: 'typing', key: one.key, name: writer });
        }
    }
  });

  return {
    enter(window) {
      const told: Told = { ...window, held: new Map() };
      windows.add(told);
      for (const id of window.visitorIds) addTo(byVisitor, id, told);
      return {
        know: (chats) => follow(told, chats),
        type: (key, isTyping) => {
          for (const one of told.held.values()) if (one.key === key) one.seat?.type(isTyping);
        },
        leave: () => {
          windows.delete(told);
          for (const id of told.visitorIds) dropFrom(byVisitor, id, told);
          for (const [ticketId, { livesIn, seat }] of told.held) {
            seat?.leave();
            for (const id of [ticketId, livesIn]) dropFrom(byTicket, id, told);
          }
        },
      };
    },
  };
}

function addTo<T>(map: Map<number, Set<T>>, id: number, one: T): void {
  const all = map.get(id) ?? new Set<T>();
  map.set(id, all.add(one));
}

function dropFrom<T>(map: Map<number, Set<T>>, id: number, one: T): void {
  const all = map.get(id);
  all?.delete(one);
  if (all?.size === 0) map.delete(id);
}
