import pg from 'pg';

/** Hears what is said on a channel, on a connection of its own that comes back whenever it is lost. */
export async function listenTo(
  connection: pg.PoolConfig,
  channel: string,
  onNotice: (payload: string) => void,
  onError: (error: Error) => void,
): Promise<{ close(): Promise<void> }> {
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const open = async () => {
    const fresh = new pg.Client({ ...connection, application_name: 'parley listener' });
    fresh.on('error', onError);
    fresh.on('end', () => {
      if (!closed) retry = setTimeout(reopen, 1000);
    });
    fresh.on('notification', (notice) => onNotice(notice.payload ?? ''));
    try {
      await fresh.connect();
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
