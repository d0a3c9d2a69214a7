import type { FastifyInstance } from 'fastify';
import { deleteNote as deleteCall, editNote as editCall, noteHistory as historyCall } from '#contract/notes.ts';
import { adminLevel } from '#contract/privileges.ts';
import { resolveMentions } from '#domain/mentions/index.ts';
import { deleteNote, editNote, noteVersions, ticketOfNote } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';
import type { CleanHtml } from './ticket-routes.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake; cleanHtml: CleanHtml };

/** What becomes of a note after it was written. */
export function mountNotes(app: FastifyInstance, { db, sessions, mounted, wake, cleanHtml }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.withScope(editCall, async (data, { person }) => {
    const { html, text } = await cleanHtml(data.body_html);
    const named = data.mentions ?? [];
    const mentions =
      named.length === 0
        ? []
        : await resolveMentions(
            db,
            { about: { ticketId: await ticketOfNote(db, data.message_id, person) }, mentions: named },
            person,
          );
    const the = { messageId: data.message_id, bodyHtml: html, bodyText: text, edits: data.edits, mentions };
    const edits = await editNote(db, the, person);
    wake.nudge('events');
    return { edits };
  });

  on.withScope(historyCall, async (data, { person }) => ({
    versions: await noteVersions(db, data.message_id, person),
  }));

  on.withScope(deleteCall, async (data, { person }) => {
    const isAdministrator = (companyId: number) =>
      person.roles.some((role) => role.company_id === companyId && role.level >= adminLevel);
    await deleteNote(db, { messageId: data.message_id, reason: data.reason }, person, isAdministrator);
    wake.nudge('events');
    return {};
  });
}
