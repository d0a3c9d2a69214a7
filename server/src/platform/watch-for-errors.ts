import type pg from 'pg';

/** A client that lost its server must not go back to the pool. `onError`: it has just lost it. */
export function watchForErrors(client: pg.PoolClient, onError = () => {}) {
  let failed = false;
  const note = () => {
    failed = true;
    onError();
  };
  client.on('error', note);
  return {
    release(destroy = false) {
      client.off('error', note);
      client.release(destroy || failed);
    },
  };
}
