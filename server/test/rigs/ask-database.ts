import type pg from 'pg';
import { connectClient } from '#platform/database-client.ts';

/** Asks one question over a connection made for it. */
export async function askDatabase<Row extends pg.QueryResultRow>(
  connection: string | pg.ClientConfig,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = await connectClient(connection);
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
