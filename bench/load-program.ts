import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

/** Drives one address; told what by its first argument, as JSON. `{uuid}` and `{ticket}` in the body change each time. */
const {
  url,
  body,
  cookie,
  connections,
  seconds,
  tickets = [],
} = JSON.parse(process.argv[2] ?? '') as {
  url: string;
  body: string;
  cookie?: string;
  connections: number;
  seconds: number;
  tickets?: number[];
};
const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
let turn = 0;
const next = () => body.replace('{uuid}', randomUUID()).replace('"{ticket}"', String(tickets[turn++ % tickets.length]));
const requests =
  tickets.length > 0
    ? [
        {
          method: 'POST' as const,
          setupRequest: (request: object) => ({ ...request, body: next() }),
        },
      ]
    : [{ method: 'POST' as const, body }];
const {
  requests: counted,
  latency,
  non2xx,
  errors,
} = await autocannon({ url, method: 'POST', headers, connections, duration: seconds, requests });
console.log(
  JSON.stringify({ perSecond: counted.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors }),
);
