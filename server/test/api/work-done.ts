import type { Database, Query, Tx } from '#platform/database.ts';

/** From now on every statement that goes through this database is written down. `take` answers those since the last. */
export function watchStatements(db: Database): { take: () => string[] } {
  let said: string[] = [];
  const read = db.read.bind(db);
  const transaction = db.transaction.bind(db);
  const note = (query: Query) => said.push(query.text.replaceAll(/\s+/g, ' '));
  const watched = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function' || name === 'afterCommit' || name === 'askedAll') return method;
        return (query: Query, ...rest: unknown[]): unknown => {
          note(query);
          return Reflect.apply(method, target, [query, ...rest]);
        };
      },
    });
  Object.assign(db, {
    read: ((scope, query) => {
      note(query);
      return read(scope, query);
    }) satisfies Database['read'],
    transaction: ((scope, work, how) =>
      transaction(scope, (tx) => work(watched(tx)), how)) satisfies Database['transaction'],
  });
  return {
    take() {
      const taken = said;
      said = [];
      return taken;
    },
  };
}
