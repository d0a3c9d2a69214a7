import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailServers, startMailServers } from '#test/rigs/mail-servers.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';

const shop = 'support@shop.test';
const carla = 'carla@home.test';

let servers: MailServers;
beforeAll(async () => {
  servers = await startMailServers();
  await Promise.all([servers.addMailbox(shop, 'open-the-shop'), servers.addMailbox(carla, 'carlas-secret')]);
});
afterAll(() => servers.stop());

const letter = (subject: string, more = '') =>
  `From: Somebody <somebody@home.test>\r\nTo: ${shop}\r\nSubject: ${subject}\r\n${more}\r\nHello\r\n`;

/** A signed-in mail client; it trusts nothing but the rig's own authority. */
function aMailClient(user: string, pass: string, options: { implicitTls?: boolean } = {}) {
  const { implicitTls = false } = options;
  return createTransport({
    host: 'localhost',
    port: implicitTls ? servers.submissionsPort : servers.submissionPort,
    secure: implicitTls,
    requireTLS: !implicitTls,
    auth: { user, pass },
    tls: { ca: servers.ca },
  });
}

describe('a signed-in user', () => {
  test.each([{ implicitTls: false }, { implicitTls: true }])(
    'reaches another mailbox: $implicitTls',
    async (options) => {
      const subject = `Order 7 ${options.implicitTls}`;
      await aMailClient(shop, 'open-the-shop', options).sendMail({
        from: shop,
        to: carla,
        subject,
        text: 'On its way',
      });

      const mail = await servers.waitForMail(carla, ({ text }) => text.includes(`Subject: ${subject}`));

      expect(mail.text).toContain('On its way');
      expect(mail.text).toContain(`Return-Path: <${shop}>`);
    },
  );

  test('gets a bounce by mail for an unknown recipient', async () => {
    await aMailClient(shop, 'open-the-shop').sendMail({
      from: shop,
      to: 'nobody@home.test',
      subject: 'Lost',
      text: '?',
    });

    const bounce = await servers.waitForMail(shop, ({ text }) => text.includes('Final-Recipient'));

    expect(bounce.text).toContain('Return-Path: <>');
    expect(bounce.text).toMatch(/Status: 5\.1\.1/);
  });

  test('reaches whoever is only there to be reached, also with a detail after +', async () => {
    servers.ensureMailbox('ida+oak@customers.test');
    servers.ensureMailbox(carla);
    const letter = { from: shop, to: ['ida+oak@customers.test', carla], subject: 'Order 8', text: 'On its way' };
    await aMailClient(shop, 'open-the-shop').sendMail(letter);
    await servers.waitForMail('ida@customers.test', ({ text }) => text.includes('Subject: Order 8'));
    await servers.waitForMail(carla, ({ text }) => text.includes('Subject: Order 8'));
  });

  test('cannot write to a domain outside the rig', async () => {
    const sending = aMailClient(shop, 'open-the-shop').sendMail({ from: shop, to: 'a@example.com', text: '?' });
    await expect(sending).rejects.toMatchObject({ responseCode: 554 });
  });

  test('is refused with a wrong password', async () => {
    await expect(aMailClient(shop, 'wrong').verify()).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 });
  });

  test('cannot sign in before TLS', async () => {
    const plain = createTransport({ host: '127.0.0.1', port: servers.submissionPort, ignoreTLS: true });
    await expect(plain.sendMail({ from: shop, to: carla, text: '?' })).rejects.toMatchObject({ responseCode: 530 });
  });

  test('signs in with a changed password of the same length at once', async () => {
    await servers.addMailbox('dan@home.test', 'password-1');
    await aMailClient('dan@home.test', 'password-1').verify();
    await servers.addMailbox('dan@home.test', 'password-2');

    await aMailClient('dan@home.test', 'password-2').verify();
    await expect(aMailClient('dan@home.test', 'password-1').verify()).rejects.toMatchObject({ code: 'EAUTH' });
  });
});

