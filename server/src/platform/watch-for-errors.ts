import type pg from 'pg';

/** A client that lost its server must not go back to the pool. */
export function watchForErrors(client: pg.PoolClient) {
  let failed = false;
  const note = () => {
    failed = true;
  };
  client.on('error', note);
  return {
    release(destroy = false) {
      client.off('error', note);
      client.release(destroy || failed);
    },
  };
}
