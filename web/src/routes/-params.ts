import { idValue } from '#contract/entity.ts';

/** An id in the address. What is none becomes NaN, for the route to answer with 'not found'. */
export const idParam = {
  parse: ({ id }: { id: string }) => ({ id: idValue.catch(Number.NaN).parse(Number(id)) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};
