import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askDatabase } from '#test/rigs/ask-database.ts';
import { becomeOrdinary } from '#test/rigs/ordinary-user.ts';
import { isAlive, processesWith } from '#test/rigs/processes.ts';
import { type RunningProgram, runProgram, watch } from '#test/rigs/run-program.ts';
import { parentFolder } from '#test/rigs/temporary-folder.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { CannotStart } from './cannot-start.ts';
import { connectClient } from './database-client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

vi.setConfig({ testTimeout: 30_000 });

const isRoot = process.getuid?.() === 0;

let folder: string;
let started: EmbeddedPostgres[];
let programs: RunningProgram[];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(parentFolder(), 'parley-test-'));
  if (isRoot) fs.chmodSync(folder, 0o711);
  started = [];
  programs = [];
});

afterEach(async () => {
  for (const program of programs) program.child.kill('SIGKILL');
  for (const database of started) await database.stop();
  await waitUntil(() => processesWith(folder).length === 0, { what: `the processes in ${folder} to end` });
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Tests of everything but durability need not wait for the disk. */
async function start(dataDir: string, log: (line: string) => void = () => {}): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
  started.push(database);
  return database;
}

function owner(dataDir: string, task = 'hold'): RunningProgram {
  const program = runProgram('database-owner.ts', [dataDir, task]);
  programs.push(program);
  return program;
}

const ask = <Row extends pg.QueryResultRow>(database: EmbeddedPostgres, sql: string) =>
  askDatabase<Row>(database.connection, sql);

describe('the embedded database', () => {
  it('starts on nothing, keeps what it is given, and knows Ukrainian letters', async () => {
    const dataDir = path.join(folder, 'postgres');
    const first = await start(dataDir);
    expect(first.serverVersion).toMatch(/^18\./);
    expect(first.connection).toMatchObject({ user: 'parley_owner', database: 'parley' });
    await ask(first, `create table letters as select lower('ЇЖАК') as word`);
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);

    const second = await start(dataDir);
    expect(await ask(second, 'select word from letters')).toEqual([{ word: 'їжак' }]);
    expect(
      await ask(second, `select to_tsvector('simple', 'Їжак пише') @@ to_tsquery('simple', 'їжак') as hit`),
    ).toEqual([{ hit: true }]);
  });

  it('writes to disk before it answers, unless a test says otherwise', async () => {
    const database = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
    started.push(database);
    const wanted = ['fsync', 'full_page_writes', 'synchronous_commit'].map((name) => ({ name, setting: 'on' }));
    const names = wanted.map(({ name }) => `'${name}'`).join();
    expect(await ask(database, `select name, setting from pg_settings where name in (${names}) order by name`)).toEqual(
      wanted,
    );
  });

  it('is reached through a private socket only, and not as root', async () => {
    const database = await start(path.join(folder, 'postgres'));
    expect(fs.statSync(database.socketDir).mode & 0o077).toBe(0);
    expect(fs.statSync(`/proc/${database.pid}`).uid).not.toBe(0);
    const sockets = fs.readdirSync(`/proc/${database.pid}/fd`).map((fd) => linkOf(`/proc/${database.pid}/fd/${fd}`));
    const inodes = sockets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
    const internet = ['tcp', 'tcp6'].map((name) => fs.readFileSync(`/proc/${database.pid}/net/${name}`, 'utf8')).join();
    expect(inodes.length).toBeGreaterThan(0);
    expect(inodes.filter((inode) => internet.includes(` ${inode} `))).toEqual([]);
  });

  it('serves a folder whose path is too long for the address of a socket', async () => {
    const database = await start(path.join(folder, 'a-rather-long-name-'.repeat(5), 'postgres'));
    expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
    expect(fs.existsSync(database.socketDir)).toBe(false);
  });

  it('tells why it has ended when nobody asked it to, and starts again', async () => {
    const dataDir = path.join(folder, 'postgres');
    const first = await start(dataDir);
    await ask(first, 'create table survivors as select 1 as one');
    process.kill(first.pid, 'SIGKILL');
    expect(await first.exited).toContain('killed by SIGKILL');

    const second = await start(dataDir);
    expect(await ask(second, 'select one from survivors')).toEqual([{ one: 1 }]);
  });

  it('F3 comes back by itself when one of its processes is killed', async () => {
    const database = await start(path.join(folder, 'postgres'));
    const client = await connectClient(database.connection);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await waitUntil(() => ask(database, 'select 1'), { what: 'the database to accept connections again' });
    expect(isAlive(database.pid)).toBe(true);
  });
});

