import type { FastifyInstance } from 'fastify';
import { composeTicket, composeSenders as sendersCall } from '#contract/compose.ts';
import {
  discardNewLetter as discardCall,
  myNewLetters as mineCall,
  saveNewLetter as saveCall,
  sendNewLetterNow as sendNowCall,
  takeBackNewLetter as takeBackCall,
} from '#contract/new-letters.ts';
import { resolveMentions } from '#domain/mentions/index.ts';
import {
  discardNewLetter,
  dropComposed,
  findKept,
  keepNewLetter,
  myNewLetters,
  saveNewLetter,
  sendNewLetterNow,
  takeBackNewLetter,
} from '#domain/new-letters/index.ts';
import { type Composed, composeSenders, composeTickets, isComposed, type LetterTools } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { LetterPace } from '../pace-letters.ts';
import type { Sessions } from '../sessions.ts';
import { unlessDone } from '../unless-done.ts';
import { type CleanHtml, mailAddresses, waitingOf } from './ticket-routes.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  limits: Limits;
  cleanHtml: CleanHtml;
  letters: LetterTools;
  pace: LetterPace;
};

/** Letters to people who did not ask: enough for a long day, too few for a campaign. */
const composed: Limit = { name: 'composed-letters', points: 300, seconds: 3600 };

/** Tickets that begin with a letter of ours. */
export function mountCompose(app: FastifyInstance, the: Needs): void {
  const { db, sessions, mounted, wake, limits, cleanHtml, letters, pace } = the;
  const on = callMounter(app, sessions, mounted);
  const told = <T>(answer: T): T => {
    wake.nudge('events');
    return answer;
  };

  on.withScope(sendersCall, async ({ product_id }, { person }) => ({
    senders: await composeSenders(db, product_id, person),
  }));

  on.withScope(composeTicket, async (data, { person }) => {
    const waiting = waitingOf(data);
    const isWritten = async () =>
      (waiting && (await findKept(db, data.client_id, person)) !== undefined) ||
      (await isComposed(db, { productId: data.product_id, clientId: data.client_id }, person));
    const count = data.how === 'each' ? data.to.length : 1;
    await unlessDone(limits.take(composed, { person: person.userId }, count), isWritten);
    await pace.others(person, [data.to, data.cc, data.bcc], isWritten);
    const type = data.type ?? 'mail';
    const { html, text } = await cleanHtml(data.body_html);
    const about = { productId: data.product_id, assigneeId: data.assignee_id ?? null };
    const letter: Composed = {
      ...{ clientId: data.client_id, type, productId: data.product_id, from: data.from, how: data.how },
      ...{ subject: data.subject, bodyHtml: html, bodyText: text, customerId: data.customer_id },
      to: mailAddresses(data.to, 'to'),
      cc: mailAddresses(data.cc, 'cc'),
      bcc: mailAddresses(data.bcc, 'bcc'),
      attachments: data.attachments ?? [],
      templates: data.template_ids ?? [],
      assigneeId: data.assignee_id,
      tags: data.tag_ids ?? [],
      mentions: type === 'mail' ? [] : await resolveMentions(db, { about, mentions: data.mentions ?? [] }, person),
      andThen: data.and_then,
    };
    if (waiting && type !== 'mail')
      throw new Problem('invalid_value', { field: data.send_at === undefined ? 'data.hold_seconds' : 'data.send_at' });
    if (waiting) {
      const kept =
        (await findKept(db, letter.clientId, person)) ?? (await keepNewLetter(db, letter, waiting, person, letters));
      if (typeof kept !== 'string') return told({ tickets: [...kept], waits_until: null });
      wake.nudge('waiting');
      return told({ tickets: [], waits_until: kept });
    }
    const tickets = await composeTickets(db, letter, person, letters, (tx) =>
      dropComposed(tx, { clientId: letter.clientId, userId: person.userId }),
    );
    wake.nudge('deliveries');
    return told({ tickets: [...tickets], waits_until: null });
  });

  on.withScope(mineCall, (_data, { person }) =>
    db.transaction({ companies: person.companies }, async (tx) => ({ letters: await myNewLetters(tx, person) })),
  );

  on.withScope(saveCall, async (data, { person }) => {
    const { html, text } = await cleanHtml(data.body_html);
    const saved = await saveNewLetter(
      db,
      {
        ...{ clientId: data.client_id, type: data.type, productId: data.product_id, from: data.from, how: data.how },
        ...{ recipients: { to: data.to, cc: data.cc, bcc: data.bcc }, customerId: data.customer_id },
        ...{ subject: data.subject, bodyHtml: html, bodyText: text, templates: data.template_ids },
        ...{ assigneeId: data.assignee_id, tags: data.tag_ids, attachments: data.attachments },
        mentions: data.mentions ?? [],
        ...{ baseVersion: data.base_version, device: data.device },
      },
      person,
    );
    return told(saved);
  });

  on.withScope(discardCall, async (data, { person }) => {
    const the = { clientId: data.client_id, version: data.version };
    return told({ other: await discardNewLetter(db, the, person) });
  });

  on.withScope(takeBackCall, async (data, { person }) =>
    told({ letter: await takeBackNewLetter(db, data.client_id, person) }),
  );

  on.withScope(sendNowCall, async (data, { person }) => {
    const tickets = await sendNewLetterNow(db, data.client_id, person, letters);
    wake.nudge('deliveries');
    return told({ tickets });
  });
}
