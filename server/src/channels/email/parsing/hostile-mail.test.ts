import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createMailParser } from './mail-parser.ts';
import { parseMail } from './parse-mail.ts';
import { limits, type ParsedMail } from './parsed-mail.ts';
import { aMail, inLines } from './samples/build-mail.ts';
import { htmlAttacks } from './samples/html-attacks.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Of a processor that others may use as well: what grows with the square takes minutes. */
const secondsMax = 10;
/** With what is not collected yet. */
const megabytesMoreMax = 240;
const parser = createMailParser({ timeoutSeconds: 50 });

afterAll(() => parser.close());

const text = (body: string) => aMail({ 'Content-Type': 'text/plain; charset=utf-8' }, Buffer.from(body));
const html = (body: string) => aMail({ 'Content-Type': 'text/html; charset=utf-8' }, Buffer.from(body));

const nested = (type: (level: number) => string, before: (level: number) => string) =>
  Array.from({ length: 1_000 }, (_, level) => `Content-Type: ${type(level)}\r\n\r\n${before(level)}`).join('');

const megabytes = 1_000_000;

/** Mails made to exhaust: each with what must still be found in it. */
const bombs: { name: string; raw: () => Buffer; finds?: (mail: ParsedMail) => void }[] = [
  {
    name: '1,000 levels of multipart',
    raw: () =>
      Buffer.from(
        `Subject: deep\r\n${nested(
          (at) => `multipart/mixed; boundary=b${at}`,
          (at) => `--b${at}\r\n`,
        )}\r\n\r\nhi`,
      ),
    finds: (mail) => expect(mail.attachments.map((file) => file.name)).toEqual(['part.eml']),
  },
  {
    name: '1,000 levels of forwarded mails',
    raw: () =>
      Buffer.from(
        `Subject: deep\r\n${nested(
          () => 'message/rfc822',
          () => '',
        )}\r\n\r\nhi`,
      ),
    finds: (mail) => expect(mail.attachments).toHaveLength(1),
  },
  {
    name: '100,000 headers',
    raw: () => aMail({ 'X-Many': Array(100_000).fill('x'.repeat(20)), Subject: 'found' }),
    finds: (mail) => expect([mail.text, mail.headers.length]).toEqual(['It flickers since Monday.', limits.headersMax]),
  },
  {
    name: '10,000 parts',
    raw: () => aMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, `${'--b\n\nhi\n'.repeat(10_000)}--b--`),
    finds: (mail) => {
      expect(mail.warnings).toEqual([`More than ${limits.partsMax} parts: the rest was left out`]);
      expect(mail.unreadable).toBe('parts');
    },
  },
  {
    name: '10,000 parts that are files',
    raw: () =>
      aMail(
        { 'Content-Type': 'multipart/mixed; boundary=b' },
        `${'--b\nContent-Type: a/b\n\nhi\n'.repeat(10_000)}--b--`,
      ),
    finds: (mail) => expect(mail.attachments.length).toBeLessThan(limits.partsMax),
  },
  {
    name: '6,000 links',
    raw: () => html('<a href="https://x.example/?a=1">x</a> '.repeat(6_000)),
    finds: (mail) => expect(mail.html?.match(/href/g)).toHaveLength(limits.linksMax),
  },
  {
    name: '60 MB of base64',
    raw: () =>
      aMail(
        { 'Content-Type': 'application/pdf', 'Content-Transfer-Encoding': 'base64' },
        Buffer.from(inLines(Buffer.alloc(45 * megabytes, 7).toString('base64'))),
      ),
    finds: (mail) => expect(mail.attachments[0]?.bytes.length).toBe(45 * megabytes),
  },
  {
    name: '60 MB of text',
    raw: () => text('It flickers since Monday, all day.\r\n'.repeat((60 * megabytes) / 36)),
    finds: (mail) => expect([mail.text.length <= limits.textLengthMax, mail.attachments.length]).toEqual([true, 1]),
  },
  { name: '60 MB of line breaks', raw: () => text('\r\n'.repeat(30 * megabytes)) },
  { name: '60 MB of HTML', raw: () => html('<p>It <b>flickers</b></p>'.repeat((60 * megabytes) / 24)) },
  {
    name: '50 MB of uuencode',
    raw: () => text(`begin 644 x.bin\n${`M${'0'.repeat(60)}\n`.repeat(800_000)}\`\nend\n`),
    finds: (mail) => expect(mail.attachments.map((file) => file.name)).toEqual(['x.bin']),
  },
  {
    name: 'UTF-32',
    raw: () =>
      aMail(
        { 'Content-Type': 'text/plain; charset=utf-32LE' },
        Buffer.alloc(8 * megabytes, Buffer.from([0x11, 4, 0, 0])),
      ),
    finds: (mail) => expect(mail.text.startsWith('ББ')).toBe(true),
  },
  {
    name: 'TNEF that says it is enormous',
    raw: () =>
      aMail(
        { 'Content-Type': 'application/ms-tnef; name=winmail.dat' },
        Buffer.concat([Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]), Buffer.alloc(1_000, 0xff)]),
      ),
    finds: (mail) => expect(mail.attachments.map((file) => file.name)).toEqual(['winmail.dat']),
  },
  {
    name: 'boundaries that look alike',
    raw: () =>
      aMail(
        { 'Content-Type': `multipart/mixed; boundary="${'-'.repeat(60)}"` },
        Buffer.from('--\r\n'.repeat(2 * megabytes)),
      ),
  },
  { name: 'a header folded 400,000 times', raw: () => aMail({ 'X-Fold': `a${'\r\n b'.repeat(400_000)}` }) },
  {
    name: 'encoded words without end',
    raw: () => aMail({ Subject: '=?utf-8?q?a?= '.repeat(20_000), 'X-More': '=?'.repeat(200_000) }),
  },
  {
    name: 'a recipient list without end',
    raw: () => aMail({ Cc: 'a:'.repeat(90_000), Bcc: '"a" <('.repeat(50_000), 'Reply-To': '('.repeat(150_000) }),
  },
  { name: 'parameters without end', raw: () => aMail({ 'Content-Type': `text/plain;${' a*1*=;'.repeat(40_000)}` }) },
  {
    name: 'references without end',
    raw: () => aMail({ References: '<a@b> <'.repeat(40_000), 'In-Reply-To': '<'.repeat(150_000) }),
  },
  {
    name: 'authentication results without end',
    raw: () => aMail({ 'Authentication-Results': Array(100).fill(`x; ${'a='.repeat(5_000)}${'('.repeat(5_000)}`) }),
  },
  { name: '200,000 open elements', raw: () => html('<div>'.repeat(200_000)) },
  {
    name: 'elements that are closed but were never open',
    raw: () => html(`${'<b>'.repeat(150_000)}${'</z>'.repeat(100_000)}`),
  },
  { name: 'a list of 150,000', raw: () => html(`<ol>${'<li>a'.repeat(150_000)}`) },
  { name: 'brackets', raw: () => html('<'.repeat(900_000)) },
  { name: 'introductions without a quote', raw: () => text('On 20/11/2026 10:12 a@b.example wrote:\n'.repeat(25_000)) },
  { name: 'header blocks without end', raw: () => text('From: a@b.example\nSent: x\n'.repeat(40_000)) },
  { name: 'quotes and answers without end', raw: () => text('> a\nb\n'.repeat(150_000)) },
  { name: 'one line of quote marks', raw: () => text('>'.repeat(900_000)) },
  {
    name: 'a delivery report about 100,000',
    raw: () =>
      aMail(
        { 'Content-Type': 'multipart/report; boundary=b' },
        `--b\nContent-Type: message/delivery-status\n\n${'\n\nFinal-Recipient: rfc822; a@b.example\nAction: failed\n'.repeat(100_000)}\n--b--`,
      ),
  },
  {
    name: 'words of a bounce without end',
    raw: () =>
      aMail(
        { 'Return-Path': '<>', From: 'mailer-daemon@x.example', Subject: 'failure notice' },
        'a@b.example: 550 5.1.1\n\n'.repeat(40_000),
      ),
  },
];

