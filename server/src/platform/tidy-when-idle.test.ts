import { afterEach, expect, it } from 'vitest';
import { type RunningProgram, runProgram } from '#test/rigs/run-program.ts';

let program: RunningProgram | undefined;
afterEach(() => program?.child.kill('SIGKILL'));

it('gives back what nobody uses, once there is nothing to do', async () => {
  program = runProgram('untidy.ts');
  expect(await program.line('tidied')).toBe('tidied when idle less');
});

it('does not keep anybody waiting for it', async () => {
  program = runProgram('untidy.ts', ['busy']);
  expect(await program.line('tidied')).toBe('tidied when idle less');
});
