import type { Database } from '#platform/database.ts';

/** A database that can be away for a while, as after a broken line: nobody is answered. */
export function aDatabaseAway(of: Database) {
  let isAway = false;
  const orAway =
    <Asked extends unknown[], Answered>(ask: (...asked: Asked) => Promise<Answered>) =>
    (...asked: Asked): Promise<Answered> =>
      isAway ? Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })) : ask(...asked);
  const db: Database = {
    ...of,
    read: orAway(of.read) as Database['read'],
    transaction: orAway(of.transaction) as Database['transaction'],
  };
  return {
    db,
    goesAway: () => {
      isAway = true;
    },
    /** What was asked for until now has been told that it is away. */
    hasFailed: () => new Promise((resolve) => setImmediate(resolve)),
    isBack: () => {
      isAway = false;
    },
  };
}
