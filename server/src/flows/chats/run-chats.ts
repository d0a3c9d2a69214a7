import {
  type Chat,
  type ChatMessageRow,
  type HeldChat,
  readChatsOf,
  readMessagesByIds,
  readSiteUsers,
} from '#domain/chats/index.ts';
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
  readonly visitorId: number;
  /** As whom their site vouches for them, on whichever device; see `readSiteUsers`. */
  readonly siteUser: string | null;
  send(news: ChatNews): void;
};

export type InChat = {
  /** Something may still be said in one of their conversations. */
  readonly isOpen: boolean;
  type(key: string, isTyping: boolean): void;
  leave(): void;
};

/** From the moment of entering on nothing is missed of what `read` finds, nor of what begins or moves while it reads. */
export type Chats = { enter(window: ChatWindow, read: () => Promise<readonly HeldChat[]>): Promise<InChat> };

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
  /** Who looks at which ticket, of those that are open here: that of their chat, the one that it was merged into, and what was parted from it. */
  const byTicket = new Map<number, Set<Told>>();
  const byVisitor = new Map<number, Set<Told>>();
  const bySiteUser = new Map<string, Set<Told>>();
  /** Those whose conversations are being read, with the tickets at which something has happened since. */
  const entering = new Set<Set<number>>();

  /** A conversation of a window: it sits at the ticket that it is a part of. */
  type Held = {
    readonly key: string;
    livesIn: number;
    partedInto: readonly number[];
    seat: VisitorSeat | undefined;
    /** Who writes there, as the window was told last. */
    writer: string | null;
  };
  type Told = ChatWindow & { readonly held: Map<number, Held> };

  function follow(told: Told, chats: readonly HeldChat[]): void {
    for (const { ticketId, livesIn, partedInto, key, state } of chats) {
      const one = told.held.get(ticketId) ?? { key, livesIn, partedInto: [], seat: undefined, writer: null };
      told.held.set(ticketId, one);
      addTo(byTicket, ticketId, told);
      if (one.livesIn !== livesIn) {
        one.seat?.leave();
        one.seat = undefined;
        if (!isNeeded(told, one.livesIn)) dropFrom(byTicket, one.livesIn, told);
        one.livesIn = livesIn;
        // Nobody tells any more when whoever writes at the other ticket has stopped.
        if (one.writer !== null) told.send({ kind: 'typing', key, name: null });
        one.writer = null;
      }
      // What was parted once may be parted again: it stays heard, and says nothing of this chat meanwhile.
      one.partedInto = [...new Set([...one.partedInto, ...partedInto])];
      for (const id of [livesIn, ...one.partedInto]) addTo(byTicket, id, told);
      const { companyId, visitorId } = told;
      if (state === 'open') one.seat ??= watching.seatVisitor({ companyId, ticketId: livesIn, visitorId });
    }
  }

  const isNeeded = (told: Told, ticketId: number) =>
    told.held.has(ticketId) ||
    [...told.held.values()].some((one) => one.partedInto.includes(ticketId)) ||
    [...told.held.values()].filter((one) => one.livesIn === ticketId).length > 1;

  /** Conversations that began just now, perhaps in another tab, on another device or in another process. */
  async function meet(begun: readonly RecordedEvent[]): Promise<void> {
    const by = (event: RecordedEvent) => Number(event.params.visitor_id);
    const show = (event: RecordedEvent, all: Iterable<Told> = []) => {
      const { ticket_id: id, params } = event;
      if (id !== null)
        for (const told of all)
          follow(told, [{ ticketId: id, livesIn: id, partedInto: [], key: String(params.key), state: 'open' }]);
    };
    for (const event of begun) show(event, byVisitor.get(by(event)));
    if (begun.length === 0 || bySiteUser.size === 0) return;
    const users = await readSiteUsers(db, companiesOf(begun), begun.map(by));
    for (const event of begun) show(event, bySiteUser.get(users.get(by(event)) ?? ''));
  }

  async function tell(events: readonly RecordedEvent[]): Promise<void> {
    for (const moved of entering) for (const { ticket_id: id } of events) if (id !== null) moved.add(id);
    await meet(events.filter((event) => event.entity === 'chats' && event.action === 'created'));
    const ours = events.filter((event) => event.ticket_id !== null && byTicket.has(event.ticket_id));
    if (ours.length === 0) return;
    const tickets = [...new Set(ours.map((event) => Number(event.ticket_id)))];
    const written = ours.filter((event) => event.entity === 'messages').map((event) => event.entity_id);
    const { chats, messages } = await db.transaction({ companies: companiesOf(ours) }, async (tx) => {
      const [found, said] = await Promise.all([readChatsOf(tx, tickets), readMessagesByIds(tx, written)]);
      return { chats: found, messages: said };
    });
    const isHeard = new Set(byTicket.keys());
    for (const chat of chats)
      for (const told of [...(byTicket.get(chat.ticketId) ?? [])]) {
        const before = told.held.get(chat.ticketId);
        if (!before) continue;
        // It was merged, came back from a merge, or words of it were parted: from here on it is told of what happens there.
        const isElsewhere =
          before.livesIn !== chat.livesIn || chat.partedInto.some((id) => !before.partedInto.includes(id));
        // It had ended when they came, and goes on.
        const isOpenAgain = chat.state === 'open' && before.seat === undefined;
        if (isElsewhere || isOpenAgain) follow(told, [chat]);
        told.send({ kind: 'messages', chat, messages: messages.get(chat.ticketId) ?? [] });
      }
    // What happened there in the same breath.
    const further = events.filter(({ ticket_id: id }) => id !== null && byTicket.has(id) && !isHeard.has(id));
    if (further.length > 0) await tell(further);
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
    async enter(window, read) {
      const told: Told = { ...window, held: new Map() };
      const { visitorId, siteUser } = window;
      windows.add(told);
      addTo(byVisitor, visitorId, told);
      if (siteUser !== null) addTo(bySiteUser, siteUser, told);
      const leave = () => {
        windows.delete(told);
        dropFrom(byVisitor, visitorId, told);
        if (siteUser !== null) dropFrom(bySiteUser, siteUser, told);
        for (const [ticketId, { livesIn, partedInto, seat }] of told.held) {
          seat?.leave();
          for (const id of [ticketId, livesIn, ...partedInto]) dropFrom(byTicket, id, told);
        }
      };
      const moved = new Set<number>();
      entering.add(moved);
      try {
        let chats: readonly HeldChat[];
        do {
          moved.clear();
          chats = await read();
          // What was read of them may be from before.
        } while (chats.some((one) => [one.ticketId, one.livesIn, ...one.partedInto].some((id) => moved.has(id))));
        follow(told, chats);
        return {
          isOpen: chats.some((one) => one.state === 'open'),
          type: (key, isTyping) => {
            for (const one of told.held.values()) if (one.key === key) one.seat?.type(isTyping);
          },
          leave,
        };
      } catch (error) {
        leave();
        throw error;
      } finally {
        entering.delete(moved);
      }
    },
  };
}

const companiesOf = (events: readonly RecordedEvent[]): number[] => [
  ...new Set(events.flatMap((event) => event.company_id ?? [])),
];

function addTo<K, T>(map: Map<K, Set<T>>, id: K, one: T): void {
  const all = map.get(id) ?? new Set<T>();
  map.set(id, all.add(one));
}

function dropFrom<K, T>(map: Map<K, Set<T>>, id: K, one: T): void {
  const all = map.get(id);
  all?.delete(one);
  if (all?.size === 0) map.delete(id);
}
