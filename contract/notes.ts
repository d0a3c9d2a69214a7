import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue, safeLine, safeText, timeValue } from './entity.ts';
import { mentionsOfNote, replyLettersMax } from './ticket-writing.ts';

export const noteReasonLettersMax = 300;
export const noteVersionsMax = 100;

export const editNote = call(
  'messages/edit-note',
  'Changes what a note says. Its writer alone may; what it said is kept',
  {
    scope: 'messages.create',
    data: z.strictObject({
      message_id: idValue,
      body_html: safeText(replyLettersMax),
      /** Whom it calls beside those it has called already. They must be able to see the ticket, and they alone are told. */
      mentions: mentionsOfNote.optional(),
      /** How often it had been edited as its writer saw it: an edit from elsewhere is not overwritten unseen. */
      edits: z.int().min(0),
    }),
    answer: z.strictObject({ edits: z.int() }),
    errors: [
      'not_found',
      'note_of_another',
      'message_empty',
      'conflict',
      'limit_reached',
      'cannot_see_ticket',
      'ticket_not_found',
    ],
  },
);

export const noteHistory = call('messages/note-history', 'What a note said before, the newest first', {
  scope: 'messages.get',
  data: z.strictObject({ message_id: idValue }),
  answer: z.strictObject({
    versions: z.array(
      z.strictObject({ body_html: z.string().nullable(), body_text: z.string(), written_at: timeValue }),
    ),
  }),
  errors: ['not_found'],
});

export const deleteNote = call(
  'messages/delete-note',
  'Takes a note out of the thread for good: its writer may, and whoever administers the company. A line says who, and why',
  {
    scope: 'messages.create',
    data: z.strictObject({ message_id: idValue, reason: safeLine(noteReasonLettersMax, 1) }),
    answer: nothing,
    errors: ['not_found', 'note_of_another'],
  },
);
