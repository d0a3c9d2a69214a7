import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutboundGuard } from '#platform/outbound-guard.ts';
import { type MailServers, startMailServers } from '#test/rigs/mail-servers.ts';
import { appendToSent } from './append-to-sent.ts';
import { checkMailbox, type MailboxToCheck } from './check-mailbox.ts';
import { composeMail } from './compose-mail.ts';
import type { MailCredentials, MailServer } from './mail-settings.ts';
import { sendMail } from './send-mail.ts';
import { aLetter } from './testing/a-letter.ts';
import { aScriptedServer } from './testing/a-scripted-server.ts';

let servers: MailServers;
beforeAll(async () => {
  servers = await startMailServers();
  await servers.addMailbox('support@shop.test', 'secret');
  await servers.addMailbox('ivan@customer.test', 'secret');
});
afterAll(() => servers?.stop());

const guard = createOutboundGuard({ allow: ['127.0.0.0/8'] });

function shop(
  changes: {
    imap?: Partial<MailServer>;
    smtp?: Partial<MailServer>;
    credentials?: MailCredentials;
    tlsCa?: undefined;
  } = {},
): MailboxToCheck {
  const credentials = async () => changes.credentials ?? { user: 'support@shop.test', pass: 'secret' };
  const link = { guard, credentials, connectMilliseconds: 1_000, tlsCa: 'tlsCa' in changes ? undefined : servers.ca };
  return {
    imap: {
      ...link,
      folders: {},
      imap: { host: 'localhost', port: servers.imapsPort, security: 'ssl', ...changes.imap },
    },
    smtp: { ...link, smtp: { host: 'localhost', port: servers.submissionPort, security: 'tls', ...changes.smtp } },
  };
}

