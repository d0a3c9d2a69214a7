import pg from 'pg';

/** A connection whose other end is gone without a word is noticed, also where nothing is asked on it. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Hears what is said on a channel, on a connection of its own that comes back whenever it is lost. Whoever only listens
 * hears silence alike from a database that says nothing and from one that is gone: so it is asked now and then.
 */
export async function listenTo(
  connection: pg.PoolConfig,
  channel: string,
  onNotice: (payload: string) => void,
  onError: (error: Error) => void,
  { askEveryMs = 30_000, answerWithinMs = 10_000 }: { askEveryMs?: number; answerWithinMs?: number } = {},
): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const isThere = (fresh: pg.Client) => {
    const late = setTimeout(() => {
      onError(new Error('the connection that listens gives no answer'));
      // With a question under way this breaks the connection, and waits for nobody.
      void fresh.end();
    }, answerWithinMs);
    fresh.query('select 1').then(
      () => clearTimeout(late),
      () => clearTimeout(late),
    );
  };
  const open = async () => {
    const fresh = new pg.Client({
      ...connection,
      ...keptAlive,
      connectionTimeoutMillis: 10_000,
      application_name: 'parley listener',
    });
    let asking: NodeJS.Timeout | undefined;
    fresh.on('error', onError);
    fresh.on('end', () => {
      clearInterval(asking);
      if (!closed) retry = setTimeout(reopen, 1000);
    });
    fresh.on('notification', (notice) => onNotice(notice.payload ?? ''));
    try {
      await fresh.connect();
      asking = setInterval(isThere, askEveryMs, fresh);
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      client = fresh;
      // Whatever was said while nobody listened is made up for by waking everything once.
      onNotice('*');
    } catch (error) {
      await fresh.end().catch(() => {});
      if (client === undefined && !closed) throw error;
    }
  };
  const reopen = () => {
    open().catch(onError);
  };
  await open();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
