import { parentPort } from 'node:worker_threads';
import '../parse-worker.ts';

/** Stands in for the parser's program: before it parses a mail it does what the subject tells it to. */
parentPort?.on('message', (raw: Uint8Array) => {
  const mail = Buffer.from(raw).toString('latin1');
  if (mail.includes('Subject: hang')) for (;;);
  if (mail.includes('Subject: eat memory')) eatMemory();
  if (mail.includes('Subject: leave')) process.exit(3);
  if (mail.includes('Subject: throw')) throw new RangeError('This is what the mail told me to do');
});

function eatMemory(): never {
  const eaten: unknown[] = [];
  // In large bites: it must be full before its time is up, also on a busy machine.
  for (;;) eaten.push(new Array(100_000).fill(eaten.length));
}
