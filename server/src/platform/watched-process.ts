import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** What becomes of the program when this process is gone: a polite SIGINT, or SIGKILL for it and all its children. */
type Fate = 'stop' | 'kill';

const deeds: Record<Fate, string> = { stop: 'kill -s INT $$', kill: 'kill -s KILL -- -$$' };

/**
 * Starts a program that does not outlive this process, not even when this is killed by kill -9. The shell becomes the
 * program, so the child's process id and end are the program's own. Before that it leaves a watcher behind (forked
 * twice, lest the program count it among its children) that reads a pipe held open by this process: when the pipe ends
 * without a word, this process is gone.
 *
 * The program has a session of its own: a Ctrl-C in the terminal is ours to handle, while we still need the program.
 */
export function spawnWatched(program: string, args: string[], fate: Fate, options: SpawnOptions): ChildProcess {
  const script = `
    ( ( trap '' INT TERM HUP; read -r _ <&3 || ${deeds[fate]} ) </dev/null >/dev/null 2>&1 & )
    exec "$0" "$@" 3<&-
  `;
  const child = spawn('/bin/sh', ['-c', script, program, ...args], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const pipe = child.stdio[3] as NodeJS.WritableStream | undefined;
  pipe?.on('error', () => {}); // the watcher was killed before us
  child.once('exit', () => pipe?.end('ended\n'));
  return child;
}
