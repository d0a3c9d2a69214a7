import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

export type Load = {
  url: string;
  body: string;
  /** Of one who asks, or of several who take turns. */
  cookies?: readonly string[];
  connections: number;
  seconds: number;
  /** Answered in turn, where the body says `{ticket}`. */
  tickets?: readonly number[];
};
/** Times in milliseconds. */
export type Measured = { requests: number; perSecond: number; p50: number; p99: number; failed: number };

/** Drives addresses as hard as they go, one after the other, from a process of its own that stays warm. */
export type Driver = { drive(load: Load): Promise<Measured>; close(): void };

export function startDriver(): Driver {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'load-program.ts'), { stdio: 'inherit' });
  let answer: { resolve: (measured: Measured) => void; reject: (why: Error) => void } | undefined;
  child.on('message', (measured) => answer?.resolve(measured as Measured)); // the program says nothing else
  child.on('exit', () => answer?.reject(new Error('the load program ended')));
  return {
    drive: (load) =>
      new Promise((resolve, reject) => {
        answer = { resolve, reject };
        child.send(load);
      }),
    close: () => void child.kill(),
  };
}
