import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createOutboundGuard } from '#platform/outbound-guard.ts';
import { makeCertificates, type RigCertificates } from '#test/rigs/rig-certificates.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#test/rigs/temporary-folder.ts';
import type { SmtpSettings } from './mail-settings.ts';
import { sendMail } from './send-mail.ts';
import { aLetter } from './testing/a-letter.ts';
import { aScriptedServer, type Conversation } from './testing/a-scripted-server.ts';
import { anSmtpServer, smtpNo } from './testing/an-smtp-server.ts';

let folder: TemporaryFolder;
let certificates: RigCertificates;
beforeAll(() => {
  folder = makeTemporaryFolder('smtp');
  certificates = makeCertificates(folder.folder);
});
afterAll(() => folder.remove());

function settingsFor(port: number, changes: Partial<SmtpSettings> = {}): SmtpSettings {
  return {
    smtp: { host: '127.0.0.1', port, security: 'none' },
    credentials: async () => ({ user: 'support@shop.test', pass: 'secret' }),
    guard: createOutboundGuard({ allow: ['127.0.0.0/8'] }),
    ...changes,
  };
}

const letter = aLetter('Re: parcel', { From: 'support@shop.test' });
const toIvan = { envelope: { from: 'support@shop.test', to: ['ivan@customer.test'] }, raw: letter };
const toThree = {
  envelope: { from: 'support@shop.test', to: ['ivan@customer.test', 'olena@customer.test', 'petro@customer.test'] },
  raw: letter,
};

async function smtp(...story: Parameters<typeof anSmtpServer>) {
  const server = await anSmtpServer(...story);
  onTestFinished(server.stop);
  return server;
}

async function scripted(script: Parameters<typeof aScriptedServer>[0]) {
  const server = await aScriptedServer(script);
  onTestFinished(server.stop);
  return server;
}

/** A whole SMTP conversation that goes well, up to where the story takes over. */
function politeSmtp(story: { afterDot(talk: Conversation): void; ehlo?: string[] }) {
  let inData = false;
  return {
    onConnect: (talk: Conversation) => talk.say('220 mx.customer.test ESMTP'),
    onLine(line: string, talk: Conversation) {
      if (inData) {
        if (line !== '.') return;
        inData = false;
        story.afterDot(talk);
      } else if (line.startsWith('EHLO')) {
        const offers = ['mx.customer.test', ...(story.ehlo ?? ['AUTH PLAIN'])];
        for (const [at, offer] of offers.entries()) talk.say(`250${at === offers.length - 1 ? ' ' : '-'}${offer}`);
      } else if (line.startsWith('AUTH')) talk.say('235 welcome');
      else if (line === 'STARTTLS') talk.say('502 what is that');
      else if (line === 'DATA') {
        inData = true;
        talk.say('354 go on');
      } else if (line === 'QUIT') talk.say('221 bye');
      else talk.say('250 fine');
    },
  };
}

describe('a mail that goes well', () => {
  test('is taken, with the words of the server', async () => {
    const server = await smtp();
    expect(await sendMail(settingsFor(server.port), toThree)).toEqual({
      overall: 'ok',
      accepted: toThree.envelope.to,
      later: [],
      never: [],
      error: null,
      responseText: '250 Taken as 42',
      ambiguous: false,
    });
    expect(server.taken).toMatchObject([
      { from: 'support@shop.test', to: toThree.envelope.to, user: 'support@shop.test' },
    ]);
    expect(server.taken[0]?.raw).toBe(letter.toString());
  });

  test('goes byte for byte: dots at line starts, 8-bit text, several megabytes', async () => {
    const server = await smtp();
    const body = `.\r\n..\r\n.hidden\r\nпривіт\r\n${'0123456789abcdef\r\n'.repeat(200_000)}.`;
    const raw = aLetter('odd', {}, body);
    expect((await sendMail(settingsFor(server.port), { ...toIvan, raw })).overall).toBe('ok');
    expect(server.taken[0]?.raw).toBe(raw.toString());
  });

  test('goes over STARTTLS and over TLS, to a server that our own authority vouches for', async () => {
    const tls = { key: readFileSync(certificates.keyFile), cert: readFileSync(certificates.certificateFile) };
    for (const [security, secure] of [
      ['tls', false],
      ['ssl', true],
    ] as const) {
      const server = await smtp({}, { ...tls, secure, allowInsecureAuth: false });
      const settings = settingsFor(server.port, {
        tlsCa: certificates.ca,
        smtp: { host: 'localhost', port: server.port, security },
      });
      expect((await sendMail(settings, toIvan)).overall).toBe('ok');
      expect(server.taken[0]?.user).toBe('support@shop.test');
    }
  });

  test('may have the empty return path, and needs no password where none is configured', async () => {
    const server = await smtp({}, { hideSTARTTLS: true });
    const automatic = { ...toIvan, envelope: { from: '', to: ['ivan@customer.test'] } };
    expect((await sendMail(settingsFor(server.port, { credentials: null }), automatic)).overall).toBe('ok');
    expect(server.taken).toMatchObject([{ from: '', user: undefined }]);
  });

  test('goes with a token; one that has run out is renewed once', async () => {
    const server = await smtp();
    const asked: boolean[] = [];
    const credentials: SmtpSettings['credentials'] = async ({ refused }) => {
      asked.push(refused);
      return { user: 'support@shop.test', accessToken: refused ? 'fresh' : 'stale' };
    };
    expect((await sendMail(settingsFor(server.port, { credentials }), toIvan)).overall).toBe('ok');
    expect(asked).toEqual([false, true]);
  });
});

