import { describe, expect, it } from 'vitest';
import { cleanAddress, readAddresses } from './mail-addresses.ts';
import { readMailDate } from './mail-date.ts';
import { readMessageIds } from './mail-identifiers.ts';
import { decodeHeaderText, firstHeader, readHeaderFields, readStructuredHeader } from './mime-header.ts';
import { parseMail } from './parse-mail.ts';
import { limits } from './parsed-mail.ts';

describe('dates', () => {
  it.each([
    ['Fri, 20 Nov 2026 10:12:30 +0100', '2026-11-20T09:12:30.000Z'],
    ['20 Nov 2026 10:12 -0230 (some comment)', '2026-11-20T12:42:00.000Z'],
    ['Fri, 20 Nov 2026 10:12:30', '2026-11-20T10:12:30.000Z'],
    ['Fri, 20 Nov 26 10:12:30 EST', '2026-11-20T15:12:30.000Z'],
    ['Fri, 20 Nov 1998 10:12:30 GMT', '1998-11-20T10:12:30.000Z'],
    ['Fri, 20-Nov-2026 10:12:30 +0000', '2026-11-20T10:12:30.000Z'],
    ['2026-11-20T10:12:30+01:00', '2026-11-20T09:12:30.000Z'],
    ['2026-11-20 10:12:30', '2026-11-20T10:12:30.000Z'],
    ['Fri, 20 Nov 9999 10:12:30 +0000', '9999-11-20T10:12:30.000Z'],
    ['Fri, 20 Foo 2026 10:12:30 +0000', null],
    ['yesterday', null],
    ['', null],
    [null, null],
  ])('%s', (header, iso) => {
    expect(readMailDate(header)).toBe(iso);
  });
});

describe('addresses', () => {
  it.each([
    ['Anna@Kunde.Example', 'Anna@kunde.example'],
    ['<anna@kunde.example>', 'anna@kunde.example'],
    ['anna+tag@mail.kunde.example', 'anna+tag@mail.kunde.example'],
    ['anna@bücher.example', 'anna@xn--bcher-kva.example'],
    ['андрій@приклад.укр', 'андрій@xn--80aikifvh.xn--j1amh'],
    ['root@localhost', 'root@localhost'],
    ['anna', null],
    ['@kunde.example', null],
    ['anna@', null],
    ['anna@kunde.example\nBcc: x', null],
    ['anna @kunde.example', null],
    ['"anna"@kunde.example', null],
    ['an\0na@kunde.example', null],
    ['a,b@kunde.example', null],
    ['anna\u202e@kunde.example', null],
    ['anna@kunde..example', null],
    ['anna@-kunde.example', null],
    [`${'a'.repeat(400)}@kunde.example`, null],
  ])('%j', (written, clean) => {
    expect(cleanAddress(written)).toBe(clean);
  });

  it('names are decoded and lose what hides or turns them', () => {
    const [one] = readAddresses(['=?utf-8?Q?=E2=80=AEExample?= <a@b.example>']);
    expect(one).toEqual({ name: 'Example', address: 'a@b.example' });
  });

  it('each once, from all headers, and not without end', () => {
    expect(readAddresses(['a@b.example, A <a@B.example>', 'c@d.example'])).toHaveLength(2);
    const many = Array.from({ length: 2_000 }, (_, at) => `a${at}@b.example`).join(', ');
    expect(readAddresses([many])).toHaveLength(limits.addressesMax);
  });
});

describe('message ids', () => {
  it.each([
    [['<a@b>'], ['a@b']],
    [['<a@b> <c@d>\t<a@b>'], ['a@b', 'c@d']],
    [['a@b'], ['a@b']],
    [['"Anna" of Friday, <a@b>'], ['a@b']],
    [['<a b@c>'], ['ab@c']],
    [['no id'], []],
    [[`<${'x'.repeat(2_000)}@y>`], []],
  ])('%j', (headers, ids) => {
    expect(readMessageIds(headers)).toEqual(ids);
  });

  it('of a thread without end the first and the latest are kept', () => {
    const ids = readMessageIds([Array.from({ length: 500 }, (_, at) => `<${at}@x>`).join(' ')]);
    expect(ids).toHaveLength(limits.messageIdsMax);
    expect([ids[0], ids.at(-1)]).toEqual(['0@x', '499@x']);
  });
});

