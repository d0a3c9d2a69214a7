import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { type RunningProgram, runProgram } from '#test/rigs/run-program.ts';

vi.setConfig({ testTimeout: 30_000 });

let programs: RunningProgram[] = [];

afterEach(() => {
  for (const program of programs) program.child.kill('SIGKILL');
  programs = [];
});

function stoppable(...habits: string[]): RunningProgram {
  const program = runProgram('stoppable.ts', habits, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  programs.push(program);
  return program;
}

it.each(['SIGTERM', 'SIGINT'] as const)('closes what was opened last first, and exits 0, on %s', async (signal) => {
  const program = stoppable();
  await program.line('ready');
  program.child.kill(signal);
  expect(await program.ended).toBe('exit 0');
  expect(program.output()).toBe(`ready\nstopping: ${signal}\nclosed the room\nclosed the cellar\n`);
});

it('stops when the program that started it is gone', async () => {
  const program = stoppable();
  await program.line('ready');
  program.child.disconnect();
  expect(await program.ended).toBe('exit 0');
  expect(program.output()).toContain('closed the cellar');
});

it('stops when the program that started it went before it could listen', async () => {
  const program = stoppable();
  program.child.disconnect();
  expect(await program.ended).toBe('exit 0');
});

it('lives on without a starter, under a service manager', async () => {
  const program = runProgram('stoppable.ts');
  programs.push(program);
  await program.line('ready');
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe('exit 0');
});

it('takes the several signals of one Ctrl-C for one', async () => {
  const program = stoppable();
  await program.line('ready');
  for (let echo = 0; echo < 3; echo++) program.child.kill('SIGINT');
  expect(await program.ended).toBe('exit 0');
  expect(program.output()).toContain('closed the cellar');
});

it('leaves at once on a second signal', async () => {
  const program = stoppable('never-closes');
  await program.line('ready');
  program.child.kill('SIGINT');
  await program.line('stopping');
  await pause(800); // what comes sooner is an echo of the first
  program.child.kill('SIGINT');
  expect(await program.ended).toBe('exit 130');
});

it('lets a start that is under way finish before it closes everything', async () => {
  const program = stoppable('slow-start');
  await program.line('starting');
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe('exit 0');
  expect(program.output()).toContain('closed the attic\nclosed the room\nclosed the cellar\n');
});

it('closes the rest, reports and exits 1 when something does not close', async () => {
  const program = stoppable('fails-to-close');
  await program.line('ready');
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe('exit 1');
  expect(program.output()).toContain('room did not close: Error: the door is stuck');
  expect(program.output()).toContain('closed the cellar');
});

it('says in words why it cannot start, without a stack, closes what was open and exits 1', async () => {
  const program = stoppable('fails-to-start');
  expect(await program.ended).toBe('exit 1');
  expect(program.output()).toBe('The cellar is flooded. Pump it out.\nclosed the cellar\n');
});

it('closes everything and exits 1 when it gives up by itself', async () => {
  const program = stoppable('gives-up');
  expect(await program.ended).toBe('exit 1');
  expect(program.output()).toContain('stopping: the database has died\nclosed the room\nclosed the cellar\n');
});

it('does not wait for ever for what does not close', async () => {
  const program = stoppable('never-closes', 'has-no-patience');
  await program.line('ready');
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe('exit 0');
  expect(program.output()).toContain('not everything was closed within 0.3 s');
});
