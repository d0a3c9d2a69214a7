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

async function run({ url, body, cookies = [], connections, seconds, tickets = [] }: Load): Promise<Measured> {
  const json = { 'content-type': 'application/json' };
  const headersOf = (n: number) => (cookies.length > 0 ? { ...json, cookie: cookies[n % cookies.length] ?? '' } : json);
  const changes = body.includes('{uuid}') || tickets.length > 0 || cookies.length > 1;
  const next = (n: number) =>
    body.replace('{uuid}', randomUUID()).replace('"{ticket}"', String(tickets[n % tickets.length]));
  const setupRequest = (request: object) => {
    const n = turn++;
    return { ...request, body: next(n), headers: headersOf(n) };
  };
  const result = await autocannon({
    url,
    method: 'POST',
    headers: headersOf(0),
    connections,
    duration: seconds,
    requests: [{ method: 'POST' as const, ...(changes ? { setupRequest } : { body }) }],
  });
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
