import type { FastifyInstance } from 'fastify';
import { composeTicket, composeSenders as sendersCall } from '#contract/compose.ts';
import { composeSenders, composeTickets, type LetterTools } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';
import { type CleanHtml, mailAddresses } from './ticket-routes.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  limits: Limits;
  cleanHtml: CleanHtml;
  letters: LetterTools;
};

/** Letters to people who did not ask: enough for a long day, too few for a campaign. */
const composed: Limit = { name: 'composed-letters', points: 300, seconds: 3600 };

/** Tickets that begin with a letter of ours. */
export function mountCompose(app: FastifyInstance, the: Needs): void {
  const { db, sessions, mounted, wake, limits, cleanHtml, letters } = the;
  const on = callMounter(app, sessions, mounted);

  on.withScope(sendersCall, async ({ product_id }, { person }) => ({
    senders: await composeSenders(db, product_id, person),
  }));

  on.withScope(composeTicket, async (data, { person }) => {
    await limits.take(composed, { person: person.userId }, data.how === 'each' ? data.to.length : 1);
    const { html, text } = await cleanHtml(data.body_html);
    const tickets = await composeTickets(
      db,
      {
        ...{ clientId: data.client_id, productId: data.product_id, from: data.from, how: data.how },
        ...{ subject: data.subject, bodyHtml: html, bodyText: text },
        to: mailAddresses(data.to, 'to'),
        cc: mailAddresses(data.cc, 'cc'),
        bcc: mailAddresses(data.bcc, 'bcc'),
        attachments: data.attachments ?? [],
        templates: data.template_ids ?? [],
        assigneeId: data.assignee_id,
        tags: data.tag_ids ?? [],
      },
      person,
      letters,
    );
    wake.nudge('deliveries');
    wake.nudge('events');
    return { tickets: [...tickets] };
  });
}
