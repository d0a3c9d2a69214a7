import type { FastifyInstance } from 'fastify';
import {
  listPromoCodes as listCall,
  makePromoCodes as makeCall,
  revokePromoCodes as revokeCall,
} from '#contract/promo-codes.ts';
import { requireConfirmedPassword } from '#domain/accounts/index.ts';
import { type Operators, requireOperator } from '#domain/people/index.ts';
import { listPromoCodes, makePromoCodes, revokePromoCodes } from '#domain/promo-codes/index.ts';
import type { Database } from '#platform/database.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; operators: Operators };

/** Codes that take percent off a price: only operators of the installation make and see them. */
export function mountPromoCodes(app: FastifyInstance, { db, sessions, mounted, operators }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  on.signedIn(listCall, async ({ before }, { person }) => {
    await requireOperator(db, person.userId, operators);
    return listPromoCodes(db, before);
  });
  on.signedIn(makeCall, async (wanted, { person, session }) => {
    await requireOperator(db, person.userId, operators);
    await requireConfirmedPassword(db, session);
    return { batch: await makePromoCodes(db, wanted, person.userId) };
  });
  on.signedIn(revokeCall, async ({ ids }, { person, session }) => {
    await requireOperator(db, person.userId, operators);
    await requireConfirmedPassword(db, session);
    return { revoked: await revokePromoCodes(db, ids, person.userId) };
  });
}
