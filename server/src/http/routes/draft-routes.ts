import type { FastifyInstance } from 'fastify';
import {
  changeSendTime,
  discardDraft as discardCall,
  discardWaiting as discardWaitingCall,
  mentionable as mentionableCall,
  draftsOfTicket as ofTicketCall,
  saveDraft as saveCall,
  sendWaitingNow as sendNowCall,
  takeBackLetter as takeBackCall,
  takeOverDraft as takeOverCall,
} from '#contract/drafts.ts';
import {
  changeTime,
  discardDraft,
  discardWaiting,
  draftsOfTicket,
  saveDraft,
  sendNow,
  takeBack,
  takeOver,
} from '#domain/drafts/index.ts';
import { findMentionable } from '#domain/mentions/index.ts';
import { type LetterTools, lockVisibleTicket } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';
import { type CleanHtml, requireSendAt } from './ticket-routes.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  cleanHtml: CleanHtml;
  letters: LetterTools;
};

/** What is written and not sent yet. */
export function mountDrafts(app: FastifyInstance, { db, sessions, mounted, wake, cleanHtml, letters }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  const told = <T>(answer: T): T => {
    wake.nudge('events');
    return answer;
  };

  on.withScope(ofTicketCall, (data, { person }) =>
    db.transaction({ companies: person.companies }, async (tx) =>
      draftsOfTicket(tx, await lockVisibleTicket(tx, data.ticket_id, person, 'messages.get'), person),
    ),
  );

  on.withScope(saveCall, async (data, { person }) => {
    const { html, text } = await cleanHtml(data.body_html);
    const saved = await saveDraft(
      db,
      {
        ticketId: data.ticket_id,
        kind: data.kind,
        bodyHtml: html,
        bodyText: text,
        recipients: data.recipients,
        from: data.from,
        inReplyTo: data.in_reply_to ?? null,
        seenTo: data.seen_to ?? null,
        templates: data.template_ids,
        mentions: data.mentions,
        signs: data.signs,
        sideId: data.side_id ?? null,
        side: data.side ?? null,
        attachments: data.attachments,
        baseVersion: data.base_version,
        typedMsAgo: data.typed_ms_ago,
        device: data.device,
      },
      person,
    );
    return told(saved);
  });

  on.withScope(discardCall, async (data, { person }) => {
    const other = await discardDraft(
      db,
      {
        ...{ ticketId: data.ticket_id, kind: data.kind, sideId: data.side_id ?? null, device: data.device },
        ...{ asideId: data.id, version: data.version },
      },
      person,
    );
    return told({ other });
  });

  on.withScope(takeOverCall, async (data, { person }) => told({ draft: await takeOver(db, data.id, person) }));

  on.withScope(takeBackCall, async (data, { person }) =>
    told({ draft: await takeBack(db, { ticketId: data.ticket_id, clientId: data.client_id }, person) }),
  );

  on.withScope(discardWaitingCall, async (data, { person }) => {
    await discardWaiting(db, { ticketId: data.ticket_id, clientId: data.client_id }, person);
    return told({});
  });

  on.withScope(changeSendTime, async (data, { person }) => {
    requireSendAt(data.send_at);
    const key = { ticketId: data.ticket_id, clientId: data.client_id };
    const send_at = await changeTime(db, key, data.send_at, person);
    // It may come before what is looked for next.
    wake.nudge('waiting');
    return told({ send_at });
  });

  on.withScope(sendNowCall, async (data, { person }) => {
    const key = { ticketId: data.ticket_id, clientId: data.client_id };
    const messageId = await sendNow(db, key, person, letters);
    wake.nudge('deliveries');
    return told({ message_id: messageId });
  });

  on.withScope(mentionableCall, (data, { person }) => {
    const { ticket_id: ticketId, product_id: productId = 0, assignee_id: assigneeId = null, words = '' } = data;
    const about = ticketId === undefined ? { productId, assigneeId } : { ticketId };
    return findMentionable(db, { about, words }, person);
  });
}
