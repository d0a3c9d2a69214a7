import type { FastifyInstance } from 'fastify';
import {
  currentAnnouncements as currentCall,
  listAnnouncements as listCall,
  makeAnnouncement as makeCall,
  putAwayAnnouncement as putAwayCall,
  withdrawAnnouncement as withdrawCall,
} from '#contract/announcements.ts';
import { requireConfirmedPassword } from '#domain/accounts/index.ts';
import {
  currentAnnouncements,
  listAnnouncements,
  makeAnnouncement,
  putAwayAnnouncement,
  withdrawAnnouncement,
} from '#domain/installation/index.ts';
import { type Operators, requireOperator } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake; operators: Operators };

/** What operators tell everybody: made and withdrawn by them, read and put away by each. */
export function mountAnnouncements(app: FastifyInstance, { db, sessions, mounted, wake, operators }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  on.signedIn(makeCall, async (the, { person, session }) => {
    await requireOperator(db, person.userId, operators);
    await requireConfirmedPassword(db, session);
    const id = await makeAnnouncement(db, the, person.userId);
    wake.nudge('events');
    return { id };
  });
  on.signedIn(listCall, async (_nothing, { person }) => {
    await requireOperator(db, person.userId, operators);
    return { announcements: await listAnnouncements(db) };
  });
  on.signedIn(withdrawCall, async ({ id }, { person, session }) => {
    await requireOperator(db, person.userId, operators);
    await requireConfirmedPassword(db, session);
    await withdrawAnnouncement(db, id, person.userId);
    wake.nudge('events');
    return {};
  });
  on.signedIn(currentCall, async (_nothing, { person }) => ({
    announcements: await currentAnnouncements(db, person.userId),
  }));
  on.signedIn(putAwayCall, async ({ id }, { person }) => {
    await putAwayAnnouncement(db, id, person.userId);
    return {};
  });
}
