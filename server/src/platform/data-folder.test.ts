import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type RunningProgram, runProgram } from '#test/rigs/run-program.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';

vi.setConfig({ testTimeout: 30_000 });

let temporary: string;
let dir: string;
let opened: DataFolder[];
let programs: RunningProgram[];

beforeEach(() => {
  temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-test-'));
  dir = path.join(temporary, 'data');
  opened = [];
  programs = [];
});

afterEach(async () => {
  for (const program of programs) program.child.kill('SIGKILL');
  await Promise.all(programs.map((program) => program.ended));
  for (const folder of opened) folder.release();
  fs.rmSync(temporary, { recursive: true, force: true });
});

async function open(): Promise<DataFolder> {
  const folder = await openDataFolder(dir);
  opened.push(folder);
  return folder;
}

function holder(...habits: string[]): RunningProgram {
  const program = runProgram('data-folder-holder.ts', [dir, ...habits]);
  programs.push(program);
  return program;
}

const modeOf = (file: string) => fs.statSync(file).mode & 0o777;

it('makes a folder that others cannot read', async () => {
  const folder = await open();
  const passableForTheDatabaseUser = process.getuid?.() === 0 ? 0o711 : 0o700;
  expect(modeOf(dir)).toBe(passableForTheDatabaseUser);
  for (const place of [folder.files, folder.outbox]) expect(modeOf(place)).toBe(0o700);
  expect(folder.postgres).toBe(path.join(dir, 'postgres'));
});

it('makes a secret key once, for its owner’s eyes only', async () => {
  const first = await open();
  const key = first.secretKey(undefined);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(modeOf(path.join(dir, 'secret-key'))).toBe(0o600);
  first.release();
  expect((await open()).secretKey(undefined)).toBe(key);
});

it('makes a key to the outbox and one to the metrics, each once, for its owner’s eyes only; a removed one is made anew', async () => {
  const first = await open();
  const [outbox, metrics] = [first.keyTo('outbox-key'), first.keyTo('metrics-key')];
  expect(outbox).toMatch(/^[\w-]{43}$/);
  expect(metrics).not.toBe(outbox);
  for (const name of ['outbox-key', 'metrics-key']) expect(modeOf(path.join(dir, name))).toBe(0o600);
  first.release();
  const second = await open();
  expect(second.keyTo('outbox-key')).toBe(outbox);
  fs.rmSync(path.join(dir, 'outbox-key'));
  expect(second.keyTo('outbox-key')).not.toBe(outbox);
  fs.writeFileSync(path.join(dir, 'outbox-key'), '');
  expect(() => second.keyTo('outbox-key')).toThrow('is damaged');
});

it('takes a configured key and writes none', async () => {
  const configured = 'correct horse battery staple correct horse';
  expect((await open()).secretKey(configured)).toBe(configured);
  expect(fs.existsSync(path.join(dir, 'secret-key'))).toBe(false);
});

it('does not make a new key where the database’s key is missing, nor takes half a key', async () => {
  fs.mkdirSync(path.join(dir, 'postgres', 'cluster'), { recursive: true });
  const folder = await open();
  expect(() => folder.secretKey(undefined)).toThrow('secret-key is missing');
  fs.writeFileSync(path.join(dir, 'secret-key'), 'c2hvcnQ=');
  expect(() => folder.secretKey(undefined)).toThrow('is damaged');
});

it('F27 refuses a second process in words that name the first and what to do', async () => {
  const first = holder();
  await first.line('holding');
  await expect(open()).rejects.toThrow(
    `The data folder ${dir} is in use by another Parley (process ${first.pid}). Stop it first (kill ${first.pid}), or ` +
      'give this one another folder with DATA_DIR.',
  );
});

it('F27 lets exactly one of several that start at once have the folder', async () => {
  const all = [holder(), holder(), holder()];
  const outcomes = await Promise.all(
    all.map((program) => Promise.race([program.line('holding').catch(() => 'refused'), program.ended])),
  );
  expect(outcomes.filter((outcome) => outcome === 'holding')).toHaveLength(1);
  const refused = all.filter((_, index) => outcomes[index] !== 'holding');
  for (const program of refused) {
    expect(await program.ended).toBe('exit 1');
    expect(program.output()).toContain('is in use by another Parley');
  }
});

it('F27 is not held up by a holder that was killed with kill -9', async () => {
  const first = holder();
  await first.line('holding');
  first.child.kill('SIGKILL');
  await first.ended;
  const folder = await open();
  expect(folder.path).toBe(dir);
});

it('waits for a holder that is stopping', async () => {
  const first = holder('stops-slowly');
  await first.line('holding');
  first.child.kill('SIGTERM');
  await first.line('stopping');
  await open();
  expect(await first.ended).toBe('exit 0');
});

it('says in words that a folder cannot be made', async () => {
  fs.writeFileSync(dir, 'a file');
  dir = path.join(dir, 'data');
  await expect(open()).rejects.toThrow('Choose another with DATA_DIR');
});
