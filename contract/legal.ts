import { z } from 'zod';
import { call } from './call.ts';

/** As in the address of the page (SPEC section 2). */
export const legalPages = ['terms-of-use', 'privacy-and-cookie-policy'] as const;
export type LegalPage = (typeof legalPages)[number];

export const readLegalPage = call('legal/read', 'The terms of use or the privacy policy of this installation', {
  access: 'public',
  data: z.strictObject({ page: z.enum(legalPages), language: z.enum(['en', 'ua']) }),
  answer: z.strictObject({
    /** Markdown: headings, paragraphs, lists, bold text and links. Null where it is published elsewhere. */
    text: z.string().nullable(),
    address: z.string().nullable(),
  }),
});
