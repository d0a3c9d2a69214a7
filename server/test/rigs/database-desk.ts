import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { inspect } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/migrations.ts';
import { startEmbedded } from './embedded-rig.ts';
import { startPostgres15, type TestCluster } from './postgres15-rig.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/**
 * Lends databases to test files. It lives in the main process of a test run, so that each kind of PostgreSQL is
 * started once, at the first question for it, and its schema is migrated once, into a template that is copied.
 *
 * Asked over a Unix socket: POST /embedded or /postgres15 with `{}` → `{url}`; with `{drop: url}` that database goes.
 */

export type DatabaseKind = 'embedded' | 'postgres15';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket of the desk. */
    databaseDesk: string;
    /** Which database the project's tests run against. */
    databaseKind: DatabaseKind;
  }
}

type Desk = { socket: string; projects: number; close(): Promise<void> };

// Each project of a run evaluates this file for itself; what they share hangs on the process.
const shared = globalThis as { parleyDatabaseDesk?: Promise<Desk> };

/** Vitest's global setup; returns the teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.parleyDatabaseDesk ??= openDesk();
  const desk = await shared.parleyDatabaseDesk;
  desk.projects += 1;
  project.provide('databaseDesk', desk.socket);
  return async () => {
    desk.projects -= 1;
    if (desk.projects > 0) return;
    shared.parleyDatabaseDesk = undefined;
    await desk.close();
  };
}

async function openDesk(): Promise<Desk> {
  const { folder, remove } = makeTemporaryFolder('desk');
  const socket = path.join(folder, 'desk');
  const lenders = new Map<DatabaseKind, Promise<Lender>>();
  const lenderOf = (kind: DatabaseKind) => {
    const lender = lenders.get(kind) ?? openLender(kind);
    lenders.set(kind, lender);
    return lender;
  };
  const server = createServer((request, response) => {
    answer(request, lenderOf).then(
      (body) => response.end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(inspect(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    socket,
    projects: 0,
    async close() {
      server.close();
      for (const opened of await Promise.allSettled(lenders.values())) {
        if (opened.status === 'fulfilled') await opened.value.close();
      }
      await remove();
    },
  };
}

async function answer(request: IncomingMessage, lenderOf: (kind: DatabaseKind) => Promise<Lender>): Promise<unknown> {
  const kind = request.url?.slice(1);
  if (kind !== 'embedded' && kind !== 'postgres15') throw new Error(`there is no database of the kind ${kind}`);
  const lender = await lenderOf(kind);
  const { drop } = (await json(request)) as { drop?: string };
  if (drop === undefined) return { url: await lender.lend() };
  await lender.drop(drop);
  return {};
}

type Lender = { lend(): Promise<string>; drop(url: string): Promise<void>; close(): Promise<void> };

const templateName = 'parley_template';

async function openLender(kind: DatabaseKind): Promise<Lender> {
  const cluster: TestCluster = kind === 'embedded' ? await startEmbedded() : await startPostgres15();
  const { admin, loginRole } = cluster;
  const urlOf = (name: string) =>
    `postgres://${loginRole}@localhost/${name}?host=${encodeURIComponent(String(admin.host))}&port=${admin.port}`;
  const pool = new pg.Pool({ ...admin, max: 4 });
  pool.on('error', () => {});
  const close = async () => {
    await pool.end();
    await cluster.stop();
  };
  try {
    await pool.query(`create database ${templateName} owner ${loginRole}`);
    await migrate(urlOf(templateName), { appMayLogin: true });
  } catch (error) {
    await close();
    throw error;
  }

  let count = 0;
  return {
    async lend() {
      count += 1;
      const name = `test_${count}`;
      await pool.query(`create database ${name} owner ${loginRole} template ${templateName} strategy file_copy`);
      return urlOf(name);
    },
    async drop(url) {
      const name = new URL(url).pathname.slice(1);
      if (/^test_\d+$/.test(name)) await pool.query(`drop database if exists ${name} with (force)`);
    },
    close,
  };
}
