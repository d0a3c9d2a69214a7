import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';

/** A child that has not ended this long after it was told to is killed. */
const patienceMs = 15_000;
const parentPollMs = 500;

/** What to do with each running child when this process is to stop. */
const running = new Map();
let stopSignal;

/**
 * Runs a program whose whole process group ends with this process, even by kill -9: a watcher shell reads a pipe that
 * this process holds open, and kills the group when the pipe ends without a word. Rejects unless the program succeeds.
 */
export function runTied(command, args, { cwd, env = process.env }) {
  const watched = `
    ( ( trap '' INT TERM HUP; read -r _ <&3 || kill -s KILL -- -$$ ) </dev/null >/dev/null 2>&1 & )
    exec "$0" "$@" 3<&-
  `;
  const child = spawn('/bin/sh', ['-c', watched, command, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    detached: true,
  });
  child.stdio[3].on('error', () => {}); // the watcher was killed before us
  return track(child, (signal) => process.kill(-child.pid, signal)).then((code) => {
    child.stdio[3].end('ended\n');
    if (stopSignal) process.exit(exitCodeOf(stopSignal));
    if (code !== 0) throw new Error(`ended with code ${code}`);
  });
}

/** Resolves with the child's exit code (128 + number for a signal); until then `tell` passes it our stop signals. */
export function track(child, tell) {
  running.set(child, tell);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)));
  }).finally(() => running.delete(child));
}

/** SIGTERM and SIGINT go to whatever runs at that moment, and this process ends when that has ended. */
export function stopWithSignals() {
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal));
}

/**
 * npm passes signals on, but cannot when it is killed by kill -9. So the start stops when npm, or the shell that npm
 * put in between, is no longer there. Without npm, living longer than one's parent is what nohup is for.
 */
export function stopWithParent() {
  if (!process.env.npm_lifecycle_event) return;
  const atFirst = ancestry();
  const poll = setInterval(() => {
    if (ancestry() === atFirst) return;
    clearInterval(poll);
    stop('SIGTERM');
  }, parentPollMs).unref();
}

function stop(signal) {
  stopSignal = signal;
  if (running.size === 0) process.exit(exitCodeOf(signal));
  for (const tell of running.values()) {
    tryTo(() => tell(signal));
    setTimeout(() => tryTo(() => tell('SIGKILL')), patienceMs).unref();
  }
}

/** What a shell would answer for a program that this signal has ended. */
function exitCodeOf(signal) {
  return 128 + os.constants.signals[signal];
}

/** Our parent, and, where that is a shell, the parent of it. */
function ancestry() {
  const parent = process.ppid;
  if (process.platform !== 'linux') return `${parent}`;
  try {
    const [, name, fields] = /^\d+ \((.*)\) (.*)$/s.exec(fs.readFileSync(`/proc/${parent}/stat`, 'utf8'));
    return /^(ba|da)?sh$/.test(name) ? `${parent} ${fields.split(' ')[1]}` : `${parent}`;
  } catch {
    return `${parent} gone`;
  }
}

function tryTo(action) {
  try {
    action();
  } catch {
    // The child has ended meanwhile.
  }
}
