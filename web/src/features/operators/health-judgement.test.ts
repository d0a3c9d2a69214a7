import { expect, test } from 'vitest';
import type { InstallationHealth } from '#contract/installation-health.ts';
import { judge, levelOfConnections, levelOfDisk, levelOfQueue, levelOfWorkers } from './health-judgement.ts';

const queue = (change: object) =>
  ({ name: 'deliveries', waiting: 3, late_seconds: null, failed: 0, ...change }) as const;
const database = { version: '17', bytes: 1, connections: 10, connections_max: 100 };
const well: InstallationHealth = {
  at: '',
  queues: [queue({})],
  connections: [{ kind: 'mailbox', state: 'ok', key: null, count: 4 }],
  workers: { alive: 1, mailboxes_held: 4, mailboxes: 4 },
  database,
  disk: { bytes: 100, free: 60 },
  process: { version: '1', node: '24', role: 'all', started: '', memory_bytes: 1 },
  suspended_companies: 0,
};

test('a queue is late by minutes, troubled by what failed, and idle when it is empty', () => {
  expect(levelOfQueue(queue({}))).toBe('ok');
  expect(levelOfQueue(queue({ waiting: 0 }))).toBe('idle');
  expect(levelOfQueue(queue({ late_seconds: 299 }))).toBe('ok');
  expect(levelOfQueue(queue({ late_seconds: 300 }))).toBe('warn');
  expect(levelOfQueue(queue({ late_seconds: 1800 }))).toBe('bad');
  expect(levelOfQueue(queue({ failed: 1 }))).toBe('warn');
  expect(levelOfQueue(queue({ failed: null }))).toBe('ok');
});

test('a disk fills up, connections are used up, and mailboxes without a worker are read by nobody', () => {
  expect([60, 15, 14, 4].map((free) => levelOfDisk({ bytes: 100, free }))).toEqual(['ok', 'ok', 'warn', 'bad']);
  expect(levelOfDisk(null)).toBe('idle');
  const used = (connections: number) => levelOfConnections({ ...database, connections });
  expect([80, 81, 96].map(used)).toEqual(['ok', 'warn', 'bad']);
  expect(levelOfWorkers({ alive: 0, mailboxes_held: 0, mailboxes: 1 })).toBe('bad');
  expect(levelOfWorkers({ alive: 0, mailboxes_held: 0, mailboxes: 0 })).toBe('idle');
});

test('all of it together is as grave as its gravest part', () => {
  expect(judge(well)).toEqual({ level: 'ok', count: 0 });
  const troubled = { ...well, queues: [queue({ failed: 2 })], disk: { bytes: 100, free: 1 } };
  expect(judge(troubled)).toEqual({ level: 'bad', count: 2 });
  const refused = { kind: 'mailbox', state: 'action_needed', key: 'sign_in_refused', count: 1 } as const;
  expect(judge({ ...well, connections: [refused] })).toEqual({ level: 'warn', count: 1 });
  const slow = { kind: 'mailbox', state: 'degraded', key: 'connection_refused', count: 1 } as const;
  const begun = { kind: 'messenger', state: 'connecting', key: null, count: 2 } as const;
  expect(judge({ ...well, connections: [slow, begun] }), 'no line is amber over which all is well').toEqual({
    level: 'warn',
    count: 1,
  });
});
