import { z } from 'zod';
import { countedFirst, filterBody, idValue } from './entity.ts';

/** What the generic calls of every entity read and answer, beside `getBody`. The desk sends it and has no use for its schemas. */
export const createBody = z.strictObject({
  data: z.unknown(),
  /** Of whoever asks: the same one twice within a day is answered with the rows that it made, and makes no more. */
  request_id: z.uuid().optional(),
});
const seenMax = 100;
export const updateBody = z.strictObject({
  data: z.unknown(),
  filter: filterBody.optional(),
  /** Values that the caller saw before changing them: where a row holds others by now, nothing is written (409). */
  seen: countedFirst(seenMax, z.record(z.string().max(100), z.unknown())).optional(),
});
const markBody = z.strictObject({ filter: filterBody.optional(), data: z.strictObject({}).optional() });
export const restoreBody = markBody.extend({
  /** What whoever asks gave to another one when they disabled the rows comes back, as far as it is there still. */
  move_back: z.literal(1).optional(),
});
export const deleteBody = markBody.extend({
  /** What depends on the rows goes to this one of the same entity and company. */
  move_to: idValue.optional(),
});
export const dependentsBody = z.strictObject({ filter: filterBody.optional() });
/** What depends on rows that somebody is about to disable; what nothing depends on is not named. */
export const dependentsAnswer = z.array(
  z.strictObject({
    name: z.string(),
    count: z.int(),
    can_move: z.boolean(),
    /** True: the rows stay until these are gone or moved. */
    must_move: z.boolean(),
    /** There only where they cannot move because they are more than that: no more are moved at once. */
    move_max: z.int().optional(),
    /** There only where they cannot move because the caller does not see all that would. */
    out_of_sight: z.literal(true).optional(),
  }),
);
export type Dependents = z.infer<typeof dependentsAnswer>;
