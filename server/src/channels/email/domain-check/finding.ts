import type { DomainFinding, DomainRecord } from '#contract/sender-domains.ts';
import { shortened } from '#platform/cut-letters.ts';

/** How bad each is. */
const verdicts: Readonly<Record<DomainFinding, DomainRecord['verdict']>> = {
  spf_ok: 'ok',
  spf_unproved: 'unknown',
  spf_missing: 'bad',
  spf_several: 'bad',
  spf_broken: 'bad',
  spf_too_many_lookups: 'bad',
  spf_allows_all: 'bad',
  spf_include_missing: 'bad',
  spf_without_provider: 'bad',
  spf_neutral: 'warn',
  spf_no_end: 'warn',
  dkim_ok: 'ok',
  dkim_missing: 'warn',
  dkim_revoked: 'bad',
  dkim_broken: 'bad',
  dkim_weak: 'warn',
  dkim_testing: 'warn',
  dmarc_ok: 'ok',
  dmarc_watching: 'warn',
  dmarc_missing: 'warn',
  dmarc_several: 'bad',
  dmarc_broken: 'bad',
  no_domain: 'bad',
  dns_failed: 'unknown',
  dns_timed_out: 'unknown',
};

/** What DNS itself could not answer, as a finding. */
const failures = { no_name: 'no_domain', failed: 'dns_failed', timed_out: 'dns_timed_out' } as const;

type About = Partial<Pick<DomainRecord, 'values' | 'suggestion' | 'host'>> & { readonly found?: readonly string[] };

/** Says something of one record. */
export const ofRecord =
  (kind: DomainRecord['kind'], usualHost: string) =>
  (
    said: DomainFinding | keyof typeof failures,
    { values = {}, found = [], suggestion = null, host = usualHost }: About = {},
  ): DomainRecord => {
    const key = said in failures ? failures[said as keyof typeof failures] : (said as DomainFinding); // one or the other
    return {
      kind,
      key,
      verdict: verdicts[key],
      values,
      host,
      found: found.map((record) => shortened(record, shownMax)),
      suggestion,
    };
  };

const shownMax = 1_000;
