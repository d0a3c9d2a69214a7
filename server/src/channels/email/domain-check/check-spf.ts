import type { DomainRecord } from '#contract/sender-domains.ts';
import { ofRecord } from './finding.ts';
import type { SendingProvider } from './sending-providers.ts';
import type { TxtResolver } from './txt-resolver.ts';

/** RFC 7208 section 4.6.4: whoever needs more is treated as having no record. */
const lookupsMax = 10;

type Sender = { readonly smtpHost: string; readonly provider: SendingProvider | undefined };

/**
 * The record that says which servers may send for a domain (RFC 7208), followed through everything it includes. What is
 * worst about it is told, with the record as it should be where that can be known.
 */
export async function checkSpf(domain: string, sender: Sender, ask: TxtResolver): Promise<DomainRecord> {
  const say = ofRecord('spf', domain);
  const answer = await ask(domain);
  if (answer.kind !== 'found' && answer.kind !== 'none') return say(answer.kind);
  const found = answer.kind === 'found' ? spfAmong(answer.records) : [];
  const [record] = found;
  if (record === undefined) return say('spf_missing', { suggestion: freshRecord(sender) });
  if (found.length > 1) return say('spf_several', { found, suggestion: mergedRecord(found) });

  const seen = await follow(record, domain, ask);
  const tell = (key: Parameters<typeof say>[0], more: Parameters<typeof say>[1] = {}) => say(key, { found, ...more });
  if (seen.broken !== null) return tell('spf_broken', { values: { name: seen.broken } });
  if (seen.lookups > lookupsMax) return tell('spf_too_many_lookups', { values: { lookups: seen.lookups } });
  const end = endOf(record);
  if (end === '+') return tell('spf_allows_all', { suggestion: endingWell(record) });
  if (seen.missing !== null) return tell('spf_include_missing', { values: { name: seen.missing } });
  const { provider } = sender;
  const isNamed = provider ? provider.includes.some((name) => seen.names.has(name)) : namesHost(record, domain, sender);
  if (provider && !isNamed && seen.unreachable !== null) return tell(seen.unreachable);
  if (provider && !isNamed) {
    const values = { provider: provider.name };
    return tell('spf_without_provider', { values, suggestion: withInclude(record, provider.includes[0] ?? '') });
  }
  if (end === '?') return tell('spf_neutral', { suggestion: endingWell(record) });
  if (end === null && seen.isOpen) return tell('spf_no_end', { suggestion: endingWell(record) });
  if (seen.unreachable !== null) return tell(seen.unreachable);
  if (!isNamed) return tell('spf_unproved', { values: { name: sender.smtpHost } });
  return tell('spf_ok', { values: provider ? { provider: provider.name } : { provider: sender.smtpHost } });
}

const spfAmong = (records: readonly string[]): string[] => records.filter((one) => /^v=spf1(\s|$)/i.test(one.trim()));
const termsOf = (record: string): string[] => record.trim().split(/\s+/).slice(1);

type Seen = {
  lookups: number;
  /** Everything that is included, directly or not. */
  names: Set<string>;
  /** A term that means nothing. */
  broken: string | null;
  /** An included name without a record of its own. */
  missing: string | null;
  unreachable: 'dns_failed' | 'dns_timed_out' | null;
  /** Nothing says what shall become of the rest. */
  isOpen: boolean;
};

const mechanism = /^[+?~-]?(all|include|a|mx|ptr|ip4|ip6|exists)(?:([:/])(.*))?$/i;
const modifier = /^[a-z][a-z0-9_.-]*=/i;

/** Counts what a receiving server would have to look up, and stops where it would. */
async function follow(record: string, domain: string, ask: TxtResolver): Promise<Seen> {
  const seen: Seen = {
    ...{ lookups: 0, names: new Set([domain]), broken: null, missing: null, unreachable: null, isOpen: true },
  };
  const read = async (text: string, isTop: boolean): Promise<void> => {
    const terms = termsOf(text);
    const hasAll = terms.some((term) => /^[+?~-]?all$/i.test(term));
    if (isTop && hasAll) seen.isOpen = false;
    for (const term of terms) {
      if (seen.lookups > lookupsMax) return;
      const [, name = '', , value = ''] = mechanism.exec(term) ?? [];
      const redirect = /^redirect=(.+)$/i.exec(term)?.[1];
      if (redirect !== undefined && !hasAll) {
        seen.lookups++;
        if (isTop) seen.isOpen = false;
        await enter(redirect);
      } else if (name.toLowerCase() === 'include') {
        seen.lookups++;
        if (value === '') seen.broken ??= term;
        else await enter(value);
      } else if (/^(a|mx|ptr|exists)$/i.test(name)) seen.lookups++;
      else if (name === '' && !modifier.test(term)) seen.broken ??= term;
    }
  };
  const enter = async (target: string): Promise<void> => {
    const name = target.toLowerCase().replace(/\.$/, '');
    // A macro is filled in for each letter: where it leads cannot be said beforehand.
    if (name.includes('%') || seen.names.has(name)) return;
    seen.names.add(name);
    const answer = await ask(name);
    const [inner] = answer.kind === 'found' ? spfAmong(answer.records) : [];
    if (answer.kind === 'failed' || answer.kind === 'timed_out') seen.unreachable ??= reach[answer.kind];
    else if (inner === undefined) seen.missing ??= name;
    else await read(inner, false);
  };
  await read(record, true);
  return seen;
}
const reach = { failed: 'dns_failed', timed_out: 'dns_timed_out' } as const;

/** What becomes of everybody else: `+`, `?`, `~` or `-`; null where nothing is said. */
function endOf(record: string): string | null {
  const all = termsOf(record).find((term) => /^[+?~-]?all$/i.test(term));
  return all === undefined ? null : all.length === 3 ? '+' : all.slice(0, 1);
}

/** The outgoing server itself stands in the record, or is one of the domain's own that `a` and `mx` mean. */
function namesHost(record: string, domain: string, { smtpHost }: Sender): boolean {
  const host = smtpHost.toLowerCase();
  const isOwn = host === domain || host.endsWith(`.${domain}`);
  return termsOf(record).some((term) => {
    const bare = term.replace(/^[+?~-]/, '').toLowerCase();
    return bare === `a:${host}` || (isOwn && (bare === 'mx' || (bare === 'a' && host === domain)));
  });
}

const freshRecord = ({ provider, smtpHost }: Sender): string =>
  provider ? `v=spf1 include:${provider.includes[0]} ~all` : `v=spf1 mx a:${smtpHost.toLowerCase()} ~all`;

const isEnd = (term: string): boolean => /^[+?~-]?all$/i.test(term) || /^redirect=/i.test(term);
const recordOf = (terms: readonly string[]): string => ['v=spf1', ...terms].join(' ');

/** Everything that was allowed, and nobody else. */
const endingWell = (record: string): string =>
  recordOf([...termsOf(record).filter((term) => !/^[+?~-]?all$/i.test(term)), '~all']);

function withInclude(record: string, name: string): string {
  const terms = termsOf(record);
  const end = terms.filter(isEnd);
  return recordOf([...terms.filter((term) => !isEnd(term)), `include:${name}`, ...(end.length > 0 ? end : ['~all'])]);
}

const mergedRecord = (records: readonly string[]): string =>
  recordOf([...new Set(records.flatMap(termsOf).filter((term) => !isEnd(term))), '~all']);
