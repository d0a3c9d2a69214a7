import { z } from 'zod';
import { call } from './call.ts';
import { idValue } from './entity.ts';

/** What a domain says in DNS about who may send in its name. */
export const domainRecordKinds = ['spf', 'dkim', 'dmarc'] as const;

/** What is to be said of a record, for the desk to put in words as `sender_domain.says.{key}`. */
export const domainFindings = [
  'spf_ok',
  'spf_unproved',
  'spf_missing',
  'spf_several',
  'spf_broken',
  'spf_too_many_lookups',
  'spf_allows_all',
  'spf_include_missing',
  'spf_without_provider',
  'spf_neutral',
  'spf_no_end',
  'dkim_ok',
  'dkim_missing',
  'dkim_revoked',
  'dkim_broken',
  'dkim_weak',
  'dkim_testing',
  'dmarc_ok',
  'dmarc_watching',
  'dmarc_missing',
  'dmarc_several',
  'dmarc_broken',
  'no_domain',
  'dns_failed',
  'dns_timed_out',
] as const;
export type DomainFinding = (typeof domainFindings)[number];

const domainRecord = z.strictObject({
  kind: z.enum(domainRecordKinds),
  /** `unknown`: nobody can tell from here. */
  verdict: z.enum(['ok', 'warn', 'bad', 'unknown']),
  key: z.enum(domainFindings),
  /** What the words speak of: `lookups`, `selector`, `bits`, `policy`, `provider`, `name`. */
  values: z.record(z.string(), z.union([z.string(), z.int()])),
  /** The name in DNS where the record stands, or shall stand. */
  host: z.string(),
  found: z.array(z.string()),
  /** What shall stand there; null: nothing to change, or something that the provider alone knows. */
  suggestion: z.string().nullable(),
});
export type DomainRecord = z.infer<typeof domainRecord>;

export const senderDomainsMax = 5;
/** RFC 6376 section 3.1, one or more labels. */
export const dkimSelector = z
  .string()
  .max(63, { abort: true })
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i);

export const checkSenderDomains = call(
  'mailboxes/check-domain',
  'Asks DNS for the SPF, DKIM and DMARC records of the domains a mailbox sends from, and says what they are worth',
  {
    scope: 'mailboxes.update',
    /** `selector`: under which the provider published its DKIM key, where it is none of the usual ones. */
    data: z.strictObject({ id: idValue, selector: dkimSelector.optional() }),
    answer: z.strictObject({
      domains: z.array(
        z.strictObject({
          domain: z.string(),
          /** By the outgoing server; null: none that is known. */
          provider: z.string().nullable(),
          /** The domain is a mail provider's own, such as gmail.com: there is nothing for us to set up. */
          is_of_provider: z.boolean(),
          records: z.array(domainRecord),
        }),
      ),
    }),
    errors: ['not_found', 'too_many_requests'],
  },
);
