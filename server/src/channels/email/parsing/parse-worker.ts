import { parentPort } from 'node:worker_threads';
import { parseMail } from './parse-mail.ts';
import type { ParsedMail } from './parsed-mail.ts';

/** What crosses between the threads: raw mails one way, in order; `ready` once, then the answers in the same order. */
export type WorkerAnswer =
  | { outcome: 'ready' }
  | { outcome: 'parsed'; mail: ParsedMail }
  | { outcome: 'broken'; detail: string };

const port = parentPort;
if (!port) throw new Error('parse-worker.ts runs only as a worker thread');

let queue = Promise.resolve();

port.on('message', (raw: Uint8Array) => {
  queue = queue.then(() => answer(raw));
});

port.postMessage({ outcome: 'ready' } satisfies WorkerAnswer);

async function answer(raw: Uint8Array): Promise<void> {
  try {
    const mail = await parseMail(raw);
    const buffers = new Set(mail.attachments.map((attachment) => attachment.bytes.buffer));
    port?.postMessage({ outcome: 'parsed', mail } satisfies WorkerAnswer, [...buffers]);
  } catch (error) {
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    port?.postMessage({ outcome: 'broken', detail } satisfies WorkerAnswer);
  }
}
