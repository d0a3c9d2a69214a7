import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Load, Measured } from './load.ts';

/** Drives addresses, one at a time, as its parent asks. `{uuid}` and `{ticket}` in a body change with each request. */
process.on('message', (load: Load) => {
  run(load).then(
    (measured) => process.send?.(measured),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));

let turn = 0;

async function run({ url, body, cookie, connections, seconds, tickets = [] }: Load): Promise<Measured> {
  const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
  const next = () =>
    body.replace('{uuid}', randomUUID()).replace('"{ticket}"', String(tickets[turn++ % tickets.length]));
  const changing = { setupRequest: (request: object) => ({ ...request, body: next() }) };
  const request = { method: 'POST' as const, ...(tickets.length > 0 ? changing : { body }) };
  const result = await autocannon({
    url,
    method: 'POST',
    headers,
    connections,
    duration: seconds,
    requests: [request],
  });
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
