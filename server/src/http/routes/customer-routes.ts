import type { FastifyInstance } from 'fastify';
import {
  addIdentity as addIdentityCall,
  changeCustomerNote,
  customerCard,
  customerDuplicates,
  findCustomers,
  keepCustomersApart,
  makeIdentityPrimary,
  mergeCustomers as mergeCall,
  noteOnCustomer as noteCall,
  removeIdentity as removeIdentityCall,
  tagCustomer as tagCall,
  unmergeCustomers as unmergeCall,
} from '#contract/customers.ts';
import {
  addIdentity,
  changeNote,
  findDuplicates,
  keepApart,
  makePrimary,
  mergeCustomers,
  noteOnCustomer,
  readCard,
  removeIdentity,
  searchCustomers,
  tagCustomer,
  unmergeCustomers,
} from '#domain/customers/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake };

/** What is known of a customer, and who they are. */
export function mountCustomers(app: FastifyInstance, { db, sessions, mounted, wake }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  const told = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    wake.nudge('events');
    return done;
  };
  const done = async (work: Promise<void>) => {
    await told(work);
    return {};
  };

  on.withScope(customerCard, ({ id }, { person }) => readCard(db, id, person));
  on.withScope(findCustomers, async (data, { person }) => ({ customers: await searchCustomers(db, data, person) }));
  on.withScope(customerDuplicates, async ({ id }, { person }) => ({
    duplicates: await findDuplicates(db, id, person),
  }));

  on.withScope(addIdentityCall, (data, { person }) => told(addIdentity(db, data, person)));
  on.withScope(removeIdentityCall, (data, { person }) => done(removeIdentity(db, data, person)));
  on.withScope(makeIdentityPrimary, (data, { person }) => done(makePrimary(db, data, person)));

  on.withScope(noteCall, (data, { person }) => told(noteOnCustomer(db, data, person)));
  on.withScope(changeCustomerNote, (data, { person }) => done(changeNote(db, data, person)));
  on.withScope(tagCall, ({ id, add = [], remove = [] }, { person }) =>
    done(tagCustomer(db, { id, add, remove }, person)),
  );

  on.withScope(keepCustomersApart, (data, { person }) => done(keepApart(db, data, person)));
  on.withScope(mergeCall, ({ take = [], ...data }, { person }) => told(mergeCustomers(db, { ...data, take }, person)));
  on.withScope(unmergeCall, ({ merge_id }, { person }) => told(unmergeCustomers(db, merge_id, person)));
}