describe('F10 the server says no', () => {
  test('to one of three for good: the others get it, and only that one is told', async () => {
    const server = await smtp({
      onRecipient: (to) => (to.startsWith('olena') ? smtpNo(550, '5.1.1 No such user') : null),
    });
    const result = await sendMail(settingsFor(server.port), toThree);
    expect(result).toMatchObject({
      overall: 'never',
      accepted: ['ivan@customer.test', 'petro@customer.test'],
      later: [],
    });
    expect(result.never).toEqual([
      { address: 'olena@customer.test', key: 'recipient_refused', reason: '550 5.1.1 No such user' },
    ]);
    expect(server.taken[0]?.to).toEqual(['ivan@customer.test', 'petro@customer.test']);
  });

  test('to one for now and to one for good: each gets what it was told', async () => {
    const server = await smtp({
      onRecipient: (to) =>
        to.startsWith('olena')
          ? smtpNo(450, '4.2.1 Greylisted, try again')
          : to.startsWith('petro')
            ? smtpNo(551, 'Moved')
            : null,
    });
    const result = await sendMail(settingsFor(server.port), toThree);
    expect(result).toMatchObject({
      overall: 'later',
      accepted: ['ivan@customer.test'],
      later: [{ address: 'olena@customer.test' }],
      never: [{ address: 'petro@customer.test' }],
    });
  });

  test.each([421, 450, 451, 452])('to all with %i: later, nobody is written off', async (code) => {
    const server = await smtp({ onRecipient: () => smtpNo(code, 'Greylisted') });
    const result = await sendMail(settingsFor(server.port), toThree);
    expect(result).toMatchObject({ overall: 'later', accepted: [], never: [], ambiguous: false });
    expect(result.later.map(({ address }) => address)).toEqual(toThree.envelope.to);
    expect(result.error?.details).toContain('Greylisted');
  });

  test('to all at RCPT, some for now and some for good', async () => {
    const server = await smtp({ onRecipient: (to) => smtpNo(to.startsWith('ivan') ? 451 : 550, 'No') });
    const result = await sendMail(settingsFor(server.port), toThree);
    expect(result.later.map(({ address }) => address)).toEqual(['ivan@customer.test']);
    expect(result.never.map(({ address }) => address)).toEqual(['olena@customer.test', 'petro@customer.test']);
    expect(result.overall).toBe('later');
  });

  test.each([
    [451, 'later', 'message_refused'],
    [550, 'never', 'message_refused'],
    [552, 'never', 'message_refused'],
    [554, 'never', 'message_refused'],
  ])('to the mail itself with %i: %s', async (code, overall, key) => {
    const server = await smtp({ onMail: () => smtpNo(code, 'Not this one') });
    const result = await sendMail(settingsFor(server.port), toThree);
    expect(result).toMatchObject({ overall, accepted: [], ambiguous: false, error: { key } });
    expect(result[overall as 'later' | 'never']).toHaveLength(3);
  });

  test('because the mail is too large: never, before it is sent', async () => {
    const server = await smtp({}, { size: 100 });
    expect(await sendMail(settingsFor(server.port), toIvan)).toMatchObject({
      overall: 'never',
      error: { key: 'message_too_large' },
    });
  });

  test('because the daily limit is used up: later, although it says 550', async () => {
    const server = await smtp({ onMail: () => smtpNo(550, '5.4.5 Daily user sending limit exceeded') });
    expect(await sendMail(settingsFor(server.port), toIvan)).toMatchObject({
      overall: 'later',
      error: { key: 'quota' },
    });
  });

  test.each([
    [452, '4.2.2 The email account that you tried to reach is over quota', 'later'],
    [552, '5.2.2 Mailbox over quota', 'never'],
  ])('because the mailbox of a customer is full: %i is about that customer alone', async (code, words, overall) => {
    const server = await smtp({ onRecipient: () => smtpNo(code, words) });
    expect(await sendMail(settingsFor(server.port), toIvan)).toMatchObject({
      overall,
      error: { key: 'recipient_refused' },
    });
  });

  test('to the password: later, and the mailbox needs a person', async () => {
    const server = await smtp();
    const settings = settingsFor(server.port, {
      credentials: async () => ({ user: 'support@shop.test', pass: 'yesterday' }),
    });
    const result = await sendMail(settings, toIvan);
    expect(result).toMatchObject({ overall: 'later', error: { key: 'wrong_password' } });
    expect(result.error?.details).toContain('535');
    expect(JSON.stringify(result)).not.toContain('yesterday');
  });

  test('in its greeting: later', async () => {
    const server = await scripted({ onConnect: (talk) => talk.say('554 no service for you') });
    expect(await sendMail(settingsFor(server.port), toIvan)).toMatchObject({
      overall: 'later',
      error: { key: 'smtp_refused' },
    });
  });

  test('an address that is none is not even tried, the others are', async () => {
    const server = await smtp();
    const to = ['ivan@customer.test', 'evil@x.test>\r\nRCPT TO:<victim@victim.test', '"a@b"@c.test'];
    const result = await sendMail(settingsFor(server.port), { ...toIvan, envelope: { from: 'support@shop.test', to } });
    expect(result.accepted).toEqual(['ivan@customer.test']);
    expect(result.never.map(({ address }) => address)).toEqual(to.slice(1));
    expect(server.taken.map((mail) => mail.to)).toEqual([['ivan@customer.test']]);
  });
});