describe('A37 a mail made to exhaust costs little, and the next one is read', () => {
  it.each(bombs)('$name', async ({ raw, finds }) => {
    const bytes = raw();
    const memory = process.memoryUsage.rss();
    const before = process.cpuUsage();
    const outcome = await parser.parse(bytes);
    const { user, system } = process.cpuUsage(before);
    expect(outcome).toMatchObject({ outcome: 'parsed' });
    expect((user + system) / megabytes).toBeLessThan(secondsMax);
    expect((process.memoryUsage.rss() - memory) / megabytes).toBeLessThan(megabytesMoreMax);
    if (outcome.outcome === 'parsed') {
      finds?.(outcome.mail);
      expectFitForStorage(outcome.mail);
    }
    expect(await parser.parse(aMail({ Subject: 'The next one' }))).toMatchObject({ mail: { subject: 'The next one' } });
  });
});

describe('A40 no header, text or HTML takes long, whatever is repeated in it', () => {
  const pumps = [
    ' ',
    '\t',
    'a',
    '-',
    '>',
    '<',
    '"',
    "'",
    '(',
    ')',
    ':',
    ';',
    '=',
    '?',
    '@',
    '&',
    '*',
    '_',
    '.',
    ',',
    '/',
    '%',
    '!',
    '#',
    '[',
    '1',
    'é',
  ];
  const longer = [
    '=?',
    '?=',
    '--',
    'a@',
    'a.',
    '> ',
    ' \n',
    '\n',
    '>\n',
    ': ',
    '; ',
    '="',
    "''",
    'a=b ',
    '\\"',
    '!important',
    'rgb(',
    'url(',
    '&#',
    '&amp',
    '<a',
    '</',
    '<!',
    '1:1',
    '20.11.',
    'a:a;',
  ];

  it.each([...pumps, ...longer].map((pump) => ({ pump, named: JSON.stringify(pump) })))('$named', async ({ pump }) => {
    const line = `${pump.replaceAll('\n', '\r\n ').repeat(50_000 / pump.length)}x`;
    const body = `${pump.repeat(50_000 / pump.length)}x`;
    const names = [
      'Subject',
      'From',
      'Cc',
      'Reply-To',
      'Date',
      'Message-ID',
      'References',
      'Authentication-Results',
      'Return-Path',
      'Auto-Submitted',
      'X-Auto-Response-Suppress',
      'List-Id',
      'Content-Disposition',
    ];
    const headers = Object.fromEntries(names.map((name) => [name, line]));
    const markup = `<p title="${body}" style="${body}">${body}<a href="${body}">${body}</a><img src="${body}" style="${body}"><pre>${body}</pre></p>${body}`;
    const before = process.cpuUsage();
    await parseMail(
      aMail({ ...headers, 'Content-Disposition': null, 'Content-Type': `text/plain; charset="${line}"` }, body),
    );
    await parseMail(aMail({ ...headers, 'Content-Type': `text/html; name="${line}"; ${line}` }, `${markup}${body}`));
    await parseMail(
      aMail(
        { 'Return-Path': '<>', Subject: 'failure notice', 'Content-Type': `multipart/report; boundary=${line}` },
        body,
      ),
    );
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000 * secondsMax);
  });
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** What a PostgreSQL text column takes, within the limits, in every string of the mail. */
function expectFitForStorage(mail: ParsedMail): void {
  const { attachments, ...rest } = mail;
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (controls.test(value) || !value.isWellFormed()) expect.fail(`unfit: ${JSON.stringify(value.slice(0, 100))}`);
    } else if (value !== null && typeof value === 'object') Object.values(value).forEach(visit);
  };
  visit(rest);
  visit(attachments.map(({ bytes, ...file }) => file));
  expect(mail.text.length).toBeLessThanOrEqual(limits.textLengthMax);
  expect(mail.subject.length).toBeLessThanOrEqual(limits.subjectLengthMax);
  expect(mail.attachments.every((file) => file.name !== '' && file.name.length <= limits.attachmentNameLengthMax)).toBe(
    true,
  );
}

