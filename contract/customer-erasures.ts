import { z } from 'zod';
import { call } from './call.ts';
import { idValue, safeLine } from './entity.ts';

const counted = z.strictObject({
  tickets: z.int(),
  /** Letters, answers and notes. */
  messages: z.int(),
  /** Finished letters that have not left: they wait for their time, or for their writer. */
  waiting: z.int(),
  /** What colleagues have begun to write in their tickets, beside them, and to them anew. */
  drafts: z.int(),
  files: z.int(),
  mails: z.int(),
  identities: z.int(),
  notes: z.int(),
  /** Cards that were merged into this one. */
  cards: z.int(),
});

export const exportCustomer = call(
  'customers/export',
  'Puts everything that the company holds about a person into one archive: a job makes it, whoever asked fetches it for a week. The same `request_id` asks once',
  {
    scope: 'customers.export',
    data: z.strictObject({ request_id: z.uuid(), id: idValue }),
    answer: z.strictObject({ job_id: idValue }),
    errors: ['customer_not_found', 'forbidden', 'not_in_this_state', 'too_many_jobs', 'too_many_requests'],
  },
);

export const previewErasure = call('customers/erasure-preview', 'What an erasure would take away, in numbers', {
  scope: 'customers.erase',
  data: z.strictObject({ id: idValue }),
  answer: counted,
  errors: ['customer_not_found', 'forbidden'],
});

export const eraseCustomer = call(
  'customers/erase',
  'Forgets a person for good: names, addresses, notes, whatever they wrote and was written to them. Tickets keep their numbers and times. Nothing brings it back. Twice is once',
  {
    scope: 'customers.erase',
    data: z.strictObject({
      id: idValue,
      /** What they are called on their card, so that nobody is erased by a slip. */
      typed: safeLine(255),
    }),
    answer: z.strictObject({ erasure_id: idValue }),
    errors: ['customer_not_found', 'forbidden', 'not_in_this_state', 'invalid_value', 'too_many_requests'],
  },
);

/** A name as people type it: how wide its blanks are, and what is not seen between its letters, tells no two apart. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** What is handed to the person, or shown to an authority. It names nobody who was erased. */
export const receiptAnswer = z.strictObject({
  code: z.uuid(),
  company: z.string(),
  customer_id: idValue,
  asked_by: z.string(),
  asked_at: z.string(),
  done_at: z.string().nullable(),
  counts: z.record(z.string(), z.int()),
  /** SHA-256 of the code, a colon, and each address in lower case: who knows an address can tell that it was theirs. */
  proofs: z.array(z.string()),
  /** Made with the key of this installation over all of the above; empty until it is done. */
  seal: z.string(),
});
export type ErasureReceipt = z.output<typeof receiptAnswer>;

export const erasureReceipt = call(
  'customers/erasure-receipt',
  'The receipt of an erasure. `GET customers/{id}/receipt` answers it as a page that prints',
  {
    scope: 'customers.erase',
    data: z.strictObject({ id: idValue }),
    answer: receiptAnswer,
    errors: ['customer_not_found', 'not_in_this_state', 'forbidden'],
  },
);
