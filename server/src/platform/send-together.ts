import type pg from 'pg';

/**
 * What is sent within one turn of the event loop travels in one piece, so that begin, query and commit wake the server
 * once. Call the answered function before each query.
 */
export function sendTogether(client: pg.ClientBase): () => void {
  const { stream } = (client as pg.Client).connection;
  let isHeld = false;
  const send = () => {
    isHeld = false;
    stream.uncork();
  };
  return () => {
    if (isHeld) return;
    isHeld = true;
    stream.cork();
    process.nextTick(send);
  };
}
