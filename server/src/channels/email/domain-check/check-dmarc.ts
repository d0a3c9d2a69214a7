import type { DomainRecord } from '#contract/sender-domains.ts';
import { ofRecord } from './finding.ts';
import { readTags } from './read-tags.ts';
import type { TxtResolver } from './txt-resolver.ts';

/** Labels above a domain that are asked too: an organisation speaks for all its names. */
const levelsMax = 4;

/** What others shall do with letters in our name that neither SPF nor DKIM prove (RFC 7489). */
export async function checkDmarc(domain: string, ask: TxtResolver): Promise<DomainRecord> {
  const say = ofRecord('dmarc', `_dmarc.${domain}`);
  for (const [level, name] of namesFrom(domain).entries()) {
    const host = `_dmarc.${name}`;
    const answer = await ask(host);
    if (answer.kind === 'failed' || answer.kind === 'timed_out') return say(answer.kind, { host });
    const found = answer.kind === 'found' ? answer.records.filter((one) => /^v=DMARC1\s*(;|$)/i.test(one.trim())) : [];
    const [record] = found;
    if (record === undefined) continue;
    if (found.length > 1) return say('dmarc_several', { host, found });
    const tags = readTags(record);
    const policy = ((level > 0 ? tags.get('sp') : undefined) ?? tags.get('p') ?? '').toLowerCase();
    if (policy === 'reject' || policy === 'quarantine') return say('dmarc_ok', { host, found, values: { policy } });
    if (policy === 'none') {
      const suggestion = record.replace(/(^|;)(\s*p\s*=\s*)none/i, '$1$2quarantine');
      return say('dmarc_watching', { host, found, suggestion: level > 0 ? null : suggestion });
    }
    return say('dmarc_broken', { host, found, suggestion: 'v=DMARC1; p=none' });
  }
  return say('dmarc_missing', { suggestion: 'v=DMARC1; p=none' });
}

/** The domain, and those above it that somebody can own. */
function namesFrom(domain: string): string[] {
  const labels = domain.split('.');
  const count = Math.min(levelsMax, Math.max(1, labels.length - 1));
  return Array.from({ length: count }, (_, i) => labels.slice(i).join('.'));
}
