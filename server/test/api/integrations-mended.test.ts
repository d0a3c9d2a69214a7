import { afterAll, beforeAll, expect, test } from 'vitest';
import { auth1Context, type SealedIntegration } from '#domain/integrations/index.ts';
import { runIntegrationChecks } from '#flows/integrations/run-integration-checks.ts';
import type { Database } from '#platform/database.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import { createOutboundGuard } from '#platform/outbound-guard.ts';
import { createSecrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley();
});
afterAll(() => at?.close());

const token = '1001:AAHdqTcvCH1vGWJxfSeofSAs0K5PALD1001';
const nowhere = 'http://127.0.0.1:1';

test('a bot whose token cannot be opened any more is asked about with one that is typed, and says what happened', async () => {
  const { api: olha } = await aPerson(at, 'Olha');
  const shop = await aCompany(olha, 'Olha & Oak', 'OO');
  const about = { company_id: shop.companyId, additional: { messenger: 'telegram' } };
  const bot = { ...about, product_id: shop.productId, settings_id: 1, auth1: token.replace('1001', '1002') };
  const [{ id }] = rows(await olha.post('integrations/create', { data: [bot] }), 'integrations');
  const foreign = createSecrets('another key of the tests, long enough').seal(token, auth1Context);
  await at.db.transaction('system', (tx) => tx.run(sql`update messengers set auth1 = ${foreign} where id = ${id}`));

  const looked = await olha.call('integrations/look', { id });
  expect(looked.body.data).toMatchObject({ ok: false, key: 'secrets_unreadable' });
  const { entries } = (await olha.call('integrations/history', { id })).body.data;
  expect(entries.map((one: { key: string }) => one.key)).toContain('secrets_unreadable');
  const asked = await olha.call('integrations/check', { ...about, id });
  expect(asked.body.errors[0]).toMatchObject({ key: 'required', field: 'data.auth1' });
  expect(
    (await olha.call('integrations/check', { ...about, id, auth1: token, api_url: 'https://127.0.0.1' })).status,
  ).toBe(200);

  // Nor does it come back without one.
  rows(await olha.post('integrations/delete', byId(id)), 'integrations');
  const refused = await olha.post('integrations/restore', byId(id));
  expect([refused.status, refused.body.errors[0]?.key], refused.text).toEqual([422, 'token_missing']);
});

test('a secret that could not be opened says nothing of the one that was saved meanwhile', async () => {
  const { api: olena } = await aPerson(at);
  const shop = await aCompany(olena);
  const bot = {
    ...{ company_id: shop.companyId, product_id: shop.productId, settings_id: 1, auth1: token },
    additional: { messenger: 'telegram' },
  };
  const [{ id }] = rows(await olena.post('integrations/create', { data: [bot] }), 'integrations');
  const foreign = createSecrets('another key of the tests, long enough').seal(token, auth1Context);
  await at.db.transaction('system', (tx) => tx.run(sql`update messengers set auth1 = ${foreign} where id = ${id}`));
  const rests = sql`select from messengers where id = ${id} and due_at > now() and lease_until is null`;
  let looks = 0;
  // Whoever looks is overtaken by Olena, each time before what could not be read is told.
  const db: Database = {
    ...at.db,
    transaction: async (scope, work, how) => {
      const answer = await at.db.transaction(scope, work, how);
      if ((answer as SealedIntegration | undefined)?.sealedToken === foreign) {
        looks++;
        const saved = await olena.post('integrations/update', { data: { auth1: token }, ...byId(id) });
        rows(saved, 'integrations');
      }
      return answer;
    },
  };
  const files = filesInFolder(`${at.folder}/files`);
  const guard = createOutboundGuard({ allow: [] });
  const addresses = { telegram: nowhere, viber: nowhere, whatsapp: nowhere };
  const loop = runIntegrationChecks({ ...at, db, files, guard, addresses, log: createLog('silent') });
  await waitUntil(() => looks === 1);
  await waitUntil(async () => (await at.db.read('system', rests)).length === 1, { what: 'the look at what was saved' });
  await loop.stop();
  const told = sql`select key from channel_account_history where channel_account_id = ${id} and key = 'secrets_unreadable'`;
  expect(await at.db.read('system', told)).toEqual([]);
  expect(looks).toBe(1);
});