describe('F11 the line breaks', () => {
  test('after the final dot: later, and told as ambiguous', async () => {
    const server = await scripted(politeSmtp({ afterDot: (talk) => talk.cut() }));
    const result = await sendMail(settingsFor(server.port), toIvan);
    expect(result).toMatchObject({
      overall: 'later',
      accepted: [],
      ambiguous: true,
      error: { key: 'connection_lost' },
    });
    expect(server.heard).toContain('.');
  });

  test('with 421 after the final dot: later, and certain', async () => {
    const server = await scripted(politeSmtp({ afterDot: (talk) => talk.say('421 closing down') }));
    expect(await sendMail(settingsFor(server.port), toIvan)).toMatchObject({ overall: 'later', ambiguous: false });
  });

  test('never: the server just does not answer the dot', async () => {
    const server = await scripted(politeSmtp({ afterDot: () => {} }));
    const result = await sendMail(settingsFor(server.port, { answerMilliseconds: 200 }), toIvan);
    expect(result).toMatchObject({ overall: 'later', ambiguous: true, error: { key: 'timed_out' } });
  });

  test('in the middle of the mail: later, and certainly not delivered', async () => {
    const server = await scripted({
      ...politeSmtp({ afterDot: () => {} }),
      onLine: cutAtBody(),
    });
    const raw = aLetter('long', {}, 'x\r\n'.repeat(3_000_000));
    expect(await sendMail(settingsFor(server.port), { ...toIvan, raw })).toMatchObject({
      overall: 'later',
      ambiguous: false,
    });
  });

  test('before the greeting, or the greeting never comes, or nobody is there', async () => {
    const rude = await scripted({ onConnect: (talk) => talk.cut() });
    expect(await sendMail(settingsFor(rude.port), toIvan)).toMatchObject({
      overall: 'later',
      error: { key: 'connection_lost' },
    });
    const mute = await scripted({});
    const impatient = { connectMilliseconds: 150 };
    expect(await sendMail(settingsFor(mute.port, impatient), toIvan)).toMatchObject({
      overall: 'later',
      error: { key: 'no_greeting' },
    });
    await mute.stop();
    expect(await sendMail(settingsFor(mute.port), toIvan)).toMatchObject({
      overall: 'later',
      error: { key: 'connection_refused' },
    });
  });

  test('STARTTLS stripped on the way: neither password nor mail is said in the clear', async () => {
    const server = await scripted(
      politeSmtp({ afterDot: (talk) => talk.say('250 got it'), ehlo: ['AUTH PLAIN LOGIN', 'SIZE'] }),
    );
    const settings = settingsFor(server.port, { smtp: { host: '127.0.0.1', port: server.port, security: 'tls' } });
    const result = await sendMail(settings, toIvan);
    expect(result).toMatchObject({ overall: 'later', ambiguous: false, error: { key: 'starttls_missing' } });
    expect(server.heard.filter((line) => !/^(EHLO|STARTTLS)/.test(line))).toEqual([]);
  });

  test('STARTTLS refused: the same', async () => {
    const polite = politeSmtp({ afterDot: (talk) => talk.say('250 got it'), ehlo: ['STARTTLS', 'AUTH PLAIN'] });
    const server = await scripted({
      ...polite,
      onLine: (line, talk) => (line === 'STARTTLS' ? talk.say('454 TLS not available') : polite.onLine(line, talk)),
    });
    const settings = settingsFor(server.port, { smtp: { host: '127.0.0.1', port: server.port, security: 'tls' } });
    expect(await sendMail(settings, toIvan)).toMatchObject({ overall: 'later', error: { key: 'starttls_missing' } });
    expect(server.heard.some((line) => /^(AUTH|MAIL)/.test(line))).toBe(false);
  });

  test('a certificate nobody vouches for, or for another name: nothing is said', async () => {
    const tls = { key: readFileSync(certificates.keyFile), cert: readFileSync(certificates.certificateFile) };
    const server = await smtp({}, { ...tls, secure: true });
    const smtpServer = { host: 'localhost', port: server.port, security: 'ssl' as const };
    expect(await sendMail(settingsFor(server.port, { smtp: smtpServer }), toIvan)).toMatchObject({
      overall: 'later',
      error: { key: 'certificate_untrusted' },
    });
    const guard = createOutboundGuard({
      allow: ['127.0.0.0/8'],
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const elsewhere = { guard, tlsCa: certificates.ca, smtp: { ...smtpServer, host: 'smtp.elsewhere.test' } };
    expect(await sendMail(settingsFor(server.port, elsewhere), toIvan)).toMatchObject({
      overall: 'later',
      error: { key: 'certificate_other_name' },
    });
    expect(server.taken).toEqual([]);
  });

  test('TLS spoken to a plain port is told as such', async () => {
    const server = await smtp({}, { hideSTARTTLS: true });
    const settings = settingsFor(server.port, { smtp: { host: '127.0.0.1', port: server.port, security: 'ssl' } });
    expect(await sendMail(settings, toIvan)).toMatchObject({ overall: 'later', error: { key: 'tls_on_plain_port' } });
  });

  test('a worker that is told to stop lets go at once', async () => {
    const server = await scripted(politeSmtp({ afterDot: () => stopping.abort() }));
    const stopping = new AbortController();
    expect(await sendMail(settingsFor(server.port), toIvan, stopping.signal)).toMatchObject({
      overall: 'later',
      ambiguous: true,
    });
  });
});

test('A32 a mail server that leads inside is not connected to', async () => {
  const server = await scripted({ onConnect: (talk) => talk.say('220 hello') });
  const settings = settingsFor(server.port, { guard: createOutboundGuard({ allow: [] }) });
  expect(await sendMail(settings, toIvan)).toMatchObject({ overall: 'later', error: { key: 'address_refused' } });
  expect(server.connections).toBe(0);
});

test('secrets that cannot be read are our own fault, and thrown', async () => {
  const server = await smtp();
  const credentials = () => Promise.reject(new Error('the key is missing'));
  await expect(sendMail(settingsFor(server.port, { credentials }), toIvan)).rejects.toThrow('the key is missing');
});

/** Says yes to everything up to DATA, and cuts the line when the body begins to pour. */
function cutAtBody() {
  let lines = 0;
  const polite = politeSmtp({ afterDot: () => {} });
  return (line: string, talk: Conversation) => {
    if (line === 'x' && ++lines === 1_000) talk.cut();
    else if (line !== 'x') polite.onLine(line, talk);
  };
}
