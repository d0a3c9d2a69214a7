import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { aFakeImapServer } from '#channels/email/transport/testing/a-fake-imap-server.ts';
import { passwordFor } from '#contract/mailboxes.ts';
import { findMailbox, imapPasswordContext } from '#domain/mailboxes/index.ts';
import { createSecrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aMailbox, aPerson, type Company, rowId } from './people.ts';
import { byId } from './rows-of.ts';

/** Mykola may change mailboxes. The passwords in them are not his to know. */
let at: TestParley;
let mykola: ApiClient;
let shop: Company;
let counted = 0;
let connections = 0;
const hisServer = net.createServer((socket) => {
  connections++;
  socket.end();
});
let hisPort = 0;

beforeAll(async () => {
  at = await aParley();
  ({ api: mykola } = await aPerson(at, 'Mykola Tkachenko'));
  hisServer.listen(0, '127.0.0.1');
  await once(hisServer, 'listening');
  hisPort = (hisServer.address() as net.AddressInfo).port;
});
afterAll(async () => {
  hisServer.close();
  await at?.close();
});

const settings = {
  imap_username: 'shop',
  imap_password: 'stored-imap',
  imap_server: 'imap.lumenoak.test',
  imap_port: 993,
  imap_type: 'ssl',
  smtp_login: 'shop',
  smtp_host: 'smtp.lumenoak.test',
  smtp_port: 465,
  smtp_security: 'ssl',
};
const own = { smtp_password: 'stored-smtp' };

/** Each in a company of its own: an account is one mailbox of a company. */
async function mailbox(more: Record<string, unknown> = {}): Promise<number> {
  shop = await aCompany(mykola);
  const about = { company_id: shop.companyId, product_id: shop.productId, from_email: `m${++counted}@lumenoak.test` };
  return rowId(
    await mykola.post('mailboxes-new/create', { data: [aMailbox({ ...about, ...settings, ...more })] }),
    'mailboxes',
  );
}
const change = (id: number, data: Record<string, unknown>) => mykola.post('mailboxes/update', { data, ...byId(id) });
const check = (id: number, data: Record<string, unknown>) => {
  const { imap_password: _never, ...places } = settings;
  return mykola.call('mailboxes/check', { company_id: shop.companyId, id, ...places, ...data });
};
const stored = async (id: number) =>
  (
    await at.db.read(
      'system',
      sql`select p.*, t.settings_version from mailboxes p join channel_accounts t using (id) where id = ${id}`,
    )
  )[0];
const asked = ({ status, body }: Answer) => [status, ...(body.errors ?? []).map((one) => `${one.key} ${one.field}`)];
const imapDue = [422, 'required data.imap_password'];
const smtpDue = [422, 'required data.smtp_password'];

const imapMoves = [{ imap_server: 'evil.test' }, { imap_port: 1993 }, { imap_type: 'none' }, { imap_username: 'x' }];
const smtpMoves = [{ smtp_host: 'evil.test' }, { smtp_port: 25 }, { smtp_security: 'none' }, { smtp_login: 'x' }];

