import type { FastifyInstance } from 'fastify';
import {
  listSideConversations,
  openSideConversation,
  replyInSideConversation,
  seeSideConversation,
  settleSideConversation,
  takeBackSideLetter as takeBackCall,
} from '#contract/side-conversations.ts';
import { markNoticesRead } from '#domain/notifications/index.ts';
import {
  isSideLetterSent,
  listSides,
  openSide,
  replyInSide,
  type SideLetter,
  type SideTools,
  seeSide,
  settleSide,
  takeBackSideLetter,
} from '#domain/side-conversations/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { LetterPace } from '../pace-letters.ts';
import type { Sessions } from '../sessions.ts';
import { type CleanHtml, mailAddresses } from './ticket-routes.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  cleanHtml: CleanHtml;
  sideTools: SideTools;
  pace: LetterPace;
};
type Written = {
  client_id: string;
  body_html: string;
  to: readonly { name?: string | undefined; address: string }[];
  cc?: readonly { name?: string | undefined; address: string }[] | undefined;
  attachments?: readonly number[] | undefined;
  draft_version?: number | undefined;
  hold_seconds?: number | undefined;
};

/** Letters to third parties beside a ticket. */
export function mountSideConversations(app: FastifyInstance, the: Needs): void {
  const { db, sessions, mounted, wake, cleanHtml, sideTools, pace } = the;
  const on = callMounter(app, sessions, mounted);

  const letterOf = async (data: Written): Promise<SideLetter> => {
    const { html, text } = await cleanHtml(data.body_html);
    return {
      clientId: data.client_id,
      bodyHtml: html,
      bodyText: text,
      to: mailAddresses(data.to, 'to'),
      cc: mailAddresses(data.cc, 'cc'),
      attachments: data.attachments ?? [],
      draftVersion: data.draft_version,
      holdSeconds: data.hold_seconds ?? 0,
    };
  };
  const told = <T>(answer: T): T => {
    wake.nudge('deliveries');
    wake.nudge('events');
    return answer;
  };

  on.withScope(openSideConversation, async (data, { person }) => {
    const isSent = () => isSideLetterSent(db, { ticketId: data.ticket_id }, data.client_id, person);
    await pace.others(person, [data.to, data.cc], isSent);
    const opening = {
      ...(await letterOf(data)),
      ...{ ticketId: data.ticket_id, subject: data.subject },
      ...{ forwarded: data.forwarded_ids ?? [], forwardedAttachments: data.forwarded_attachment_ids ?? [] },
    };
    const sent = await openSide(db, opening, person, sideTools);
    return told({ side_id: sent.sideId, message_id: sent.messageId, waits_until: sent.waitsUntil });
  });

  on.withScope(replyInSideConversation, async (data, { person }) => {
    const isSent = () => isSideLetterSent(db, { sideId: data.side_id }, data.client_id, person);
    await pace.others(person, [data.to, data.cc], isSent);
    const sent = await replyInSide(db, data.side_id, await letterOf(data), person, sideTools);
    return told({ side_id: sent.sideId, message_id: sent.messageId, waits_until: sent.waitsUntil });
  });

  on.withScope(takeBackCall, async (data, { person }) =>
    told({ side_id: await takeBackSideLetter(db, data.message_id, person) }),
  );

  on.withScope(listSideConversations, async (data, { person }) => ({
    conversations: await listSides(db, data.ticket_id, person),
  }));

  on.withScope(settleSideConversation, async (data, { person }) => {
    await settleSide(db, data.side_id, data.state, person);
    return told({});
  });

  on.withScope(seeSideConversation, async (data, { person }) => {
    await seeSide(db, data.side_id, person);
    await markNoticesRead(db, person.userId, { sideId: data.side_id });
    wake.nudge('events');
    return {};
  });
}
