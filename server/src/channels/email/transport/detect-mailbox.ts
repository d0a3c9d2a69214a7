import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import {
  type DetectedMailbox,
  type MailboxPreset,
  type MailboxSettingsForm,
  presetForDomain,
  presetForExchanger,
  ssl,
} from './mailbox-presets.ts';

export type MailResolver = {
  mx(domain: string): Promise<readonly { exchange: string; priority: number }[]>;
  srv(name: string): Promise<readonly { name: string; port: number; priority: number; weight: number }[]>;
  /** Whether the name has an address. */
  exists(host: string): Promise<boolean>;
};

/**
 * Guesses the servers of a mail address: a provider known by the domain; the provider that the domain's MX records
 * lead to; what the domain announces (SRV, RFC 6186 and 8314); else the customary names that exist. Looks names
 * up, connects nowhere. DNS that fails counts as saying nothing.
 */
export async function detectMailbox(
  email: string,
  resolver: MailResolver = systemResolver(),
): Promise<DetectedMailbox> {
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
  if (domain === '') return nothingFound;
  const known = presetForDomain(domain);
  if (known) return detected(known, 'known');

  const [exchangers, announced] = await Promise.all([exchangersOf(domain, resolver), announcedBy(domain, resolver)]);
  const provider = exchangers.map(presetForExchanger).find((preset) => preset !== undefined);
  if (provider) return detected(provider, 'dns');
  if (announced) return detected({ provider: 'other', needs_oauth: false, settings: announced }, 'dns');

  const own = exchangers.filter((host) => host.endsWith(`.${domain}`));
  const [imap, smtp] = await Promise.all([
    firstThatExists([`imap.${domain}`, `mail.${domain}`, ...own], resolver),
    firstThatExists([`smtp.${domain}`, `mail.${domain}`, ...own], resolver),
  ]);
  if (!imap || !smtp) return nothingFound;
  return detected({ provider: 'other', needs_oauth: false, settings: ssl(imap, smtp) }, 'guess');
}

const nothingFound: DetectedMailbox = { provider: 'other', source: 'none', settings: null, needs_oauth: false };

function detected({ provider, needs_oauth, settings }: MailboxPreset, source: DetectedMailbox['source']) {
  return { provider, source, settings, needs_oauth };
}

async function exchangersOf(domain: string, resolver: MailResolver): Promise<string[]> {
  const records = await resolver.mx(domain).catch(() => []);
  return records.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange.toLowerCase());
}

/** Both halves must be announced: half a mailbox is a guess. */
async function announcedBy(domain: string, resolver: MailResolver): Promise<MailboxSettingsForm | null> {
  const [imaps, submissions, submission] = await Promise.all(
    ['_imaps', '_submissions', '_submission'].map((service) => bestServer(`${service}._tcp.${domain}`, resolver)),
  );
  const out = submissions ?? submission;
  if (!imaps || !out) return null;
  return {
    ...ssl(imaps.name, out.name),
    imap_port: imaps.port,
    smtp_port: out.port,
    smtp_security: submissions ? 'ssl' : 'tls',
  };
}

async function bestServer(name: string, resolver: MailResolver): Promise<{ name: string; port: number } | null> {
  const records = await resolver.srv(name).catch(() => []);
  const [best] = records.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight);
  // A target of "." says: not offered here (RFC 2782).
  return best && best.name !== '' && best.name !== '.' ? { name: best.name.toLowerCase(), port: best.port } : null;
}

async function firstThatExists(hosts: readonly string[], resolver: MailResolver): Promise<string | null> {
  const exist = await Promise.all(hosts.map((host) => resolver.exists(host).catch(() => false)));
  return hosts.find((_, at) => exist[at]) ?? null;
}

function systemResolver(): MailResolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const has = (records: Promise<string[]>) => records.then(({ length }) => length > 0).catch(() => false);
  return {
    mx: (domain) => resolver.resolveMx(domain),
    srv: (name) => resolver.resolveSrv(name),
    async exists(host) {
      const found = await Promise.all([has(resolver.resolve4(host)), has(resolver.resolve6(host))]);
      return found.includes(true);
    },
  };
}