describe('the check of a mailbox, both halves apart', () => {
  test('all is well: says so, and names the folders', async () => {
    const [imap, smtp] = await checkMailbox(shop());
    expect(imap).toMatchObject({ step: 'imap', ok: true, key: null, message: null, details: null });
    expect(imap.folders?.slice(0, 3)).toEqual(['INBOX', 'Sent', 'Junk']);
    expect(smtp).toMatchObject({ step: 'smtp', ok: true, key: null });
    expect(await servers.readMailbox('support@shop.test')).toEqual([]);
  });

  test('implicit TLS for both, STARTTLS for both', async () => {
    const over = async (imap: Partial<MailServer>, smtp: Partial<MailServer>) =>
      (await checkMailbox(shop({ imap, smtp }))).map(({ ok }) => ok);
    expect(await over({}, { port: servers.submissionsPort, security: 'ssl' })).toEqual([true, true]);
    expect(await over({ port: servers.imapPort, security: 'tls' }, {})).toEqual([true, true]);
  });

  test('a wrong password is told by both, in the words of each server and without the password', async () => {
    const steps = await checkMailbox(shop({ credentials: { user: 'support@shop.test', pass: 'yesterday-1234' } }));
    for (const step of steps) {
      expect(step).toMatchObject({ ok: false, key: 'wrong_password' });
      expect(step.message).toContain('refused');
      expect(step.details).toMatch(/authentication failed/i);
    }
    expect(JSON.stringify(steps)).not.toContain('yesterday-1234');
  });

  test('an unknown user is told like a wrong password', async () => {
    const steps = await checkMailbox(shop({ credentials: { user: 'nobody@shop.test', pass: 'secret' } }));
    expect(steps.map(({ key }) => key)).toEqual(['wrong_password', 'wrong_password']);
  });

  test('an empty password is not even tried', async () => {
    const steps = await checkMailbox(shop({ credentials: { user: 'support@shop.test', pass: '' } }));
    expect(steps.map(({ key }) => key)).toEqual(['credentials_missing', 'credentials_missing']);
  });

  test.each<[string, Partial<MailServer>, string]>([
    ['a name that does not exist', { host: 'imap.does-not-exist.invalid' }, 'host_not_found'],
    ['a port on which nothing listens', { port: 1 }, 'connection_refused'],
    ['a server inside', { host: '10.0.0.1' }, 'address_refused'],
  ])('%s is told as such, by either half', async (_what, server, key) => {
    const lookup = async (host: string) => {
      if (host === 'localhost') return [{ address: '127.0.0.1', family: 4 }];
      throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' });
    };
    const offline = createOutboundGuard({ allow: ['127.0.0.0/8'], lookup });
    const { imap, smtp } = shop({ imap: server, smtp: server });
    const steps = await checkMailbox({ imap: { ...imap, guard: offline }, smtp: { ...smtp, guard: offline } });
    expect(steps.map((step) => step.key)).toEqual([key, key]);
  });

  test('TLS on the plain port, and plain words on the TLS port', async () => {
    const tls = await checkMailbox(
      shop({
        imap: { port: servers.imapPort, security: 'ssl' },
        smtp: { port: servers.submissionPort, security: 'ssl' },
      }),
    );
    expect(tls.map(({ key }) => key)).toEqual(['tls_on_plain_port', 'tls_on_plain_port']);
    const plain = await checkMailbox(
      shop({
        imap: { port: servers.imapsPort, security: 'tls' },
        smtp: { port: servers.submissionsPort, security: 'tls' },
      }),
    );
    expect(plain.map(({ key }) => key)).toEqual(['no_greeting', 'no_greeting']);
  });

  test('a certificate of nobody we know', async () => {
    const steps = await checkMailbox(shop({ tlsCa: undefined }));
    expect(steps.map(({ key }) => key)).toEqual(['certificate_untrusted', 'certificate_untrusted']);
  });

  test('a certificate for another name', async () => {
    const elsewhere = createOutboundGuard({
      allow: ['127.0.0.0/8'],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const { imap, smtp } = shop({ imap: { host: 'imap.elsewhere.test' }, smtp: { host: 'smtp.elsewhere.test' } });
    const steps = await checkMailbox({ imap: { ...imap, guard: elsewhere }, smtp: { ...smtp, guard: elsewhere } });
    expect(steps.map(({ key }) => key)).toEqual(['certificate_other_name', 'certificate_other_name']);
  });

  test('a submission port in plain text refuses to hear a password, and hears none', async () => {
    const [, smtp] = await checkMailbox(shop({ smtp: { security: 'none' } }));
    expect(smtp).toMatchObject({ ok: false, key: 'encryption_required' });
  });

  test('a web server where a mail server should be', async () => {
    const web = await aScriptedServer({ onConnect: (talk) => talk.say('HTTP/1.1 400 Bad Request\r\n\r\n') });
    const server = { port: web.port, security: 'none' as const };
    const [, smtp] = await checkMailbox(shop({ imap: server, smtp: server }));
    await web.stop();
    expect(smtp).toMatchObject({ ok: false, key: 'not_a_mail_server' });
  });

  test('an inbox that is not there', async () => {
    const { imap, smtp } = shop();
    const [step] = await checkMailbox({ imap: { ...imap, folders: { inbox: 'Support' } }, smtp });
    expect(step).toMatchObject({ ok: false, key: 'folder_missing' });
  });
});

describe('an answer on its way', () => {
  const anAnswer = (messageId: string) =>
    composeMail({
      from: { name: 'Підтримка', address: 'support@shop.test' },
      to: [{ name: 'Ivan', address: 'ivan@customer.test' }],
      subject: 'Re: посилка',
      messageId,
      date: new Date('2026-11-20T10:00:00Z'),
      text: 'Вже в дорозі.',
      html: '<p>Вже в дорозі.</p>',
    });

  test('goes through a real Postfix, and its copy stands in the Sent box once, however often we try', async () => {
    const raw = await anAnswer('<42.copy@shop.test>');
    const { imap, smtp } = shop();
    const sent = await sendMail(smtp, { envelope: { from: 'support@shop.test', to: ['ivan@customer.test'] }, raw });
    expect(sent).toMatchObject({ overall: 'ok', accepted: ['ivan@customer.test'] });
    const arrived = await servers.waitForMail('ivan@customer.test');
    expect(arrived.raw.toString('latin1')).toContain(raw.toString('latin1').slice(0, 200));

    expect(await appendToSent(imap, raw)).toBe('appended');
    expect(await appendToSent(imap, raw)).toBe('already_there');
    const copies = await servers.readMailbox('support@shop.test', 'Sent');
    expect(copies.map((mail) => mail.raw)).toEqual([raw]);
    expect(copies[0]?.flags.has('\\Seen')).toBe(true);
  });

  test('another Message-ID that only begins alike is another mail', async () => {
    const { imap } = shop();
    expect(await appendToSent(imap, await anAnswer('<7.long@shop.test>'))).toBe('appended');
    expect(await appendToSent(imap, await anAnswer('<7.long@shop.tes>'))).toBe('appended');
  });

  test('a mailbox without a Sent box is told, and a broken one throws', async () => {
    await servers.addMailbox('bare@shop.test', 'secret');
    const { imap } = shop({ credentials: { user: 'bare@shop.test', pass: 'secret' } });
    await expect(appendToSent({ ...imap, folders: { sent: false } }, aLetter('x'))).resolves.toBe('no_sent_folder');
    const { imap: broken } = shop({ credentials: { user: 'bare@shop.test', pass: 'wrong' } });
    await expect(appendToSent(broken, aLetter('x'))).rejects.toMatchObject({ authenticationFailed: true });
  });
});
