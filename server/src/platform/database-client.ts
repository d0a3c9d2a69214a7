import pg from 'pg';

/**
 * Connects a client outside the pool, for whoever closes it again. That its connection ends is told by its queries; pg
 * would end the process over it.
 */
export async function connectClient(connection: string | pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  return client;
}
