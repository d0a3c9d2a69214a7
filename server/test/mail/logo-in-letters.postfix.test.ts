import fs from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anSmtpServer, smtpNo, type TestSmtpServer } from '#channels/email/transport/testing/an-smtp-server.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { byId } from '../api/rows-of.ts';
import { aShopWithMail, type Shop } from './shop-with-mail.ts';

let shop: Shop;
let smtp: TestSmtpServer;
let isBusy = true;
beforeAll(async () => {
  shop = await aShopWithMail();
  smtp = await anSmtpServer({ onMail: () => (isBusy ? smtpNo(451, '4.3.0 later') : null) });
  const settings = { smtp_host: '127.0.0.1', smtp_port: smtp.port, smtp_security: 'none', smtp_password: 'secret' };
  await shop.olena.post('mailboxes/update', { data: settings, ...byId(shop.mailboxId) });
});
afterAll(async () => {
  await shop?.close();
  await smtp?.stop();
});

async function wearsLogo(background: string): Promise<void> {
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)]), 'logo.png');
  const uploaded = await shop.olena.request(`companies/${shop.companyId}/logo`, { method: 'POST', body: form });
  await shop.olena.post('companies/update', { data: uploaded.body.data, ...byId(shop.companyId) });
}

/** The picture that the HTML of this mail shows, out of the mail itself. */
async function pictureIn(raw: string) {
  expect(raw).toMatch(/Content-Type: multipart\/related/i);
  expect(raw.replaceAll(/=\r?\n/g, '')).toMatch(/<img src=(?:3D)?"cid:logo@parley"/);
  expect(raw).not.toMatch(/<img src=(?:3D)?"(?:http|\/)/);
  const part = raw.split(/\r?\n--/).find((one) => /Content-I[Dd]: <logo@parley>/.test(one)) ?? '';
  expect(part).toMatch(/Content-Type: image\/png/i);
  expect(part).toMatch(/Content-Disposition: inline/i);
  const bytes = Buffer.from(part.split(/\r?\n\r?\n/)[1] ?? '', 'base64');
  expect(bytes.length).toBeLessThan(20_000);
  const { format, width, height } = await sharp(bytes).metadata();
  const [red = 0, , blue = 0] = await sharp(bytes).toColourspace('srgb').raw().toBuffer();
  return { format, width, height, isRed: red > blue };
}

test('a letter to a customer shows the logo that the company had when it was written, and carries it', async () => {
  await wearsLogo('#c00000');
  const ticket = await shop.ticketAbout('A table with a logo');
  const { messageId: bare } = await shop.hands(ticket.id);
  await shop.olena.post('products/update', { data: { logo_in_letters: 1 }, ...byId(shop.productId) });
  const { messageId } = await shop.hands(ticket.id);
  const tries = async () =>
    (
      await shop.at.db.read<{ attempts: number; state: string }>(
        'system',
        sql`select attempts, state from deliveries where message_id = any (${[bare, messageId]}::bigint[]) order by message_id`,
      )
    ).map((one) => `${one.attempts} ${one.state}`);
  await waitUntil(async () => (await tries()).every((one) => one === '1 queued'));

  // Another logo in its place: the letter is what it was.
  await wearsLogo('#0000c0');
  isBusy = false;
  await shop.at.db.transaction('system', (tx) => tx.run(sql`update deliveries set due_at = now()`));
  shop.at.wake.nudge('deliveries');
  await waitUntil(async () => (await tries()).every((one) => one.endsWith('sent')));
  const [first = '', second = ''] = smtp.taken.map((mail) => mail.raw).sort((a, b) => a.length - b.length);
  expect(first).not.toContain('logo@parley');
  expect(await pictureIn(second)).toEqual({ format: 'png', width: 96, height: 96, isRed: true });
});

test('an invitation speaks for the company and shows its logo; a letter about an account does not', async () => {
  await wearsLogo('#c00000');
  const invited = 'ira@lumenoak.test';
  await shop.olena.call('invite/create', { email: invited, company_id: shop.companyId });
  const stranger = { name: 'Borys', email_confirmation: 'borys@lumenoak.test', raw_password: 'maple-chair-9-pine' };
  await shop.at.stranger().call('users/registration', stranger);
  const letterTo = (address: string) =>
    waitUntil(async () => {
      const folder = `${shop.at.folder}/outbox`;
      const name = (await fs.readdir(folder).catch(() => [])).find((one) => one.endsWith(`${address}.eml`));
      return name && fs.readFile(`${folder}/${name}`, 'utf8');
    });
  const letter = await letterTo(invited);
  expect(await pictureIn(letter)).toEqual({ format: 'png', width: 96, height: 96, isRed: true });
  expect(await letterTo(stranger.email_confirmation)).not.toContain('logo@parley');
});
