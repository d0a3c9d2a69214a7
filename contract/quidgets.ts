import { z } from 'zod';
import { canonicalDomain, domainLengthMax } from './allowed-domains.ts';
import { call } from './call.ts';
import { colour, entity, flag, id, idValue, json, safeLine, text, time } from './entity.ts';
import { quidgetSettings } from './quidget-settings.ts';

/** Of a company, disabled ones aside. */
export const quidgetsPerCompanyMax = 200;
export const allowedDomainsMax = 50;

const domain = safeLine(domainLengthMax, 1).refine((typed) => canonicalDomain(typed) !== null, {
  params: { key: 'domain_invalid' },
});

export const allowedDomains = z.array(domain).max(allowedDomainsMax);

/** Chat on a website of the company's, for one product. SPEC sections 3 and 5. */
export const quidgets = entity('quidgets', {
  searched: ['name', 'title'],
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    company_name: text({ max: 50, filter: false }),
    product_id: id({ write: 'always', required: true, refersTo: 'products' }),
    'product.name': text({ max: 49 }),
    'product.abbreviation': text({ max: 49 }),
    'product.color': text({ max: 7, filter: false }),
    /** For the company's own people. */
    name: text({ min: 3, max: 49, write: 'always', required: true }),
    /** At the head of the chat, for visitors. */
    title: text({ min: 3, max: 49, write: 'always', required: true }),
    /** Where browsers of visitors reach this installation, up to `/v1`. */
    api_url: text({ max: 500, filter: false, sort: false }),
    /** Not given: the product's. */
    color: colour({ write: 'always' }),
    /** Written whole; what is left out is as it is by default. */
    settings: json(quidgetSettings, { write: 'always' }),
    /** From which pages it may be embedded (`allowed-domains.ts`); none: from all. */
    allowed_domains: json(allowedDomains, { write: 'always' }),
    /** When somebody is there to chat; null: always. */
    calendar_id: id({ nullable: true, write: 'always', refersTo: 'calendars' }),
    /** Null: visitors cannot prove who they are, as there is no secret to prove it with. */
    identity_secret_since: time({ nullable: true }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  dependents: ['open_chats'],
});

export const rotateQuidgetSecret = call(
  'quidgets/rotate-secret',
  'Makes the secret that a site signs the identity of its visitors with, and shows it this once; the one before ends',
  {
    data: z.strictObject({ id: idValue }),
    answer: z.strictObject({ secret: z.string() }),
    errors: ['not_found', 'forbidden', 'too_many_requests'],
  },
);

/** What can be said of a page that should carry a quidget. */
export const installationFindings = [
  'installed',
  'installed_by_script',
  'not_installed',
  'tag_manager',
  'in_comment',
  'other_quidget',
  'twice',
  'wrong_server',
  'policy_forbids',
  'domain_not_allowed',
  'http_status',
  'not_html',
  'not_found',
  'unreachable',
  'certificate',
  'too_slow',
  'too_large',
  'too_many_redirects',
] as const;
export type InstallationFinding = (typeof installationFindings)[number];

export const checkInstallation = call(
  'quidgets/check-installation',
  'Fetches a page as a stranger would and says whether it carries this quidget, and what stands in its way',
  {
    scope: 'quidgets.update',
    data: z.strictObject({ id: idValue, url: safeLine(2000, 1) }),
    answer: z.strictObject({
      /** Where it ended after its redirects. */
      url: z.string(),
      /** From good to bad news, the most telling first. `values` fill the text of a finding. */
      findings: z.array(
        z.strictObject({ key: z.enum(installationFindings), values: z.record(z.string(), z.string()) }),
      ),
    }),
    errors: ['not_found', 'forbidden', 'outbound_address_refused', 'invalid_value', 'too_many_requests'],
  },
);
