/**
 * That the draft `d` is its writer's to finish, or to keep an eye on: begun, to be sent later, or held. One that can be taken
 * back for a moment has left, as far as its writer is concerned.
 */
export const isUnsent = `(d.state in ('draft', 'aside', 'held') or (d.state = 'waiting' and d.why = 'later'))`;
