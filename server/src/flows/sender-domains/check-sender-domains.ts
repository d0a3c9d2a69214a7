import { checkDomain, type DomainCheck } from '#channels/email/domain-check/check-domain.ts';
import type { TxtResolver } from '#channels/email/domain-check/txt-resolver.ts';
import { senderDomainsMax } from '#contract/sender-domains.ts';
import { readRaw, recentOwnMails } from '#domain/inbound-mails/index.ts';
import { readDkimSelector, rememberDkimSelector, sendersOf } from '#domain/mailboxes/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { selectorsOf } from './selectors-of.ts';

/**
 * The domains a mailbox sends from, each with what DNS says of it. DKIM keys are looked for where somebody said, where they
 * were last, and where our own letters that came back name them.
 */
export async function checkSenderDomains(
  the: { db: Database; files: Files; resolve: TxtResolver },
  mailbox: { id: number; companyId: number; smtpHost: string },
  selector: string | undefined,
): Promise<DomainCheck[]> {
  const { db, files, resolve } = the;
  const inCompany = { companies: [mailbox.companyId] };
  const [senders, remembered, own] = await db.transaction(inCompany, (tx) =>
    Promise.all([
      sendersOf(tx, mailbox.id, { evenAsked: true }),
      readDkimSelector(tx, mailbox.id),
      recentOwnMails(tx, mailbox.companyId),
    ]),
  );
  const domains = [...new Set(senders.map(({ address }) => domainOf(address)))].slice(0, senderDomainsMax);
  // A letter whose bytes lie with another process has nothing to say here.
  const raws = await Promise.all(own.map((one) => readRaw(files, one).catch(() => null)));
  const named = raws.flatMap((raw) => (raw ? selectorsOf(raw) : []));
  const checked = await Promise.all(
    domains.map((domain) => {
      const inMails = named.filter((one) => one.domain === domain).map((one) => one.selector);
      const selectors = [...(selector ? [selector] : []), ...(remembered ? [remembered] : []), ...inMails];
      return checkDomain({ domain, smtpHost: mailbox.smtpHost, selectors }, resolve);
    }),
  );
  const found = checked[0]?.records.find((one) => one.kind === 'dkim' && one.found.length > 0)?.values.selector;
  if (typeof found === 'string' && found !== remembered)
    await db.transaction(inCompany, (tx) => rememberDkimSelector(tx, mailbox.id, found));
  return checked;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
