import { pagesOfVisitMax } from '#contract/visits.ts';
import { readAvailability } from '#domain/chats/index.ts';
import { isSuspended } from '#domain/installation/index.ts';
import { type Arrival, type Entered, type Moved, type Owed, readSender, textOf } from '#domain/visits/index.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { nextMessage, type Rules } from './proactive-rules.ts';

/** A page of a site, as its socket knows it. */
export type PageOpen = Arrival & {
  /** Agents see them; otherwise nothing is written down of them. */
  readonly isSeen: boolean;
  readonly isInChat: boolean;
  /** `hasCome` is called once the browser has it. */
  send(invitation: Omit<Owed, 'id'>, hasCome: () => void): void;
};

export type Visit = {
  see(page: { url: string; title: string }): void;
  /** What is written down of it; undefined: nothing yet, or nothing ever. */
  row(): Moved | undefined;
  known(entered: Entered): void;
  /** Nothing is known of before: what is said by itself may be said. */
  begin(): void;
  /** An agent writes first. It may be said again and again: a page is told once. */
  write(invitation: Omit<Owed, 'id'>): void;
  /** They are in a conversation: nobody writes first any more. */
  answers(): void;
  leave(): void;
  isGone(): boolean;
};

/** Between two messages that come by themselves. */
const pauseSeconds = 60;
/** A page that was left sooner may not have shown what it was told: it fetches the chat for it first. */
export const staySeconds = 5;

/** One page of a site for as long as its socket is open: where it is, and what is said on it by itself. */
export function openVisit(
  { companyId, language, isInChat, send, page: first }: PageOpen,
  the: {
    db: Database;
    log: Log;
    rules: () => Rules | undefined;
    changed: (visit: Visit) => void;
    /** What an agent wrote has been shown. */
    told: (owed: Pick<Owed, 'id' | 'key'>) => void;
    staySeconds: number;
  },
): Visit {
  let [page, since, pages] = [first, Date.now(), 1];
  let trail: Moved['trail'] = [first];
  let shown: readonly string[] = [];
  /** Not said on this page, since nobody was there. */
  let passed: readonly string[] = [];
  let held: Pick<Entered, 'id' | 'seat'> | undefined;
  let [isGone, isAnswering, quietUntil] = [false, isInChat, 0];
  /** It is known what was shown on the pages before. */
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;
  let [written, staying]: [string, NodeJS.Timeout | undefined] = ['', undefined];

  const visit: Visit = {
    see(next) {
      if (next.url === page.url && next.title === page.title) return;
      if (next.url !== page.url) {
        since = Date.now();
        pages++;
        passed = [];
        trail = [next, ...trail].slice(0, pagesOfVisitMax);
      } else trail = [next, ...trail.slice(1)];
      page = next;
      wait();
      the.changed(visit);
    },
    row: () => (held === undefined ? undefined : { ...held, page, since, pages, trail, shown, isHere: !isGone }),
    known(entered) {
      held = { id: entered.id, seat: entered.seat };
      shown = [...new Set([...shown, ...entered.shown])];
      // What was seen before the first word of this page, and what since.
      pages += entered.pages - 1;
      const before = entered.trail[0]?.url === first.url ? entered.trail.slice(1) : entered.trail;
      const isSame = entered.trail.length > 0 && entered.trail[0]?.url === first.url;
      trail = [...trail, ...before].slice(0, pagesOfVisitMax);
      const hasMoved = page !== first || shown.length > entered.shown.length;
      if (!isSame || before.length > 0 || hasMoved) the.changed(visit);
      visit.begin();
    },
    begin() {
      isReady = true;
      wait();
    },
    write(invitation) {
      const { key } = invitation;
      if (isGone || key === written) return;
      written = key;
      quietUntil = Date.now() + pauseSeconds * 1000;
      send(invitation, () => {
        if (isGone || key !== written) return;
        clearTimeout(staying);
        staying = setTimeout(() => held && the.told({ id: held.id, key }), the.staySeconds * 1000);
        staying.unref();
      });
    },
    answers() {
      isAnswering = true;
      clearTimeout(timer);
    },
    leave() {
      isGone = true;
      clearTimeout(timer);
      clearTimeout(staying);
    },
    isGone: () => isGone,
  };

  function wait(): void {
    clearTimeout(timer);
    const rules = the.rules();
    const rule =
      isGone || isAnswering || !isReady || !rules ? undefined : nextMessage(rules, page.url, [...shown, ...passed]);
    if (!rule) return;
    const at = Math.max(since + rule.seconds * 1000, quietUntil);
    timer = setTimeout(
      () => void say().catch((error: unknown) => the.log.warn({ err: error }, 'visits: nothing could be said')),
      Math.max(0, at - Date.now()),
    );
    timer.unref();
  }

  async function say(): Promise<void> {
    const rules = the.rules();
    const rule = rules && nextMessage(rules, page.url, [...shown, ...passed]);
    if (!rule) return;
    const now = new Date();
    const { mayBeSaid, name } = await the.db.transaction({ companies: [companyId] }, async (tx) => {
      const sender = rule.user_id === null ? undefined : await readSender(tx, companyId, rule.user_id);
      const { isOnline } = await readAvailability(tx, rules.quidget, now);
      // The page may have been open since before it was suspended.
      const mayBeSaid = (isOnline || rule.only_when_open !== 1) && !(await isSuspended(tx, companyId));
      return { mayBeSaid, name: sender?.name.split(' ')[0] ?? rules.quidget.title };
    });
    if (isGone || isAnswering) return;
    if (!mayBeSaid) passed = [...passed, rule.key];
    else {
      shown = [...shown, rule.key];
      quietUntil = now.getTime() + pauseSeconds * 1000;
      send({ key: rule.key, name, text: textOf(rule, language) }, () => {});
      the.changed(visit);
    }
    wait();
  }

  return visit;
}
