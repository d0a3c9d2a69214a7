import { Worker } from 'node:worker_threads';
import type { WorkerAnswer } from './parse-worker.ts';
import type { ParsedMail } from './parsed-mail.ts';

export type FailureReason = 'timeout' | 'memory' | 'broken';

export type ParseOutcome =
  | { outcome: 'parsed'; mail: ParsedMail }
  | { outcome: 'failed'; reason: FailureReason; detail: string };

export type ParseJob = { raw: Uint8Array; settle: (outcome: ParseOutcome) => void };

export type ThreadLimits = { timeoutSeconds: number; memoryMegabytesMax: number; idleSeconds: number };

export type ThreadEvents = {
  /** A mail is done: there is room for another. */
  onDone: () => void;
  /** It has been at one mail for long: what waits may go elsewhere. */
  onHeldUp: () => void;
  /** The thread is no more; these mails it had not begun. */
  onGone: (unbegun: ParseJob[]) => void;
};

/** One worker thread and the mails it was given. When it falls, only the mail it was working on falls with it. */
export class ParseThread {
  private readonly worker: Worker;
  private readonly jobs: ParseJob[] = [];
  private readonly limits: ThreadLimits;
  private readonly events: ThreadEvents;
  private timer: NodeJS.Timeout | undefined;
  private isReady = false;
  isHeldUp = false;
  private hasEnded = false;

  constructor(program: URL, limits: ThreadLimits, events: ThreadEvents) {
    this.limits = limits;
    this.events = events;
    // No environment and no flags: what reads strangers' mail has no business with the secrets of the process.
    this.worker = new Worker(program, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMegabytesMax, maxYoungGenerationSizeMb: youngMegabytes },
    });
    this.worker.on('message', (answer: WorkerAnswer) => this.hear(answer));
    // Its error overtakes the answers it gave before; its exit does not. Only then is it known which mail it fell over.
    let fault: unknown;
    this.worker.on('error', (error) => {
      fault = error;
    });
    this.worker.on('exit', (code) => {
      if (fault === undefined) this.fall('broken', `The parser thread ended by itself (${code})`);
      else this.fall(reasonOf(fault), wordsOf(fault));
    });
  }

  get jobCount(): number {
    return this.jobs.length;
  }

  get jobBytes(): number {
    return this.jobs.reduce((sum, job) => sum + job.raw.byteLength, 0);
  }

  take(job: ParseJob): void {
    this.jobs.push(job);
    if (this.jobs.length === 1) this.watch();
    const copy = new Uint8Array(job.raw);
    this.worker.postMessage(copy, [copy.buffer]);
  }

  /** Those it has not begun, for another thread. What comes of them here is not heard. */
  handBack(): ParseJob[] {
    const [, ...unbegun] = this.jobs;
    for (const i of unbegun.keys()) this.jobs[i + 1] = nobodys;
    return unbegun;
  }

  /** Ends the thread; the mail it works on fails, those behind it are handed back. */
  async end(reason: FailureReason, detail: string): Promise<void> {
    this.fall(reason, detail);
    await this.worker.terminate();
  }

  private hear(answer: WorkerAnswer): void {
    if (this.hasEnded) return;
    if (answer.outcome === 'ready') {
      this.isReady = true;
      this.watch();
    } else this.finish(answer);
  }

  private finish(answer: Exclude<WorkerAnswer, { outcome: 'ready' }>): void {
    const job = this.jobs.shift();
    if (!job) return;
    this.watch();
    if (answer.outcome === 'parsed') job.settle(answer);
    else job.settle({ outcome: 'failed', reason: 'broken', detail: answer.detail });
    this.events.onDone();
  }

  private fall(reason: FailureReason, detail: string): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.timer);
    this.jobs.shift()?.settle({ outcome: 'failed', reason, detail });
    this.events.onGone(this.jobs.splice(0).filter((job) => job !== nobodys));
    void this.worker.terminate();
  }

  /** Starts the clock for the mail in front, or for idling when there is none: an idle thread keeps no process alive. */
  private watch(): void {
    clearTimeout(this.timer);
    this.isHeldUp = false;
    const job = this.jobs[0];
    if (job) {
      this.worker.ref();
      const seconds = this.isReady ? this.limits.timeoutSeconds : startSeconds;
      const quick = this.isReady ? Math.min(heldUpSeconds, seconds) : seconds;
      this.after(quick, job, () => {
        if (quick === seconds) return this.runOut(seconds);
        this.isHeldUp = true;
        this.after(seconds - quick, job, () => this.runOut(seconds));
        this.events.onHeldUp();
      });
    } else {
      this.worker.unref();
      this.timer = setTimeout(() => this.fall('broken', 'Idle'), this.limits.idleSeconds * 1_000).unref();
    }
  }

  private runOut(seconds: number): void {
    this.fall('timeout', `Parsing took longer than ${seconds} seconds`);
  }

  /** When the whole process was busy, the answer may already be waiting behind the timer: look once more after it. */
  private after(seconds: number, job: ParseJob, then: () => void): void {
    this.timer = setTimeout(() => {
      setImmediate(() => {
        if (this.jobs[0] === job && !this.hasEnded) then();
      });
    }, seconds * 1_000);
  }
}

const nobodys: ParseJob = { raw: new Uint8Array(0), settle: () => {} };

/** Hardly a mail takes a tenth of that. */
const heldUpSeconds = 0.5;
/** A thread loads its program before the first mail: on a busy machine that takes longer than any mail. */
const startSeconds = 60;
const youngMegabytes = 32;

function reasonOf(error: unknown): FailureReason {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken';
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
