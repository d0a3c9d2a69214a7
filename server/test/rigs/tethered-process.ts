import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** A daemon that cannot outlive the test that started it. */
export type TetheredProcess = {
  pid: number;
  /** Resolves when the daemon is gone and heard out, with its exit code, or with null when a signal killed it. */
  exited: Promise<number | null>;
  hasExited(): boolean;
  /** Sends the polite signal to the daemon and waits until it is gone; killed when that takes too long. */
  stop(): Promise<void>;
  /** `kill -9` for the daemon and everything it started. */
  kill(): Promise<void>;
};

type Options = {
  /** What ends the daemon politely: TERM unless told. */
  stopSignal?: 'TERM' | 'INT';
  /** How long `stop` waits before it kills: 5,000 unless told. */
  patienceMs?: number;
  /** A shell command run after the owner died without stopping the daemon, such as the removal of a folder. */
  afterOwnerDied?: string;
  uid?: number;
  gid?: number;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  /** Receives what the daemon prints. */
  onOutput?: (text: string) => void;
};

// The daemon replaces the shell, so that its pid is ours to kill and its end is ours to see. A watcher, adopted by init
// so that the daemon never meets an unknown child, reads the pipe whose other end only this process holds: end of file
// means that the owner is gone, even by kill -9.
const tether = `exec 3<&0
( ( trap '' INT TERM; cat <&3 >/dev/null; kill -s "$TETHER_SIGNAL" $$; eval "$TETHER_AFTER" ) >/dev/null 2>&1 & )
exec "$0" "$@" </dev/null 3<&-`;

/** Starts a foreground daemon in a process group of its own. */
export function startTethered(command: string, args: string[], options: Options = {}): TetheredProcess {
  const { stopSignal = 'TERM', afterOwnerDied = '', patienceMs = 5000 } = options;
  const child = spawn('/bin/sh', ['-c', tether, command, ...args], {
    uid: options.uid,
    gid: options.gid,
    cwd: options.cwd ?? '/',
    env: { ...(options.env ?? process.env), TETHER_SIGNAL: stopSignal, TETHER_AFTER: afterOwnerDied },
    stdio: ['pipe', options.onOutput ? 'pipe' : 'ignore', options.onOutput ? 'pipe' : 'ignore'],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} did not start`);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => options.onOutput?.(text));
  }
  child.stdin?.on('error', () => {});

  const closed = once(child, 'close');
  const exited = once(child, 'exit').then(async ([code]: (number | null)[]) => {
    // Whoever stops the daemon cleans up as well, so the watcher is killed together with what is left of the group.
    signalGroup(pid, 'SIGKILL');
    // Its last words may still be on their way; what left the group may hold the pipe open for ever.
    await Promise.race([closed, pause(500, undefined, { ref: false })]);
    return code ?? null;
  });
  return {
    pid,
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      child.kill(`SIG${stopSignal}`);
      const lastResort = setTimeout(() => signalGroup(pid, 'SIGKILL'), patienceMs);
      await exited;
      clearTimeout(lastResort);
    },
    async kill() {
      signalGroup(pid, 'SIGKILL');
      await exited;
    },
  };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty already.
  }
}
