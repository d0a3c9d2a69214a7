import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from './problem.ts';
import { openRedis } from './redis.ts';

/**
 * How often something may be done: `points` within `seconds` from the first one on. Declared once, beside the call that
 * it guards, under a name of its own:
 *
 *     const registrations: Limit = { name: 'registrations', points: 30, seconds: 3600 };
 *     await limits.take(registrations, { address: request.ip });
 */
export type Limit = { readonly name: string; readonly points: number; readonly seconds: number };

/** Who is counted. An address of IPv6 counts by its /64, which one household or one attacker has whole. */
export type Counted =
  | { readonly address: string }
  | { readonly person: number }
  | { readonly company: number }
  /** Anything else, such as an e-mail address that need not belong to anybody: hashed, so of any length. */
  | { readonly text: string };

/**
 * Limits on how often. Counts live in this process, and with Redis or Valkey in there for all processes; while that is
 * away each process counts for itself, so that nobody is locked out and nobody let loose.
 */
export interface Limits {
  /** Counts `points` more. Throws `too_many_requests`, with the seconds to wait, once there are too many. */
  take(limit: Limit, who: Counted, points?: number): Promise<void>;
  /** How long they have to wait, in seconds; 0 when there is room. Counts nothing. */
  wait(limit: Limit, who: Counted): Promise<number>;
  /** As if they had never done it. */
  forget(limit: Limit, who: Counted): Promise<void>;
  close(): void;
}

/** What a process remembers of one limit: a crowd of made-up addresses must not fill its memory. */
const keysMax = 100_000;
const prefix = 'parley:limit';

type Counter = {
  consume(key: string, points: number): Promise<RateLimiterRes>;
  get(key: string): Promise<RateLimiterRes | null>;
  delete(key: string): Promise<boolean>;
};

export async function createLimits({
  redisUrl,
  onError,
  keysPerLimitMax = keysMax,
}: {
  redisUrl?: string | undefined;
  onError: (error: unknown) => void;
  keysPerLimitMax?: number;
}): Promise<Limits> {
  const redis =
    redisUrl === undefined
      ? undefined
      : await openRedis(redisUrl, {
          connectionName: 'parley limits',
          onError,
          // A request waits for the answer: Redis is quick, or is away.
          enableOfflineQueue: false,
          commandTimeout: 500,
          maxRetriesPerRequest: 0,
        });
  const known = new Map<string, { limit: Limit; counters: readonly Counter[] }>();

  /** The shared counter first, if there is one, and the one to fall back on. */
  function countersOf(limit: Limit): readonly Counter[] {
    const found = known.get(limit.name);
    if (found) {
      if (found.limit.points !== limit.points || found.limit.seconds !== limit.seconds)
        throw new TypeError(`two limits are called '${limit.name}'`);
      return found.counters;
    }
    const { points, seconds: duration } = limit;
    const keyPrefix = `${prefix}:${limit.name}`;
    const own = inMemory(limit, keysPerLimitMax);
    const shared = redis
      ? [new RateLimiterRedis({ storeClient: redis, keyPrefix, points, duration, rejectIfRedisNotReady: true })]
      : [];
    const counters = [...shared, own];
    known.set(limit.name, { limit, counters });
    return counters;
  }

  async function ask<T>(limit: Limit, question: (counter: Counter) => Promise<T>): Promise<T> {
    const [first, second] = countersOf(limit) as [Counter, Counter | undefined]; // there is always one
    try {
      return await question(first);
    } catch (error) {
      if (error instanceof RateLimiterRes || second === undefined) throw error;
      // Redis tells of its absence itself, once.
      return question(second);
    }
  }

  return {
    async take(limit, who, points = 1) {
      try {
        await ask(limit, (counter) => counter.consume(keyOf(who), points));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new Problem('too_many_requests', { values: { seconds: secondsOf(error) } });
      }
    },
    async wait(limit, who) {
      const found = await ask(limit, (counter) => counter.get(keyOf(who)));
      return found && found.consumedPoints >= limit.points ? secondsOf(found) : 0;
    },
    async forget(limit, who) {
      await ask(limit, (counter) => counter.delete(keyOf(who)));
    },
    close: () => redis?.disconnect(),
  };
}

const secondsOf = (left: RateLimiterRes): number => Math.max(1, Math.ceil(left.msBeforeNext / 1000));

/** Starts anew when too many have come: its keys end by themselves, so at most twice as many are held. */
function inMemory({ points, seconds: duration }: Limit, keysPerLimitMax: number): Counter {
  const fresh = () => ({ counter: new RateLimiterMemory({ points, duration }), since: Date.now(), keys: 0 });
  let now = fresh();
  return {
    async consume(key, count) {
      if (now.keys >= keysPerLimitMax) {
        const isCrowded = Date.now() - now.since < duration * 1000;
        now = isCrowded ? fresh() : { ...now, since: Date.now(), keys: 0 };
      }
      const taken = await now.counter.consume(key, count);
      if (taken.isFirstInDuration) now.keys++;
      return taken;
    },
    get: (key) => now.counter.get(key),
    delete: (key) => now.counter.delete(key),
  };
}

function keyOf(who: Counted): string {
  if ('address' in who) return `address ${networkOf(who.address)}`;
  if ('person' in who) return `person ${who.person}`;
  if ('company' in who) return `company ${who.company}`;
  return `text ${createHash('sha256').update(who.text).digest('base64url')}`;
}

/** One customer of an internet provider: an IPv4 address, however it is written, or a /64 of IPv6 (SAFETY A11). */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
