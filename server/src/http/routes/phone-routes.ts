import type { FastifyInstance } from 'fastify';
import {
  addPhones as addCall,
  editPhone as editCall,
  phoneHistory as historyCall,
  listPhones as listCall,
} from '#contract/product-call-phones.ts';
import { type Operators, requireOperator } from '#domain/people/index.ts';
import { addPhones, editPhone, listPhones, phoneHistory } from '#domain/phones/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake; operators: Operators };

/** Telephone numbers: the pool is the operators', what a company took is its own. */
export function mountPhones(app: FastifyInstance, { db, sessions, mounted, wake, operators }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  on.signedIn(historyCall, async ({ id }, { person }) => ({ changes: await phoneHistory(db, id, person) }));
  on.signedIn(listCall, async (asked, { person }) => {
    await requireOperator(db, person.userId, operators);
    return listPhones(db, asked);
  });
  on.signedIn(addCall, async (rows, { person }) => {
    await requireOperator(db, person.userId, operators);
    const added = await addPhones(db, rows, person.userId);
    wake.nudge('events');
    return { 'product-call-phones': added };
  });
  on.signedIn(editCall, async (the, { person }) => {
    await requireOperator(db, person.userId, operators);
    await editPhone(db, the, person.userId);
    wake.nudge('events');
    return {};
  });
}
