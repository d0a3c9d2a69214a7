import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { DatabaseKind } from './database-desk.ts';

/** A migrated, empty database of its own. */
export type TestDatabase = {
  /** A postgres:// address that pg understands; the socket's folder is in `?host=`. */
  url: string;
  /** The same for `parley_app`, who sees what a scope allows and owns nothing. */
  appUrl: string;
  kind: DatabaseKind;
  /** Ends every connection to the database and removes it. */
  drop(): Promise<void>;
};

/**
 * Lends a database for a test file, or for one test: a copy of the migrated template, in some 50 ms. The kind is the
 * one that the test's project runs against.
 */
export async function aDatabase(kind: DatabaseKind = inject('databaseKind')): Promise<TestDatabase> {
  const { url } = (await ask(kind, {})) as { url: string };
  return {
    url,
    appUrl: url.replace(/(?<=^postgres:\/\/)[^@/]*(?=@)/, 'parley_app'),
    kind,
    async drop() {
      await ask(kind, { drop: url });
    },
  };
}

async function ask(kind: DatabaseKind, body: unknown): Promise<unknown> {
  // A connection for each question: one kept open may have been closed at the other end while a test computed.
  const asking = request({ socketPath: inject('databaseDesk'), path: `/${kind}`, method: 'POST', agent: false });
  asking.end(JSON.stringify(body));
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200) throw new Error(`no database of the kind ${kind}: ${answer}`);
  return JSON.parse(answer);
}
