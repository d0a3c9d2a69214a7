import { allConversations } from './conversations/all-conversations.ts';
import type { Conversation, Turn } from './conversations/conversation.ts';
import { customers, type DemoCustomer } from './customers.ts';
import { chooseFacts, type Facts, fillIn } from './fill-in.ts';
import { agents, type DemoAgent, type Language } from './lumen-and-oak.ts';
import { isOfficeHour, planMoments } from './plan-moments.ts';
import { type Random, seededRandom } from './random.ts';

export type Ending = 'open' | 'answered' | 'resolved' | 'trash';
export type PlannedTurn = Turn & { readonly at: Date };

export type PlannedThread = {
  readonly conversation: Conversation;
  readonly customer: DemoCustomer;
  readonly agent: DemoAgent;
  readonly facts: Facts;
  readonly subject: string;
  readonly turns: readonly PlannedTurn[];
  readonly ending: Ending;
  /** When it was resolved or thrown away. */
  readonly endedAt: Date | undefined;
  readonly isAssigned: boolean;
};

/** How many tickets stand where at the end. The spam comes on top, from special-mails.ts. */
export const endings: Readonly<Record<Ending, number>> = { open: 56, answered: 60, resolved: 260, trash: 10 };

const dayMilliseconds = 86_400_000;
const storyDays = 182;

/** Six months of talks up to `now`: who wrote to whom, about what and when. The same `seed` and `now` plan the same. */
export function planThreads(now: Date, seed: number): PlannedThread[] {
  const random = seededRandom(seed);
  const deal = dealer(random);
  // Dealt ending by ending: what waits together is all different.
  return Object.entries(endings).flatMap(([name, count]) => {
    const ending = name as Ending; // a key of its own table
    return Array.from({ length: count }, () => planThread(random, now, ending, deal(random.chance(0.6) ? 'en' : 'ua')));
  });
}

type Dealt = { conversation: Conversation; customer: DemoCustomer };

function planThread(random: Random, now: Date, ending: Ending, { conversation, customer }: Dealt): PlannedThread {
  const turns = cut(random, conversation, ending);
  const moments = chooseMoments(random, now, turns, ending);
  const facts = chooseFacts(random, conversation, customer);
  const { language } = conversation;
  const last = moments.at(-1) ?? now;
  return {
    conversation,
    customer,
    agent: random.pick(agents.filter((one) => one.answers.includes(conversation.product))),
    facts,
    subject: fillIn(random.pick(conversation.subjects), facts, language, moments[0] ?? now),
    turns: turns.map((turn, i) => {
      const at = moments[i] ?? last;
      return { ...turn, at, text: fillIn(turn.text, facts, language, at) };
    }),
    ending,
    endedAt:
      ending === 'resolved' || ending === 'trash'
        ? new Date(last.getTime() + random.between(2, 150) * 60_000)
        : undefined,
    isAssigned: turns.some((turn) => turn.who !== 'customer') || (ending === 'open' && random.chance(0.3)),
  };
}

/** Deals talks like cards, so that no screen shows one twice, each to a customer who has not had it. */
function dealer(random: Random): (language: Language) => Dealt {
  const decks: Record<Language, Conversation[]> = { en: [], ua: [] };
  const had = new Map<DemoCustomer, Set<Conversation>>(customers.map((one) => [one, new Set()]));
  return (language) => {
    const deck = decks[language];
    if (deck.length === 0) deck.push(...random.shuffle(allConversations.filter((one) => one.language === language)));
    const conversation = deck.pop();
    if (!conversation) throw new Error(`no talks in ${language}`);
    const speakers = customers.filter((one) => one.language === language);
    const fresh = speakers.filter((one) => !had.get(one)?.has(conversation));
    const customer = random.pick(fresh.length > 0 ? fresh : speakers);
    had.get(customer)?.add(conversation);
    return { conversation, customer };
  };
}

/** As much of a talk as has been said when it ends like this. */
function cut(random: Random, { turns }: Conversation, ending: Ending): readonly Turn[] {
  const lengths = (who: Turn['who']) => turns.flatMap((turn, i) => (turn.who === who ? [i + 1] : []));
  switch (ending) {
    case 'resolved':
      return turns;
    case 'trash':
      return turns.slice(0, 1);
    case 'answered':
      return turns.slice(0, random.pick(lengths('agent')));
    case 'open': {
      const noted = lengths('note').filter((length) => turns[length - 2]?.who === 'customer');
      if (noted.length > 0 && random.chance(0.4)) return turns.slice(0, random.pick(noted));
      // The last word is mostly thanks: few of those wait.
      const inBetween = lengths('customer').filter((length) => length < turns.length || random.chance(0.3));
      return turns.slice(0, random.chance(0.45) ? 1 : random.pick(inBetween));
    }
    default:
      return ending satisfies never;
  }
}

/** What waits is recent, and the more so the nearer; what is done spreads over the months, the business growing. */
function chooseMoments(random: Random, now: Date, turns: readonly Turn[], ending: Ending): Date[] {
  const isFresh = ending === 'open' || ending === 'answered';
  const typicalDays = ending === 'open' ? 0.6 : 1.8;
  const oldestDays = ending === 'open' ? 3 : 7;
  for (let tries = 0; tries < 5000; tries++) {
    const daysBack = isFresh
      ? random.fraction() * (oldestDays + turns.length)
      : 1 + storyDays * random.fraction() ** 1.35;
    const moments = planMoments(random, new Date(now.getTime() - daysBack * dayMilliseconds), turns);
    const lastDays = (now.getTime() - (moments.at(-1)?.getTime() ?? 0)) / dayMilliseconds;
    if (lastDays < (isFresh ? 0.003 : 0.15)) continue;
    if (!isFresh) return moments;
    if (lastDays < oldestDays && random.chance(Math.exp(-lastDays / typicalDays))) return moments;
  }
  throw new Error(
    `no time fits ${turns.length} turns (${isOfficeHour(now.getTime()) ? 'the office is open' : 'the office is closed'})`,
  );
}