describe('a stored password is not sent to a server that somebody newly names (A32)', () => {
  test.each(imapMoves)('incoming alone changed, %o: the incoming one is asked for again', async (moved) => {
    const id = await mailbox(own);
    const before = await stored(id);
    expect(asked(await change(id, { name: 'Renamed as well', ...moved }))).toEqual(imapDue);
    expect(await stored(id)).toEqual(before);
    expect((await change(id, { ...moved, smtp_password: 'new-smtp' })).status).toBe(422);
    expect((await change(id, { ...moved, imap_password: 'new-imap' })).status).toBe(200);
  });

  test.each(smtpMoves)('outgoing alone changed, %o: the outgoing one is asked for again', async (moved) => {
    const id = await mailbox(own);
    const before = await stored(id);
    expect(asked(await change(id, { name: 'Renamed as well', ...moved }))).toEqual(smtpDue);
    expect(await stored(id)).toEqual(before);
    expect((await change(id, { ...moved, imap_password: 'new-imap' })).status).toBe(422);
    expect((await change(id, { ...moved, smtp_password: 'new-smtp' })).status).toBe(200);
  });

  test('both changed: both are asked for, and each is named', async () => {
    const id = await mailbox(own);
    const moved = { imap_server: 'evil.test', smtp_host: 'evil.test' };
    expect(asked(await change(id, moved))).toEqual([...imapDue, 'required data.smtp_password']);
    expect((await change(id, { ...moved, imap_password: 'a', smtp_password: 'b' })).status).toBe(200);
  });

  test('the incoming password that serves for outgoing as well goes to no new outgoing server', async () => {
    const id = await mailbox();
    expect(asked(await change(id, { smtp_host: 'evil.test' }))).toEqual(smtpDue);
    expect(asked(await change(id, { smtp_host: 'evil.test', smtp_password: null }))).toEqual(smtpDue);
    expect(asked(await change(id, { smtp_host: 'evil.test', smtp_password: '' }))).toEqual(smtpDue);
    expect((await change(id, { smtp_host: 'evil.test', imap_password: 'new-imap' })).status).toBe(200);
    // Given once, for both.
    expect(asked(await change(id, { imap_server: 'new.test', smtp_host: 'new.test' }))).toEqual(imapDue);
    expect((await change(id, { imap_server: 'a.test', smtp_host: 'a.test', imap_password: 'x' })).status).toBe(200);
  });

  test('in two steps neither: an own outgoing password, then none', async () => {
    const id = await mailbox(own);
    expect((await change(id, { smtp_host: 'evil.test', smtp_password: 'of-his' })).status).toBe(200);
    expect(asked(await change(id, { smtp_password: null }))).toEqual(smtpDue);
    expect(asked(await change(id, { smtp_password: '' }))).toEqual(smtpDue);
    expect((await change(id, { smtp_password: null, imap_password: 'known-to-him' })).status).toBe(200);
  });

  test('nor to the new server of one mailbox among several', async () => {
    const [first, second] = [await mailbox({ imap_server: 'new.test' }), await mailbox()];
    const both = { filter: { conditions: [['id', 'in', [first, second]]] } };
    const answer = await mykola.post('mailboxes/update', { data: { imap_server: 'new.test' }, ...both });
    expect(asked(answer)).toEqual(imapDue);
  });

  test('a check of a saved mailbox does not either, and connects nowhere', async () => {
    const id = await mailbox(own);
    const his = { imap_server: '127.0.0.1', imap_port: hisPort, imap_type: 'none' };
    expect(asked(await check(id, his))).toEqual(imapDue);
    expect(asked(await check(id, { smtp_host: '127.0.0.1', smtp_port: hisPort, smtp_security: 'none' }))).toEqual(
      smtpDue,
    );
    const shared = await mailbox();
    expect(asked(await check(shared, { smtp_host: '127.0.0.1', smtp_port: hisPort }))).toEqual(smtpDue);
    expect(connections).toBe(0);
    // With a password of the caller's it is a check like any other.
    expect((await check(id, { ...his, imap_password: 'his', smtp_password: 'his' })).status).toBe(200);
    expect(connections).toBe(1);
  });

  test('what does not change where passwords go asks for none', async () => {
    const id = await mailbox(own);
    const same = { imap_server: 'IMAP.lumenoak.test', smtp_host: 'smtp.LumenOak.test', smtp_port: 465 };
    expect((await change(id, { name: 'Renamed', signature: 'Olena', ...same })).status).toBe(200);
    const without = await mailbox({ smtp_login: null });
    expect((await change(without, { smtp_login: 'shop' })).status).toBe(200);
  });
});

describe('a password that was pasted', () => {
  test('is checked without the blanks around it, as it is kept', async () => {
    const server = await aFakeImapServer();
    onTestFinished(server.stop);
    const id = await mailbox();
    const pasted = { imap_server: '127.0.0.1', imap_port: server.port, imap_type: 'none', imap_password: '  pasted ' };
    await check(id, { ...pasted, smtp_password: 'another' });
    expect(server.heard.find((line) => line.includes('LOGIN'))).toMatch(/LOGIN "?shop"? "?pasted"?$/);
  });

  test('serves at Google without the blanks in which Google shows it, and elsewhere as it is', async () => {
    const id = await mailbox({ imap_server: 'imap.gmail.com', smtp_host: 'smtp.gmail.com' });
    const served = async (imap_password: string) => {
      expect((await change(id, { imap_password })).status).toBe(200);
      const kept = await at.db.transaction({ companies: [shop.companyId] }, (tx) => findMailbox(tx, at.secrets, id));
      return [kept?.imap.password, kept?.smtp.password];
    };
    const meant = 'abcdefghijklmnop';
    expect(await served(' abcd efgh\u00a0ijkl mnop ')).toEqual([meant, meant]);
    const usual = 'my usual password';
    expect(await served(usual)).toEqual([usual, usual]);
    expect(passwordFor('imap.lumenoak.test', 'blue fish tree moon')).toBe('blue fish tree moon');
  });
});

test('a password that cannot be opened any more is asked for, and what needs none goes on', async () => {
  const id = await mailbox(own);
  const foreign = createSecrets('another key of the tests, long enough').seal('stored', imapPasswordContext);
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update mailboxes set imap_password = ${foreign}, smtp_password = ${foreign} where id = ${id}`),
  );
  expect((await mykola.call('mailboxes/history', { id })).status).toBe(200);
  expect((await mykola.call('mailboxes/fetch-since', { id, since: '2026-01-01' })).status).toBe(200);
  // Asked for in the words of a mailbox that does not work: there is no field here to give it in.
  expect((await mykola.call('mailboxes/send-test', { id })).body.data).toMatchObject({
    step: { ok: false, key: 'credentials_missing', message: 'Enter the user name and the password' },
  });
  expect(asked(await check(id, {}))).toEqual(imapDue);
  const here = { imap_server: '127.0.0.1', imap_port: 1, imap_type: 'none', imap_password: 'new-imap' };
  expect(asked(await check(id, here))).toEqual(smtpDue);
  const both = { ...here, smtp_host: '127.0.0.1', smtp_port: 1, smtp_security: 'none', smtp_password: 'new-smtp' };
  expect((await check(id, both)).status).toBe(200);
});
