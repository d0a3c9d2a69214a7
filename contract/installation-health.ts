import { z } from 'zod';
import { call, nothing } from './call.ts';

/** What waits for workers, in the order of a letter's way. */
export const queueNames = [
  'inbound',
  'waiting_letters',
  'deliveries',
  'copies',
  'system_mails',
  'notification_letters',
  'pushes',
  'jobs',
  'search_words',
] as const;
/** What cannot wait longer without somebody noticing, in seconds: from then on something is the matter. */
export const lateSeconds = 300;

const queue = z.strictObject({
  name: z.enum(queueNames),
  waiting: z.int(),
  /** Since when the oldest should have been done; null when nothing is late. Suspended companies' things do not count. */
  late_seconds: z.int().nullable(),
  /** Within the last day; null where failing is not an end. */
  failed: z.int().nullable(),
});
export type QueueHealth = z.output<typeof queue>;

const connection = z.strictObject({
  kind: z.enum(['mailbox', 'messenger']),
  state: z.enum(['ok', 'connecting', 'degraded', 'action_needed']),
  /** What is the matter, as a mailbox's or messenger's page names it. */
  key: z.string().nullable(),
  count: z.int(),
});

export const readHealth = call(
  'installation/health',
  'How the installation does: what waits, what fails, what is full. Nothing of what companies hold. For operators',
  {
    data: nothing,
    answer: z.strictObject({
      at: z.string(),
      queues: z.array(queue),
      connections: z.array(connection),
      /** Who reads mailboxes now, and how many of them are in somebody's hands. */
      workers: z.strictObject({ alive: z.int(), mailboxes_held: z.int(), mailboxes: z.int() }),
      database: z.strictObject({
        version: z.string(),
        bytes: z.int(),
        connections: z.int(),
        connections_max: z.int(),
      }),
      /** Of the disk that files lie on; null where the machine does not say. */
      disk: z.strictObject({ bytes: z.int(), free: z.int() }).nullable(),
      /** The process that answered. */
      process: z.strictObject({
        version: z.string(),
        node: z.string(),
        role: z.string(),
        started: z.string(),
        memory_bytes: z.int(),
      }),
      suspended_companies: z.int(),
    }),
  },
);
export type InstallationHealth = z.output<typeof readHealth.answer>;