describe('F1 kill -9 of the database’s owner', () => {
  it('loses no acknowledged row, leaves nothing running, and the next start works, six times', async () => {
    let acknowledged = 0;
    for (let round = 1; round <= 6; round++) {
      const writer = owner(folder, 'write');
      const postgres = Number((await writer.line('ready ')).split(' ')[1]);
      await writer.line(`row ${acknowledged + 20 * round}`);
      writer.child.kill('SIGKILL');
      await writer.ended;
      acknowledged = Number(/.*row (\d+)\n/s.exec(writer.output())?.[1]);
      await waitUntil(() => !isAlive(postgres) && processesWith(folder).length === 0, { what: 'the orphans to end' });

      const database = await start(path.join(folder, 'postgres'));
      const [kept] = await ask<{ rows: number; last: number }>(
        database,
        'select count(*)::int as rows, max(n)::int as last from rows',
      );
      await database.stop();
      expect(kept?.rows).toBe(kept?.last);
      expect(kept?.last).toBeGreaterThanOrEqual(acknowledged);
      acknowledged = kept?.last ?? 0;
    }
  });

  it('does not keep the next start from working at once, while the last database still stops', async () => {
    const first = owner(folder, 'write');
    await first.line('row 10');
    first.child.kill('SIGKILL');
    const second = owner(folder);
    await second.line('ready ');
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe('exit 0');
  });

  it('does not matter when its watcher was killed as well: the next start ends the orphan', async () => {
    const first = owner(folder);
    const orphan = Number((await first.line('ready ')).split(' ')[1]);
    for (const watcher of processesWith(folder).filter((pid) => processesWith('/bin/sh -c ').includes(pid))) {
      process.kill(watcher, 'SIGKILL');
    }
    first.child.kill('SIGKILL');
    await first.ended;
    expect(isAlive(orphan)).toBe(true);

    await start(path.join(folder, 'postgres'));
    expect(isAlive(orphan)).toBe(false);
  });

  it('leaves no half-made database when it happens during the first start', async () => {
    const home = path.join(folder, 'postgres');
    const halfMade = () => fs.readdirSync(home).filter((name) => name.startsWith('cluster.new'));
    const first = owner(folder);
    await waitUntil(() => fs.existsSync(path.join(home, halfMade()[0] ?? '', 'base')), {
      everyMs: 1,
      what: 'initdb to work',
    });
    first.child.kill('SIGKILL');
    await first.ended;
    expect(fs.existsSync(path.join(home, 'cluster'))).toBe(false);

    const database = await start(home);
    expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(halfMade()).toEqual([]);
  });
});