describe('A40 whatever the bytes', () => {
  const charset = fc.constantFrom(
    'utf-8',
    'utf-16',
    'utf-32',
    'utf-7',
    'koi8-r',
    'iso-2022-jp',
    'gb18030',
    'x',
    '"',
    '',
  );
  const encoding = fc.constantFrom('base64', 'quoted-printable', '7bit', 'x-uuencode', 'x');
  const header = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(
          'From',
          'To',
          'Subject',
          'Date',
          'Message-ID',
          'References',
          'Return-Path',
          'Authentication-Results',
        ),
        fc.string({ unit: 'binary' }),
      )
      .map(([name, value]) => `${name}: ${value}`),
    fc
      .tuple(charset, fc.string())
      .map(([set, value]) => `Subject: =?${set}?${value.length % 2 ? 'Q' : 'B'}?${value}?=`),
    fc
      .tuple(
        fc.constantFrom(
          'text/plain',
          'text/html',
          'multipart/mixed; boundary=b',
          'multipart/alternative; boundary=b',
          'multipart/report; boundary=b',
          'message/rfc822',
          'message/delivery-status',
        ),
        charset,
      )
      .map(([type, set]) => `Content-Type: ${type}; charset=${set}`),
    encoding.map((value) => `Content-Transfer-Encoding: ${value}`),
    fc.string({ unit: 'binary' }),
  );
  const body = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\r\n',
      '--b\r\n',
      '--b--\r\n',
      '\r\n\r\n',
      '> x\r\n',
      'begin 644 x\r\n',
      'end\r\n',
      '##- x -##\r\n',
      '\ud800',
      '\0',
      '=\r\n',
      '=41',
    ),
    fc.constantFrom(...htmlAttacks),
    header,
  );
  const mail = fc
    .tuple(fc.array(header, { maxLength: 6 }), fc.array(body, { maxLength: 12 }))
    .map(([headers, pieces]) => Buffer.from(`${headers.join('\r\n')}\r\n\r\n${pieces.join('')}`));

  it('a mail is parsed, fit to be stored, and says its text when there is one', async () => {
    await fc.assert(
      fc.asyncProperty(mail, async (raw) => expectFitForStorage(await parseMail(raw))),
      { numRuns: 1_000 },
    );
  });

  it('random bytes are parsed too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (raw) => expectFitForStorage(await parseMail(raw))),
      { numRuns: 1_000 },
    );
  });

  it('parsing is the same each time', async () => {
    await fc.assert(
      fc.asyncProperty(mail, async (raw) => {
        expect(await parseMail(raw)).toEqual(await parseMail(raw));
      }),
      { numRuns: 100 },
    );
  });
});
