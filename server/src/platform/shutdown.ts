import { setTimeout as pause } from 'node:timers/promises';
import { CannotStart } from './cannot-start.ts';

type Closer = { name: string; close: () => unknown };
/** The reason is told; without one it has been told already. */
type StopRequest = { reason?: string; exitCode: number };

/** A Ctrl-C reaches this process several times at once: from the terminal, from npm and from the starter. */
const echoMs = 750;

const closers: Closer[] = [];
const stopController = new AbortController();
const stopRequested = Promise.withResolvers<StopRequest>();

/** Aborts as soon as this process is asked to stop, before anything is closed. */
export const stopping: AbortSignal = stopController.signal;

/**
 * Registers what is to be closed before this process ends. Closers run one after the other, the last registered first,
 * so what was opened later (and may use the earlier) is closed sooner.
 */
export function onShutdown(name: string, close: () => unknown): void {
  closers.push({ name, close });
}

/** Asks this process to close everything and end; the first request counts. For example when the database has died. */
export function requestStop(reason: string, exitCode = 1): void {
  stop({ reason, exitCode });
}

function stop(request: StopRequest): void {
  stopController.abort(request.reason);
  stopRequested.resolve(request);
}

/**
 * Runs `start`, then stays until a SIGTERM, a SIGINT, the end of the program that started this one, or `requestStop`;
 * then closes everything and exits, with code 0 unless something went wrong. A second signal exits at once. A `start`
 * that fails is reported (a `CannotStart` by its words alone) and exits with code 1 after closing what it had opened.
 *
 * All closers together get `drainLimitMs`; what is not closed by then is cut off, which is as safe as a kill -9.
 */
export async function runUntilStopped(
  start: () => Promise<void>,
  { log = console.error, drainLimitMs = 10_000 }: { log?: (line: string) => void; drainLimitMs?: number } = {},
): Promise<never> {
  listenForStop(log);
  const started = start().catch((error) => {
    if (stopping.aborted) return;
    log(error instanceof CannotStart ? error.message : `Parley could not start: ${(error as Error)?.stack ?? error}`);
    stop({ exitCode: 1 });
  });

  const { reason, exitCode } = await stopRequested.promise;
  if (reason !== undefined) log(`stopping: ${reason}`);
  // Whatever is still being opened is let in first, so that nothing is opened behind the closers' back.
  const outcome = await Promise.race([started.then(() => runClosers(log)), pause(drainLimitMs, 'late' as const)]);
  if (outcome === 'late') log(`not everything was closed within ${drainLimitMs / 1000} s: leaving it`);
  process.exit(outcome === 'failed' ? 1 : exitCode);
}

function listenForStop(log: (line: string) => void): void {
  let firstSignalAt: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      firstSignalAt ??= performance.now();
      if (performance.now() - firstSignalAt > echoMs) {
        log(`${signal} again: leaving at once`);
        process.exit(signal === 'SIGINT' ? 130 : 143);
      }
      requestStop(signal, 0);
    });
  }
  // The starter keeps a channel open to us. It is `false` when there was one and undefined when there never was.
  const starterIsGone = () => requestStop('the program that started Parley is gone', 0);
  if (process.connected === false) starterIsGone();
  process.on('disconnect', starterIsGone);
}

async function runClosers(log: (line: string) => void): Promise<'closed' | 'failed'> {
  let outcome: 'closed' | 'failed' = 'closed';
  for (let closer = closers.pop(); closer; closer = closers.pop()) {
    try {
      await closer.close();
    } catch (error) {
      outcome = 'failed';
      log(`${closer.name} did not close: ${(error as Error)?.stack ?? error}`);
    }
  }
  return outcome;
}
