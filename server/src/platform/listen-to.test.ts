import { expect, onTestFinished, test } from 'vitest';
import { askDatabase } from '#test/rigs/ask-database.ts';
import { startFaultProxy } from '#test/rigs/fault-proxy.ts';
import { aDatabase } from '#test/rigs/test-database.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { listenTo } from './listen-to.ts';

test('F3 a listener whose database is gone without a word notices, and hears again once it is back', async () => {
  const database = await aDatabase();
  onTestFinished(() => database.drop());
  const { searchParams, username, pathname } = new URL(database.url);
  const way = await startFaultProxy({ path: `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}` });
  onTestFinished(() => way.close());
  const heard: string[] = [];
  const troubles: Error[] = [];
  const listener = await listenTo(
    { connectionString: `postgres://${username}@127.0.0.1:${way.port}${pathname}` },
    'news',
    (notice) => heard.push(notice),
    (error) => troubles.push(error),
    { askEveryMs: 100, answerWithinMs: 1000 },
  );
  onTestFinished(() => listener.close());
  expect(heard[0]).toBe('*');

  await way.be({ isHalfOpen: true });
  await waitUntil(() => troubles.length > 0, { what: 'the silence to be noticed' });
  await way.be({});
  await waitUntil(() => heard.length > 1, { what: 'the listener to be back' });
  await askDatabase(database.url, `select pg_notify('news', 'Hanna has written')`);
  await waitUntil(() => heard.includes('Hanna has written'));
  expect(heard.filter((one) => one !== '*')).toEqual(['Hanna has written']);
});
