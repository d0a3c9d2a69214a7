import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const places = ['/usr/lib/postgresql', '/usr/local/pgsql', '/opt/homebrew/bin'];

/**
 * The same statement by PostgreSQL's own load generator, in statements per second: what no program on this machine can
 * exceed. Undefined where pgbench is not installed (Debian: postgresql-15).
 */
export async function pgbench(
  url: string,
  { text, values }: { text: string; values: readonly unknown[] },
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number | undefined> {
  const program = findProgram();
  if (!program) return undefined;
  const script = path.join(os.tmpdir(), `parley-pgbench-${process.pid}.sql`);
  fs.writeFileSync(script, `${inWords(text, values).replaceAll(/\s*\n\s*/g, ' ')};\n`);
  try {
    const how = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(connections),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-f',
      script,
      url,
    ];
    const { stdout } = await promisify(execFile)(program, how);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    fs.rmSync(script, { force: true });
  }
}

/** pgbench knows no parameters but its own variables, and takes `:MI` in a literal for one. */
const inWords = (text: string, values: readonly unknown[]): string =>
  text.replaceAll(/(?<!:):(?=[A-Za-z])/g, `' || chr(58) || '`).replaceAll(/\$(\d+)/g, (_found, n: string) => {
    const value = values[Number(n) - 1];
    return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
  });

function findProgram(): string | undefined {
  const versions = places
    .filter((place) => fs.existsSync(place))
    .flatMap((place) => fs.globSync(`${place}/**/pgbench`));
  return versions.sort().at(-1);
}