describe('a folder that is not free or not right', () => {
  it('F27 is refused in words while another process serves it', async () => {
    const first = owner(folder);
    await first.line('ready ');
    const refusal = start(path.join(folder, 'postgres'));
    await expect(refusal).rejects.toThrow(CannotStart);
    await expect(refusal).rejects.toThrow(`in use by process ${first.pid}`);
    expect(first.child.exitCode).toBeNull();
  });

  it('F27 is refused to a second start in the same process', async () => {
    await start(path.join(folder, 'postgres'));
    await expect(start(path.join(folder, 'postgres'))).rejects.toThrow(`in use by process ${process.pid}`);
  });

  it('is served although postmaster.pid names a stranger who has got the old process id', async () => {
    const dataDir = path.join(folder, 'postgres');
    const database = await start(dataDir);
    await database.stop();
    const cluster = path.join(dataDir, 'cluster');
    const { uid, gid } = fs.statSync(cluster);
    const stranger = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' });
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      fs.writeFileSync(path.join(cluster, name), `${stranger.pid}\n${cluster}\n1\n5432\n${cluster}\n`, { mode: 0o600 });
      fs.chownSync(path.join(cluster, name), uid, gid);
    }
    const again = await start(dataDir);
    expect(await ask(again, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
  });

  it('is refused in words, and left alone, when it holds something else', async () => {
    const photos = path.join(folder, 'postgres', 'cluster');
    fs.mkdirSync(photos, { recursive: true });
    fs.writeFileSync(path.join(photos, 'cat.jpg'), 'meow');
    await expect(start(path.join(folder, 'postgres'))).rejects.toThrow('has files in it, but no database');
    expect(fs.readdirSync(photos)).toEqual(['cat.jpg']);
  });

  it('is refused in words when another major version made it', async () => {
    const cluster = path.join(folder, 'postgres', 'cluster');
    fs.mkdirSync(cluster, { recursive: true });
    fs.writeFileSync(path.join(cluster, 'PG_VERSION'), '16\n');
    await expect(start(path.join(folder, 'postgres'))).rejects.toThrow('made by PostgreSQL 16, and this is 18');
  });
});

describe.runIf(isRoot)('for root', () => {
  it('keeps the database elsewhere when its user cannot reach the folder, and finds it again', async () => {
    const home = path.join(folder, 'home');
    fs.mkdirSync(home, { mode: 0o700 });
    const dataDir = path.join(home, 'parley', 'data', 'postgres');
    const lines: string[] = [];
    const first = await start(dataDir, (line) => lines.push(line));
    const elsewhere = path.dirname(fs.readlinkSync(path.join(dataDir, 'cluster')));
    try {
      expect(lines.join()).toContain(`its database is kept in ${elsewhere}`);
      await ask(first, 'create table secrets as select 42 as answer');
      await first.stop();

      const second = await start(dataDir);
      expect(await ask(second, 'select answer from secrets')).toEqual([{ answer: 42 }]);
      await second.stop();
    } finally {
      fs.rmSync(elsewhere, { recursive: true, force: true });
    }
    await expect(start(dataDir)).rejects.toThrow(`is in ${elsewhere}, which is gone`);
  });

  it('leaves it to an ordinary user to start his own', async () => {
    const user = becomeOrdinary();
    fs.chownSync(folder, user.uid, user.gid);
    const dataDir = path.join(folder, 'data');
    for (const round of ['first', 'second']) {
      const program = watch(
        spawn(user.node, [path.join(user.clone, 'server/test/programs/database-owner.ts'), dataDir, 'write'], {
          ...{ uid: user.uid, gid: user.gid, cwd: '/', env: { HOME: '/nonexistent', PATH: process.env.PATH } },
        }),
      );
      programs.push(program);
      const postgres = Number((await program.line('ready ')).split(' ')[1]);
      await program.line('row ');
      expect(fs.statSync(`/proc/${postgres}`).uid, round).toBe(user.uid);
      program.child.kill('SIGTERM');
      expect(await program.ended, round).toBe('exit 0');
    }
    user.remove();
  });

  it('serves an ordinary user’s data as that user, who can go on with it', async () => {
    const nobody = Number(spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).stdout);
    fs.chownSync(folder, nobody, nobody);
    const dataDir = path.join(folder, 'postgres');
    fs.mkdirSync(dataDir, { mode: 0o700 });
    fs.chownSync(dataDir, nobody, nobody);
    const database = await start(dataDir);
    expect(fs.statSync(`/proc/${database.pid}`).uid).toBe(nobody);
    await database.stop();
    for (const name of fs.readdirSync(dataDir)) expect(fs.statSync(path.join(dataDir, name)).uid).toBe(nobody);
  });
});

function linkOf(file: string): string {
  try {
    return fs.readlinkSync(file);
  } catch {
    return '';
  }
}
