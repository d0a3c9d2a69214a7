import { type ParseJob, type ParseOutcome, ParseThread } from './parse-thread.ts';

export type { FailureReason, ParseOutcome } from './parse-thread.ts';

export type MailParser = {
  /** Never rejects. The raw bytes are copied: the caller keeps its own. */
  parse(raw: Uint8Array): Promise<ParseOutcome>;
  /** Fails what is still waiting and ends the threads. */
  close(): Promise<void>;
};

export type MailParserOptions = {
  /** For one mail, counted from when its turn came. */
  timeoutSeconds?: number;
  /** Heap of one thread; a mail larger than half of it is refused unread. */
  memoryMegabytesMax?: number;
  /** A thread that had nothing to do for so long is let go. */
  idleSeconds?: number;
  /** Threads that parse side by side. */
  workersMax?: number;
  /** With those beyond `workersMax`: one more is started when all are held up by a mail that takes long. */
  threadsMax?: number;
  /** The program that parses: a test may put one here that hangs or falls over. */
  program?: URL;
};

/**
 * Parses mails in threads of their own, so that no mail can block, exhaust or crash the process: what runs out of time
 * or memory fails alone, and its thread is replaced. Mails are taken in the order they came; a thread is started with
 * the first mail and let go when idle.
 */
export function createMailParser(options: MailParserOptions = {}): MailParser {
  const { timeoutSeconds = 15, memoryMegabytesMax = 256, idleSeconds = 30 } = options;
  const { workersMax = 1, threadsMax = workersMax } = options;
  const { program = new URL('./parse-worker.ts', import.meta.url) } = options;
  const waiting: ParseJob[] = [];
  const threads = new Set<ParseThread>();
  let isClosed = false;

  function parse(raw: Uint8Array): Promise<ParseOutcome> {
    if (isClosed) return Promise.resolve(closed);
    if (raw.byteLength > (memoryMegabytesMax / 2) * bytesPerMegabyte) {
      const detail = `The mail has ${raw.byteLength} bytes: too large to be parsed`;
      return Promise.resolve({ outcome: 'failed', reason: 'memory', detail });
    }
    return new Promise((settle) => {
      waiting.push({ raw, settle });
      feed();
    });
  }

  function feed(): void {
    while (waiting.length > 0 && !isClosed) {
      const thread = threadWithRoom();
      const job = thread && waiting.shift();
      if (!job) return;
      thread.take(job);
    }
  }

  function threadWithRoom(): ParseThread | null {
    const working = [...threads].filter((thread) => !thread.isHeldUp).slice(0, workersMax);
    const [leastBusy] = working.sort((a, b) => a.jobCount - b.jobCount);
    const mayStart = working.length < workersMax && threads.size < threadsMax;
    if (mayStart && (leastBusy === undefined || leastBusy.jobCount > 0)) return startThread();
    return leastBusy && hasRoom(leastBusy) ? leastBusy : null;
  }

  function startThread(): ParseThread {
    const thread = new ParseThread(
      program,
      { timeoutSeconds, memoryMegabytesMax, idleSeconds },
      { onDone: feed, onHeldUp: passBy, onGone },
    );
    threads.add(thread);
    return thread;

    function passBy(): void {
      if (threads.size < threadsMax) waiting.unshift(...thread.handBack());
      feed();
    }

    function onGone(unbegun: ParseJob[]): void {
      threads.delete(thread);
      waiting.unshift(...unbegun);
      feed();
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    const ending = [...threads].map((thread) => thread.end('broken', closed.detail));
    for (const job of waiting.splice(0)) job.settle(closed);
    await Promise.all(ending);
  }

  return { parse, close };
}

const closed = { outcome: 'failed', reason: 'broken', detail: 'The parser was closed' } as const;
const bytesPerMegabyte = 1_048_576;

/**
 * So many lie there already when one is done that a thread never idles while the process is busy with something else. Those
 * behind a mail that takes long are taken back.
 */
const jobsPerThread = 64;
const bytesPerThread = 4 * 1_048_576;
const hasRoom = (thread: ParseThread) =>
  thread.jobCount < 2 || (thread.jobCount < jobsPerThread && thread.jobBytes < bytesPerThread);
