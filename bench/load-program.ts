import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

/** Drives one address; told what by its first argument, as JSON. `{uuid}` in the body is a new one each time. */
const { url, body, cookie, connections, seconds } = JSON.parse(process.argv[2] ?? '') as {
  url: string;
  body: string;
  cookie?: string;
  connections: number;
  seconds: number;
};
const headers = { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) };
const requests = body.includes('{uuid}')
  ? [
      {
        method: 'POST' as const,
        setupRequest: (request: object) => ({ ...request, body: body.replace('{uuid}', randomUUID()) }),
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
