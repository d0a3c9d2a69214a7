import { Resolver } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** What DNS said. `none`: the name is there without such a record. */
export type TxtAnswer =
  | { readonly kind: 'found'; readonly records: readonly string[] }
  | { readonly kind: 'none' | 'no_name' | 'failed' | 'timed_out' };

/** Never rejects. */
export type TxtResolver = (name: string) => Promise<TxtAnswer>;

const timeoutMs = 2_000;

/** Asks the name servers of this machine, or those given, and connects nowhere else. */
export function systemTxtResolver(servers?: readonly string[]): TxtResolver {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      return { kind: 'found', records: records.map((pieces) => pieces.join('')) };
    } catch (error) {
      return { kind: kindOf(error) };
    }
  };
}

function kindOf(error: unknown): 'none' | 'no_name' | 'failed' | 'timed_out' {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ENOTFOUND') return 'no_name';
  if (code === 'ENODATA') return 'none';
  return code === 'ETIMEOUT' || code === 'ECANCELLED' ? 'timed_out' : 'failed';
}

const questionsMax = 80;
const waitMsMax = 8_000;
/** A name as DNS knows it: records name others, and anybody can write what they like there. */
const nameForm = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/i;

/** Asks each name once, and not for ever: a domain must not make us ask a thousand questions. */
export function carefulResolver(ask: TxtResolver, { waitMs = waitMsMax } = {}): TxtResolver {
  const asked = new Map<string, Promise<TxtAnswer>>();
  return (name) => {
    const key = name.toLowerCase().replace(/\.$/, '');
    const known = asked.get(key);
    if (known) return known;
    if (!nameForm.test(key)) return Promise.resolve({ kind: 'no_name' });
    if (asked.size >= questionsMax) return Promise.resolve({ kind: 'failed' });
    const answer = Promise.race([ask(key), pause(waitMs, { kind: 'timed_out' } as const, { ref: false })]);
    asked.set(key, answer);
    return answer;
  };
}
