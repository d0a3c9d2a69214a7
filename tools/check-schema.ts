import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrate } from '../server/src/platform/migrations.ts';
import { startPostgres15, type TestCluster } from '../server/test/rigs/postgres15-rig.ts';

/**
 * server/schema.sql shows in one place what the migrations make; nothing runs it. This says whether it still does, and
 * with `--write` brings it up to date.
 */
const file = path.join(import.meta.dirname, '../server/schema.sql');
const schema = await schemaOfMigrations();

if (process.argv.includes('--write')) {
  writeFileSync(file, schema);
} else if (!existsSync(file) || readFileSync(file, 'utf8') !== schema) {
  console.error('server/schema.sql is not what the migrations make: run node tools/check-schema.ts --write');
  process.exitCode = 1;
}

async function schemaOfMigrations(): Promise<string> {
  const cluster = await startPostgres15();
  try {
    const url = `postgres://admin@localhost/postgres?host=${encodeURIComponent(String(cluster.admin.host))}`;
    await migrate(url);
    return dump(cluster);
  } finally {
    await cluster.stop();
  }
}

function dump({ admin }: TestCluster): string {
  const where = ['-h', String(admin.host), '-p', String(admin.port), '-U', 'admin', 'postgres'];
  const args = ['--schema-only', '--no-owner', ...where];
  const { status, stdout, stderr } = spawnSync('/usr/lib/postgresql/15/bin/pg_dump', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`pg_dump failed: ${stderr}`);
  return tidy(stdout);
}

/** Leaves out what depends on the day or on the version of pg_dump, and what says nothing about the schema. */
function tidy(text: string): string {
  const kept = text.split('\n').filter((line) => !/^(--.*|SET .*|SELECT pg_catalog\.set_config.*|\\.*)$/.test(line));
  const body = kept.join('\n').replace(/\n{3,}/g, '\n\n');
  return `-- Made from server/migrations by tools/check-schema.ts --write; nothing runs this file.\n\n${body.trim()}\n`;
}
