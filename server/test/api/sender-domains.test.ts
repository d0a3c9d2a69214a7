import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TxtAnswer } from '#channels/email/domain-check/txt-resolver.ts';
import { concludeMail, keepRaws, lockMail, storeMail } from '#domain/inbound-mails/index.ts';
import { filesInFolder, sha256 } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company } from './people.ts';
import { byId, rows } from './rows-of.ts';

/** DNS, as it is in this story; what is not named is not there. */
const dns = new Map<string, string>();
const asked = new Set<string>();
let at: TestParley;
let olena: ApiClient;
let shop: Company;
beforeAll(async () => {
  at = await aParley({
    resolveTxt: async (name): Promise<TxtAnswer> => {
      asked.add(name);
      const record = dns.get(name);
      return record === undefined ? { kind: 'no_name' } : { kind: 'found', records: [record] };
    },
  });
  ({ api: olena } = await aPerson(at));
  shop = await aCompany(olena);
});
afterAll(() => at?.close());

const check = async (data: Record<string, unknown> = {}) =>
  (await olena.call('mailboxes/check-domain', { id: shop.mailboxId, ...data })).body.data.domains;
const key = `v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 7).toString('base64')}`;

test('the domains that a mailbox sends from are looked up, and what helps to find a DKIM key is remembered', async () => {
  const aliases = [
    { address: 'info@oak.test', send_as: 1 },
    { address: 'quiet@elsewhere.test', send_as: 0 },
  ];
  rows(await olena.post('mailboxes/update', { data: { aliases }, ...byId(shop.mailboxId) }), 'mailboxes');
  dns.set('lumenoak.test', 'v=spf1 -all');
  dns.set('pm2026._domainkey.lumenoak.test', key);
  const [own, alias, ...more] = await check();
  expect([own.domain, alias.domain, more]).toEqual(['lumenoak.test', 'oak.test', []]);
  expect(own.records.map((one: { key: string }) => one.key)).toEqual(['spf_unproved', 'dkim_missing', 'dmarc_missing']);
  expect(asked.has('elsewhere.test')).toBe(false);

  expect((await check({ selector: 'pm2026' }))[0].records[1]).toMatchObject({ key: 'dkim_ok' });
  expect((await check())[0].records[1]).toMatchObject({ key: 'dkim_ok', values: { selector: 'pm2026' } });
  const wrong = await olena.call('mailboxes/check-domain', { id: shop.mailboxId, selector: 'a b' });
  expect([wrong.status, wrong.body.errors[0]?.field]).toEqual([422, 'data.selector']);
});

test('a letter of our own that came back says where its key is', async () => {
  dns.delete('pm2026._domainkey.lumenoak.test');
  dns.set('sel77._domainkey.lumenoak.test', key);
  const { companyId, mailboxId } = shop;
  const raw = Buffer.from(
    'DKIM-Signature: v=1; a=rsa-sha256; d=lumenoak.test;\r\n\ts=sel77; b=x\r\nDKIM-Signature: v=1; d=other.test; s=../x; b=y\r\nSubject: Back\r\n\r\nHello\r\n',
  );
  const [kept = null] = await keepRaws(filesInFolder(`${at.folder}/files`), companyId, [{ raw, hash: sha256(raw) }]);
  await at.db.transaction({ companies: [companyId] }, async (tx) => {
    const place = { companyId, mailboxId, folder: 'INBOX', role: 'inbox', uidValidity: '9', uid: 9 } as const;
    await storeMail(tx, { ...place, receivedAt: new Date(), size: raw.byteLength, raw: kept });
    const row = await tx.row<{ id: number }>(sql`select id from inbound_mails where uid_validity = '9'`);
    const mail = await lockMail(tx, row?.id ?? 0);
    if (!mail) throw new Error('no mail');
    const from = { name: '', address: 'support@lumenoak.test' };
    const about = { reason: null, from, subject: 'Back', ticketId: null, messageId: null };
    await concludeMail(tx, mail, { outcome: 'own', reasonKey: 'own_address', ...about });
  });
  expect((await check())[0].records[1]).toMatchObject({ key: 'dkim_ok', values: { selector: 'sel77' } });
});
