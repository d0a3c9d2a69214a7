import { z } from 'zod';
import { call } from './call.ts';
import { idValue, safeLine, timeValue } from './entity.ts';

/** SPEC section 9: what the box for a code takes. */
export const promoCodeLength = 8;
/** SPEC section 5: uses of one code, and percent. */
export const promoUsesMax = 100;
/** Codes of one batch: a file that people still read. */
export const promoCodesPerBatchMax = 1000;
export const promoBatchesPerPage = 20;

/** Begins with a letter or digit, and names no folder. */
const fileName = safeLine(100, 1).regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u);

/** Its day, which begins at midnight, UTC. */
const isNotOver = (time: string): boolean => time.slice(0, 10) >= new Date().toISOString().slice(0, 10);

const promoCode = z.strictObject({
  id: idValue,
  promocode: z.string(),
  percent: z.int(),
  /** False when it was revoked. */
  check: z.boolean(),
  /** Unix time in seconds. */
  expire: z.int(),
  /** Uses that are left. */
  count: z.int(),
});
export type PromoCode = z.output<typeof promoCode>;

const batch = z.strictObject({
  id: idValue,
  /** The name of the file they are downloaded as. */
  name: z.string(),
  percent: z.int(),
  /** Uses of each code at first. */
  count: z.int(),
  begin: z.string(),
  expire: z.string(),
  made_by: z.string().nullable(),
  added: z.string(),
  promocodes: z.array(promoCode),
});
export type PromoBatch = z.output<typeof batch>;

export const makePromoCodes = call(
  'promocode/make',
  'Makes codes that take percent off a price. For operators. The same `request_id` makes them once',
  {
    data: z.strictObject({
      /** How often each code can be used. */
      count: z.int().min(1).max(promoUsesMax),
      /** How many codes. */
      many: z.int().min(1).max(promoCodesPerBatchMax),
      percent: z.int().min(1).max(100),
      /** Not before today. */
      begin: timeValue.refine(isNotOver, { params: { key: 'time_not_ahead' } }),
      /** After `begin`, and not over yet. */
      expire: timeValue,
      name: fileName,
      request_id: z.uuid().optional(),
    }),
    answer: z.strictObject({ batch }),
    errors: ['password_needed', 'sign_in_needed'],
  },
);

export const listPromoCodes = call('promocode/list', 'Batches of codes, the newest first. For operators', {
  data: z.strictObject({
    /** Only batches older than this one. */
    before: idValue.optional(),
  }),
  answer: z.strictObject({ batches: z.array(batch), has_more: z.boolean() }),
});

export const revokePromoCodes = call('promocode/revoke', 'Ends codes that were given out. For operators', {
  data: z.strictObject({ ids: z.array(idValue).min(1).max(promoCodesPerBatchMax) }),
  answer: z.strictObject({
    /** How many were still good. */
    revoked: z.int(),
  }),
  errors: ['password_needed', 'sign_in_needed'],
});
