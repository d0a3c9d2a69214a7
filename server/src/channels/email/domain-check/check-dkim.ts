import { createPublicKey } from 'node:crypto';
import type { DomainRecord } from '#contract/sender-domains.ts';
import { ofRecord } from './finding.ts';
import { readTags } from './read-tags.ts';
import type { TxtAnswer, TxtResolver } from './txt-resolver.ts';

/** RFC 8301 section 3.2: shorter keys are not believed, and 2048 bits are what signers should use. */
const bitsMin = 1024;
const bitsGood = 2048;

/**
 * The public key with which others check the signature that the provider puts under our letters (RFC 6376). Its name holds
 * a selector that nobody outside can know, so those that are likely are tried, the likeliest first.
 */
export async function checkDkim(domain: string, selectors: readonly string[], ask: TxtResolver): Promise<DomainRecord> {
  const tries = await Promise.all(
    selectors.map(async (selector) => {
      const host = hostOf(selector, domain);
      return { selector, host, answer: await ask(host) };
    }),
  );
  const say = ofRecord('dkim', hostOf(selectors[0] ?? 'default', domain));
  const keys = tries.flatMap(({ selector, host, answer }) => {
    const found = keysAmong(answer);
    return found[0] === undefined ? [] : [judge(selector, host, found)];
  });
  // An old key may stand beside the one in use.
  const best = keys.find((one) => one.verdict === 'ok') ?? keys.find((one) => one.verdict === 'warn') ?? keys[0];
  if (best) return best;
  const silent = tries.every(({ answer }) => answer.kind === 'timed_out' || answer.kind === 'failed');
  if (silent && tries[0]) return say(tries[0].answer.kind === 'timed_out' ? 'timed_out' : 'failed');
  return say('dkim_missing');

  function judge(selector: string, host: string, found: readonly string[]): DomainRecord {
    const { key, bits } = weigh(found[0] ?? '');
    return say(key, { host, found, values: { selector, ...(bits === null ? {} : { bits }) } });
  }
}

const hostOf = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`;

/** Some domains answer every name, with something else. */
const keysAmong = (answer: TxtAnswer): string[] =>
  answer.kind === 'found' ? answer.records.filter((one) => readTags(one).has('p')) : [];

type Weight = { key: 'dkim_ok' | 'dkim_revoked' | 'dkim_broken' | 'dkim_weak' | 'dkim_testing'; bits: number | null };

function weigh(record: string): Weight {
  const tags = readTags(record);
  const key = (tags.get('p') ?? '').replace(/\s+/g, '');
  if (key === '') return { key: 'dkim_revoked', bits: null };
  const bits = tags.get('k')?.toLowerCase() === 'ed25519' ? bitsOfEdwards(key) : bitsOfRsa(key);
  if (bits === null || bits < bitsMin) return { key: bits === null ? 'dkim_broken' : 'dkim_weak', bits };
  if (tags.get('t')?.split(':').includes('y')) return { key: 'dkim_testing', bits };
  return { key: bits < bitsGood ? 'dkim_weak' : 'dkim_ok', bits };
}

function bitsOfRsa(key: string): number | null {
  try {
    const read = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return read.asymmetricKeyDetails?.modulusLength ?? null;
  } catch {
    return null;
  }
}

/** As strong as a long RSA key (RFC 8463). */
const bitsOfEdwards = (key: string): number | null => (Buffer.from(key, 'base64').length === 32 ? bitsGood : null);
