import type { FastifyInstance } from 'fastify';
import { readChat } from '#contract/chats.ts';
import { checkInstallation, rotateQuidgetSecret } from '#contract/quidgets.ts';
import { describeDevice } from '#domain/accounts/index.ts';
import { readChatFacts } from '#domain/chats/index.ts';
import { fetchPage, findQuidget, isWeb, judgeInstallation, rotateSecret } from '#domain/quidgets/index.ts';
import { lockWhereFound } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  secrets: Secrets;
  guard: OutboundGuard;
  limits: Limits;
  apiUrl: () => string;
};

/** Each fetches pages that somebody named: not a tool for knocking on many doors. */
const checks: Limit = { name: 'quidget checks', points: 20, seconds: 60 };
const rotations: Limit = { name: 'quidget secrets', points: 20, seconds: 600 };

/** What a quidget does beside its fields. */
export function mountQuidgets(app: FastifyInstance, the: Needs): void {
  const { db, sessions, mounted, wake, secrets, guard, limits, apiUrl } = the;
  const on = callMounter(app, sessions, mounted);

  on.signedIn(rotateQuidgetSecret, async ({ id }, { person }) => {
    await limits.take(rotations, { person: person.userId });
    const secret = await rotateSecret({ db, secrets }, person, id);
    wake.nudge('events');
    return { secret };
  });

  on.withScope(checkInstallation, async ({ id, url }, { person }) => {
    const quidget = await findQuidget(db, person, id);
    const address = URL.canParse(url) ? new URL(url) : null;
    if (!address || !isWeb(address)) throw new Problem('invalid_value', { field: 'data.url' });
    await limits.take(checks, { person: person.userId });
    const page = await fetchPage(guard, address).catch((error: unknown) => {
      // Where a redirect led stays between the page and us.
      throw error instanceof Problem ? new Problem(error.key, { field: 'data.url', cause: error }) : error;
    });
    const names = await namesOf(person.companies.filter((company) => person.may(company, 'quidgets.get')));
    const findings = judgeInstallation(page, {
      ...{ id, apiUrl: apiUrl(), allowedDomains: quidget.allowed_domains },
      nameOf: (other) => names.get(other),
    });
    return { url: page.url.href, findings };
  });

  on.withScope(readChat, async ({ ticket_id: ticketId }, { person }) => {
    const found = await db.transaction({ companies: person.companies }, async (tx) => {
      const ticket = await lockWhereFound(tx, ticketId, person, 'tickets.get');
      return readChatFacts(tx, ticket.id);
    });
    if (!found) return { chat: null };
    const { user_agent: userAgent, ...facts } = found;
    const { browser, system } = await describeDevice({ ip: null, user_agent: userAgent });
    return { chat: { ...facts, browser: browser ?? '', system: system ?? '' } };
  });

  async function namesOf(companies: readonly number[]): Promise<Map<string, string>> {
    const rows = await db.read<{ id: number; name: string }>(
      { companies },
      sql`select id, name from channel_accounts where kind = 'quidget' and company_id = any (${companies}::bigint[])`,
    );
    return new Map(rows.map((row) => [String(row.id), row.name]));
  }
}