describe('headers of raw 8-bit bytes', () => {
  /** Privit in Windows-1251 and in KOI8-U. */
  const windows = Buffer.from('cff0e8e2b3f2', 'hex');
  const koi = Buffer.from('f0d2c9d7a6d4', 'hex');
  const letter = (...pieces: (string | Uint8Array)[]) =>
    parseMail(Buffer.concat(pieces.map((piece) => Buffer.from(piece as Uint8Array))));

  it.each([
    ['windows-1251', windows],
    ['koi8-u', koi],
    ['utf-8', Buffer.from('Привіт')],
    ['windows-1251', Buffer.from('Привіт')],
  ])('are read in the charset that the letter names: %s', async (charset, word) => {
    const type = `Content-Type: text/plain;\r\n charset="${charset}"\r\n`;
    const mail = await letter('Subject: ', word, '\r\nFrom: ', word, ' <anna@kunde.example>\r\n', type);
    expect([mail.subject, mail.from?.name]).toEqual(['Привіт', 'Привіт']);
  });

  it('are read in the charset of the text where the letter consists of parts, file names too', async () => {
    const mail = await letter(
      ...['Subject: ', windows, '\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'],
      ...['Content-Type: text/plain; charset=windows-1251\r\n\r\n', windows, '\r\n--b\r\n'],
      ...['Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="', windows, '.pdf"\r\n\r\nx'],
      '\r\n--b--\r\n',
    );
    expect([mail.subject, mail.attachments[0]?.name]).toEqual(['Привіт', 'Привіт.pdf']);
  });

  it('spoil no header beside them', () => {
    const long = Buffer.concat(Array.from({ length: 20 }, () => windows));
    const block = ['Subject: ', long, '\r\nFrom: Ілля <i@kunde.example>\r\nTo: ', Buffer.from('Gr\xfc\xdfe', 'latin1')];
    const fields = readHeaderFields(Buffer.concat(block.map((piece) => Buffer.from(piece as Uint8Array))));
    expect(firstHeader(fields, 'from')).toBe('Ілля <i@kunde.example>');
    expect(firstHeader(fields, 'to')).toBe('Grüße');
  });
});

describe('encoded words', () => {
  const bytes = Buffer.from('Привіт усім');
  const b = (part: Uint8Array) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`;
  const q = (part: Uint8Array) => `=?utf-8*uk?q?${Buffer.from(part).toString('hex').replace(/../g, '=$&')}?=`;

  const cutBase64 = (all: Buffer) =>
    (all.toString('base64').match(/.{1,11}/g) ?? []).map((part) => `=?UTF-8?B?${part}?=`).join(' ');

  it.each([
    ['base64 with padding', `${b(bytes.subarray(0, 7))} ${b(bytes.subarray(7))}`],
    ['without a space between', `${b(bytes.subarray(0, 7))}${b(bytes.subarray(7))}`],
    ['of either encoding', `${b(bytes.subarray(0, 7))}\t${q(bytes.subarray(7, 11))} ${b(bytes.subarray(11))}`],
    [
      'base64 that lacks its padding',
      `${b(bytes.subarray(0, 7))} ${b(bytes.subarray(7))}`.replaceAll('=?=', '?=').replaceAll('=?=', '?='),
    ],
    ['spelt differently', `${q(bytes.subarray(0, 7))} ${q(bytes.subarray(7)).toUpperCase()}`],
    ['of base64 between its groups of four', cutBase64(bytes)],
    ['in charsets of odd names', `=?win-1251?B?z/Do4g==?= =?x-unknown?B?${bytes.subarray(8).toString('base64')}?=`],
  ])('cut in the middle of a character, or %s, lose nothing', (_, words) => {
    expect(decodeHeaderText(`Re: ${words} =?`, 100)).toBe('Re: Привіт усім =?');
    const written = `${words} <a@b.example>, "${words}" <c@d.example>`;
    expect(readAddresses([written]).map(({ name, address }) => [name, address])).toEqual([
      ['Привіт усім', 'a@b.example'],
      ['Привіт усім', 'c@d.example'],
    ]);
  });

  it('of base64 without padding whose lengths happen to add up are read one by one', () => {
    expect(decodeHeaderText('=?utf-8?B?YWJjZA?= =?utf-8?B?ZWZnaA?=', 100)).toBe('abcdefgh');
    const three = ['Reclama', 'tion xr1', 'egarding'].map((part) => b(Buffer.from(part)).replace(/=*\?=$/, '?='));
    expect(decodeHeaderText(three.join(' '), 100)).toBe('Reclamation xr1egarding');
  });

  it('make no addresses of names, and hide none', () => {
    const name = Buffer.from('boss@bank.example, "x" <y@z.example>').toString('base64');
    expect(readAddresses([`=?utf-8?B?${name}?= <a@b.example>`]).map((one) => one.address)).toEqual(['a@b.example']);
    const torn = '=?utf-8?Q?x <a@b.example>, y?= <c@d.example>';
    expect(readAddresses([torn]).map((one) => one.address)).toEqual(['a@b.example', 'c@d.example']);
  });
});

describe('parameters of a header', () => {
  it.each([
    ['text/plain; charset="utf-8"; x', 'text/plain', { charset: 'utf-8' }],
    ['Text/HTML;CHARSET=UTF-8 (comment; with=this)', 'text/html', { charset: 'UTF-8' }],
    ['attachment; filename="a;b\\"c.txt"', 'attachment', { filename: 'a;b"c.txt' }],
    ["attachment; filename*=koi8-r''%F0%D2", 'attachment', { filename: 'Пр' }],
    [
      "attachment; filename=old; filename*0*=utf-8'uk'%D0; filename*1*=%9F; filename*2=%41",
      'attachment',
      { filename: 'П%41' },
    ],
    ['attachment; filename*1=b; filename*0=a', 'attachment', { filename: 'ab' }],
    ['', '', {}],
  ])('%s', (header, value, parameters) => {
    const read = readStructuredHeader(header);
    expect([read.value, Object.fromEntries(read.parameters)]).toEqual([value, parameters]);
  });
});
