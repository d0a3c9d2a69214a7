import type { ProactiveMessage, QuidgetLanguage } from '#contract/quidget-settings.ts';
import { quidgetSettings } from '#contract/quidget-settings.ts';
import type { OpenQuidget, Visitor } from '#domain/chats/index.ts';
import type { Arrival } from '#domain/visits/index.ts';
import { countryOfAddress } from '#platform/country-of-address.ts';
import type { Secrets } from '#platform/secrets.ts';

type Page = { url: string; title: string };
export type OnPage = { see(page: Page): void; answers(): void; leave(): void };
type Invitation = { key: string; name: string; text: string };

/** What keeps who is on the sites; see `flows/visits`. */
export type EnterVisit = (
  page: Arrival & { isSeen: boolean; isInChat: boolean; send(invitation: Invitation, hasCome: () => void): void },
  rules: { quidget: OpenQuidget; messages: readonly ProactiveMessage[] },
) => OnPage;

type Opened = {
  quidget: OpenQuidget;
  visitor: Visitor | undefined;
  isInChat: boolean;
  language: QuidgetLanguage;
  page: Page & { referrer: string };
  ip: string;
  userAgent: string;
  send(invitation: Invitation, hasCome: () => void): void;
};

/**
 * A page is open. Where the company asks for consent, nothing but the page is looked at before it was given: no address, no
 * program, and no joining of one page to the next.
 */
export async function enterPage(
  { secrets, visit }: { secrets: Secrets; visit: EnterVisit },
  of: Opened,
): Promise<OnPage> {
  const { quidget, visitor, isInChat, page, ip, send } = of;
  const settings = quidgetSettings.parse(quidget.settings);
  const mayKnow = settings.form.consent !== 'required' || (visitor?.hasAgreed ?? false);
  const userAgent = mayKnow ? of.userAgent.slice(0, 300) : '';
  return visit(
    {
      ...{ companyId: quidget.company_id, quidgetId: quidget.id, visitorId: visitor?.id ?? null },
      cameBy: mayKnow ? secrets.sign('visit', `${quidget.id} ${ip} ${userAgent}`) : null,
      country: mayKnow ? await countryOfAddress(ip) : null,
      ...{ userAgent, language: of.language },
      ...{ page: { url: page.url, title: page.title }, referrer: page.referrer },
      ...{ isSeen: settings.behaviour.sees_visitors === 1, isInChat, send },
    },
    { quidget, messages: settings.proactive.messages },
  );
}
