import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

export type RunningProgram = {
  pid: number;
  child: ChildProcess;
  /** What it has printed so far, both streams. */
  output: () => string;
  /** Resolves with the first line that starts so; fails when the program ends without it. */
  line: (start: string) => Promise<string>;
  /** Resolves with "exit <code>" or with the name of the signal that killed it. */
  ended: Promise<string>;
};

const programs = path.join(import.meta.dirname, '..', 'programs');

/** Runs one of `server/test/programs` in a process of its own. */
export function runProgram(name: string, args: string[] = [], options: SpawnOptions = {}): RunningProgram {
  return watch(spawn(process.execPath, [path.join(programs, name), ...args], { stdio: 'pipe', ...options }));
}

/** Lets a test wait for what a child process says and how it ends. */
export function watch(child: ChildProcess): RunningProgram {
  let output = '';
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of streams) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  let hasEnded = false;
  // Not 'close', which does not come once the channel to the child was cut.
  const streamsEnded = streams.map((stream) => finished(stream).catch(() => {}));
  const ended = once(child, 'exit').then(async ([code, signal]) => {
    await Promise.all(streamsEnded);
    hasEnded = true;
    return signal ? String(signal) : `exit ${code}`;
  });
  const line = async (start: string) => {
    for (;;) {
      const wasOver = hasEnded;
      const found = output
        .split('\n')
        .slice(0, -1)
        .find((candidate) => candidate.startsWith(start));
      if (found !== undefined) return found;
      if (wasOver) throw new Error(`the program ended without a line "${start}…":\n${output}`);
      await pause(10);
    }
  };
  return { pid: child.pid as number, child, output: () => output, line, ended };
}
