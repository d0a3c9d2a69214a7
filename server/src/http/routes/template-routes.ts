import type { FastifyInstance } from 'fastify';
import {
  findTemplates as findCall,
  insertTemplate as insertCall,
  previewTemplate as previewCall,
} from '#contract/templates.ts';
import { findTemplates, insertForNobody, insertTemplate, previewTemplate } from '#domain/templates/index.ts';
import { lockVisibleTicket } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';
import type { CleanHtml } from './ticket-routes.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; cleanHtml: CleanHtml };

/** Templates where agents write. What is filled in is cleaned once more: it goes into a letter. */
export function mountTemplates(app: FastifyInstance, { db, sessions, mounted, cleanHtml }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  const cleaned = async <F extends { html: string }>(filled: F): Promise<F> => ({
    ...filled,
    html: (await cleanHtml(filled.html)).html,
  });

  on.withScope(findCall, (data, { person }) =>
    db.transaction({ companies: person.companies }, async (tx) => {
      const ticket = await lockVisibleTicket(tx, data.ticket_id, person, 'templates.get');
      const { words = '', language } = data;
      return { templates: await findTemplates(tx, ticket, { words, language }, person) };
    }),
  );

  on.withScope(insertCall, async (data, { person }) =>
    cleaned(
      await db.transaction({ companies: person.companies }, async (tx) => {
        if (data.ticket_id === undefined) return insertForNobody(tx, data, person);
        const ticket = await lockVisibleTicket(tx, data.ticket_id, person, 'messages.create');
        return insertTemplate(tx, data, ticket, person);
      }),
    ),
  );

  on.withScope(previewCall, async (data, { person }) => {
    const { html } = await cleanHtml(data.body_html);
    return cleaned(
      await db.transaction({ companies: person.companies }, async (tx) => {
        const ticket = await lockVisibleTicket(tx, data.ticket_id, person, 'templates.get');
        return previewTemplate(tx, html, ticket.id, person);
      }),
    );
  });
}