describe('the internet', () => {
  test('delivers to a known address, also with a detail after +', async () => {
    await servers.sendAsInternet({ from: carla, to: 'support+case-9@shop.test', raw: letter('With detail') });
    const mail = await servers.waitForMail(shop, ({ text }) => text.includes('Subject: With detail'));
    expect(mail.text).toContain('Delivered-To: support+case-9@shop.test');
  });

  test('is told at once that a recipient is unknown', async () => {
    const sending = servers.sendAsInternet({ from: carla, to: 'nobody@shop.test', raw: letter('Lost') });
    await expect(sending).rejects.toMatchObject({ responseCode: 550 });
  });

  test('cannot relay', async () => {
    const sending = servers.sendAsInternet({ from: carla, to: 'a@example.com', raw: letter('Relay') });
    await expect(sending).rejects.toMatchObject({ responseCode: 554 });
  });

  test.each(['pass', 'fail', 'none'] as const)(
    'leaves the verdict %s of the receiving server',
    async (authentication) => {
      const subject = `Verdict ${authentication}`;
      await servers.sendAsInternet({ from: carla, to: shop, raw: letter(subject), authentication });
      const { text } = await servers.waitForMail(shop, (mail) => mail.text.includes(`Subject: ${subject}`));
      const verdict = /^Authentication-Results: .* dmarc=(\w+) header.from=(.*)$/m.exec(text)?.slice(1) ?? ['none', ''];
      expect(verdict).toEqual(authentication === 'none' ? ['none', ''] : [authentication, 'home.test']);
    },
  );

  test('may leave out Message-ID and Date, and nobody adds them', async () => {
    await servers.sendAsInternet({ from: carla, to: shop, raw: letter('Bare') });
    const { text } = await servers.waitForMail(shop, (mail) => mail.text.includes('Subject: Bare'));
    expect(text).not.toMatch(/^(Message-ID|Date):/im);
  });
});

describe('a mailbox', () => {
  test('keeps what is delivered byte for byte, below what the way added', async () => {
    const raw = Buffer.concat([Buffer.from(letter('Bytes')), Buffer.from([0xff, 0xfe, 0x80, 13, 10, 46, 13, 10])]);
    await servers.deliver(shop, raw);
    const mail = await servers.waitForMail(shop, ({ text }) => text.includes('Subject: Bytes'));
    expect(mail.raw.subarray(-raw.length).equals(raw)).toBe(true);
  });

  test.each(['starttls', 'tls'])('tells a waiting client about new mail, over %s', async (way) => {
    await servers.addMailbox(`idle-${way}@shop.test`, 'waiting');
    const client = new ImapFlow({
      host: 'localhost',
      port: way === 'tls' ? servers.imapsPort : servers.imapPort,
      secure: way === 'tls',
      ...(way === 'starttls' && { doSTARTTLS: true }),
      tls: { ca: servers.ca },
      auth: { user: `idle-${way}@shop.test`, pass: 'waiting' },
      logger: false,
    });
    await client.connect();
    try {
      await client.mailboxOpen('INBOX');
      void client.idle();
      const noticed = once(client, 'exists');
      await servers.deliver(`idle-${way}@shop.test`, letter('Wake up'));
      expect(await noticed).toMatchObject([{ count: 1 }]);
      const uses = (await client.list()).map((folder) => folder.specialUse);
      expect(uses).toEqual(expect.arrayContaining(['\\Sent', '\\Junk']));
    } finally {
      client.close();
    }
  });
});

describe('a fault', () => {
  test('mail waits in the queue while Dovecot is dead, and arrives afterwards', async () => {
    await servers.killDovecot();
    await servers.sendAsInternet({ from: carla, to: shop, raw: letter('Patience') });
    await waitUntil(async () => (await servers.postqueue()).includes(shop), { what: 'a deferred mail' });
    await servers.startDovecot();
    await servers.waitForMail(shop, ({ text }) => text.includes('Subject: Patience'));
  });

  test('a killed Postfix accepts nothing, and keeps what it had accepted', async () => {
    await servers.killDovecot();
    await servers.sendAsInternet({ from: carla, to: shop, raw: letter('Survivor') });
    await servers.killPostfix();
    await servers.startDovecot();
    const sending = servers.sendAsInternet({ from: carla, to: shop, raw: letter('Too early') });
    await expect(sending).rejects.toThrow(/ECONNREFUSED/);

    await servers.startPostfix();
    await servers.waitForMail(shop, ({ text }) => text.includes('Subject: Survivor'));
  });

  test('an owner killed with -9 leaves neither a daemon nor a folder', async () => {
    const script = `
      const { startMailServers } = await import('#test/rigs/mail-servers.ts');
      const servers = await startMailServers();
      console.log(JSON.stringify([servers.imapPort, servers.smtpPort, await servers.doveadm('config', '-h', 'base_dir')]));
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(owner.stdout, 'data')) as [Buffer];
    const [imapPort, smtpPort, baseDir] = JSON.parse(line.toString()) as [number, number, string];
    const folder = baseDir.trim();
    expect(existsSync(folder)).toBe(true);

    owner.kill('SIGKILL');

    await waitUntil(async () => !(await answers(imapPort)) && !(await answers(smtpPort)), { what: 'silence' });
    await waitUntil(() => !existsSync(folder), { what: 'the folder to go' });
  });
});

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    (error: unknown) => !String(error instanceof Error ? error.cause : error).includes('ECONNREFUSED'),
  );
}
