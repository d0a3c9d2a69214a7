import { describe, expect, it } from 'vitest';
import { parseMail } from './parse-mail.ts';
import { limits } from './parsed-mail.ts';
import { aFile, aMail, aMailOf, aMultipart, aPart, png } from './samples/build-mail.ts';

const text = (mail: { text: string }) => mail.text;

describe('an ordinary mail', () => {
  it('tells who wrote what to whom, and when', async () => {
    const mail = await parseMail(
      aMail({
        Cc: '"Doe, John" <John@Firm.Example>, Team: a@firm.example, B <b@firm.example>;, undisclosed-recipients:;',
        'Reply-To': 'Anna at home <anna@home.example>',
        'In-Reply-To': '<t-1@shop.example>',
        References: '<t-0@shop.example>\r\n <t-1@shop.example>',
        'Delivered-To': ['help@shop.example', 'support@shop.example'],
      }),
    );
    expect(mail).toMatchObject({
      messageId: 'mail-1@kunde.example',
      inReplyTo: ['t-1@shop.example'],
      references: ['t-0@shop.example', 't-1@shop.example'],
      subject: 'The lamp flickers',
      date: '2026-11-20T09:00:00.000Z',
      from: { name: 'Anna Kunde', address: 'anna@kunde.example' },
      replyTo: [{ name: 'Anna at home', address: 'anna@home.example' }],
      to: [{ name: 'Help', address: 'help@shop.example' }],
      cc: [
        { name: 'Doe, John', address: 'John@firm.example' },
        { name: '', address: 'a@firm.example' },
        { name: 'B', address: 'b@firm.example' },
      ],
      deliveredTo: ['help@shop.example', 'support@shop.example'],
      returnPath: 'anna@kunde.example',
      text: 'It flickers since Monday.',
      html: null,
      kind: 'human',
      bounce: null,
      unreadable: null,
      warnings: [],
    });
    expect(mail.headers).toContainEqual(['subject', 'The lamp flickers']);
  });

  it('shows the HTML, its pictures in place, and lists the files beside it', async () => {
    const body = aMultipart('alternative', [
      aPart('text/plain; charset=iso-8859-1', 'Gr=FC=DFe', { 'Content-Transfer-Encoding': 'quoted-printable' }),
      aPart('text/html; charset=utf-8', '<p>Grüße</p><img src="cid:lamp@kunde"><script>alert(1)</script>'),
    ]);
    const picture = aFile('lamp.png', 'image/png', png, {
      'Content-ID': '<lamp@kunde>',
      'Content-Disposition': 'inline',
    });
    const unused = aFile('logo.png', 'image/png', png, { 'Content-ID': '<logo@kunde>' });
    const bill = aFile('x', 'application/pdf', Buffer.from('%PDF-1.4'), {
      'Content-Disposition': "attachment; filename*0*=utf-8''Rechnung%20%E2; filename*1*=%84%96%201; filename*2=.pdf",
    });
    const mail = await parseMail(aMailOf(aMultipart('mixed', [aMultipart('related', [body, picture, unused]), bill])));
    expect(mail.text).toBe('Grüße');
    expect(mail.html).toBe('<p>Grüße</p><img src="cid:lamp@kunde" alt="" />');
    expect(mail.attachments).toEqual([
      { name: 'image.png', contentType: 'image/png', bytes: png, contentId: 'lamp@kunde', inline: true },
      { name: 'logo.png', contentType: 'image/png', bytes: png, contentId: 'logo@kunde', inline: false },
      {
        name: 'Rechnung № 1.pdf',
        contentType: 'application/pdf',
        bytes: Buffer.from('%PDF-1.4'),
        contentId: null,
        inline: false,
      },
    ]);
  });

  it('makes plain text of a mail that has only HTML', async () => {
    const mail = await parseMail(aMailOf(aPart('text/html; charset=utf-8', '<p>Hi,</p><ul><li>one<li>two</ul>')));
    expect(mail.text).toBe('Hi,\n\n- one\n- two');
  });

  it('shows the text when the HTML beside it is empty', async () => {
    const body = aMultipart('alternative', [aPart('text/plain', 'Hello'), aPart('text/html', '<div><br></div>')]);
    const mail = await parseMail(aMailOf(body));
    expect([mail.text, mail.html]).toEqual(['Hello', null]);
  });

  it('joins several texts, as Apple Mail and mailing lists send them', async () => {
    const parts = [
      aPart('text/plain', 'Before the picture'),
      aFile('lamp.png', 'image/png', png, { 'Content-Disposition': 'inline; filename="lamp.png"' }),
      aPart('text/html', '<b>After</b> it'),
    ];
    const mail = await parseMail(aMailOf(aMultipart('mixed', parts)));
    expect(mail.text).toBe('Before the picture\nAfter it');
    expect(mail.html).toBe('<div>Before the picture</div><br /><b>After</b> it');
    expect(mail.attachments.map((file) => [file.name, file.inline])).toEqual([['lamp.png', false]]);
  });

  it('folds the quoted history away in both forms', async () => {
    const body = aMultipart('alternative', [
      aPart('text/plain', 'Works!\n\nOn Fri, 20 Nov 2026 at 10:12, Shop <help@shop.example> wrote:\n> Try again\n'),
      aPart(
        'text/html',
        '<p>Works!</p><blockquote type="cite">Try again<img src="https://shop.example/logo.png"></blockquote>',
      ),
    ]);
    const mail = await parseMail(aMailOf(body));
    expect([mail.text, mail.html]).toEqual(['Works!', '<p>Works!</p>']);
    expect(mail.quotedText).toContain('> Try again');
    expect(mail.quotedHtml).toContain('Try again');
    expect(mail.remoteImageCount).toBe(1);
  });

  it('keeps what was forwarded in sight', async () => {
    const quoted =
      'See below\n\nFrom: Boss <boss@kunde.example>\nSent: Monday\nTo: Anna\nSubject: Lamp\n\nBuy another.\n';
    const mail = await parseMail(aMail({ Subject: 'FW: Lamp' }, quoted));
    expect(mail.text).toContain('Buy another.');
    expect((await parseMail(aMail({ Subject: 'RE: Lamp' }, quoted))).text).toBe('See below');
  });

  it('keeps what was forwarded in sight where only the thread tells: it begins with this mail', async () => {
    const block =
      'Please see below.\n\nFrom: Boss <boss@kunde.example>\nSent: Monday\nTo: Anna\nSubject: Lamp\n\nBuy another.';
    const html = `<p>Please see below.</p><div id="divRplyFwdMsg">From: Boss<br>Sent: Monday</div><p>Buy another.</p>`;
    const shown = async (headers: Record<string, string>, type: string, text: string) =>
      (await parseMail(aMail({ 'Content-Type': type, ...headers }, text))).text.replaceAll('\n\n', '\n');
    for (const [type, text] of [
      ['text/plain', block],
      ['text/html', html],
    ] as const) {
      expect(await shown({ Subject: 'Lamp' }, type, text)).toContain('Buy another.');
      expect(await shown({ Subject: 'Re: Lamp' }, type, text)).toBe('Please see below.');
      expect(await shown({ Subject: 'Lamp', References: '<1@x.example>' }, type, text)).toBe('Please see below.');
    }
  });

  it('reads flowed text as the paragraphs it was written in', async () => {
    const flowed = aPart(
      'text/plain; format=flowed; delsp=yes',
      'The lamp \nflickers.\n> It was \n> new.\n-- \nAnna\n',
    );
    expect((await parseMail(aMailOf(flowed))).text).toBe('The lampflickers.\n> It wasnew.\n-- \nAnna');
    const signed = aPart('text/plain; format=flowed', 'It flickers \nagain \n-- \nAnna\n');
    expect((await parseMail(aMailOf(signed))).text).toBe('It flickers again \n-- \nAnna');
  });
});

describe('charsets', () => {
  const body = (charset: string, bytes: Uint8Array) =>
    parseMail(aMail({ 'Content-Type': `text/plain; charset=${charset}` }, bytes));
  const bytesOf = (...codes: number[]) => Uint8Array.from(codes);

  it.each([
    ['koi8-r', bytesOf(0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4), 'Привет'],
    ['windows-1251', bytesOf(0xcf, 0xf0, 0xe8, 0xe2, 0xb3, 0xf2), 'Привіт'],
    ['cp1251', bytesOf(0xcf, 0xf0, 0xe8, 0xe2, 0xb3, 0xf2), 'Привіт'],
    ['Shift_JIS', bytesOf(0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd), 'こんにちは'],
    ['cp932', bytesOf(0x82, 0xb1), 'こ'],
    ['gb2312', bytesOf(0xc4, 0xe3, 0xba, 0xc3), '你好'],
    ['iso-8859-1', bytesOf(0x47, 0x72, 0xfc, 0xdf, 0x65), 'Grüße'],
    ['utf-16', Buffer.from('Grüße', 'utf16le'), 'Grüße'],
    ['utf-32LE', bytesOf(0x47, 0, 0, 0, 0xfc, 0, 0, 0, 0x0a, 0xf6, 1, 0), 'Gü😊'.replace('😊', '\u{1f60a}')],
    ['UTF-32', bytesOf(0, 0, 0xfe, 0xff, 0, 0, 0, 0x47), 'G'],
    ['utf-7', Buffer.from('1 +- 1 = Gr+APwA3w-e'), '1 + 1 = Grüße'],
  ])('%s is read as declared', async (charset, bytes, expected) => {
    expect(text(await body(charset, bytes))).toBe(expected);
  });

  it.each(['us-ascii', 'iso-8859-1', 'utf-16', 'x-no-such-charset', '""', 'utf-8'])(
    'UTF-8 that is labelled %s is read as UTF-8',
    async (charset) => {
      expect(text(await body(charset, Buffer.from('Grüße — вітаю')))).toBe('Grüße — вітаю');
    },
  );

  it('Windows-1252 that is labelled UTF-8 is still legible', async () => {
    expect(text(await body('utf-8', bytesOf(0x69, 0x74, 0x92, 0x73)))).toBe('it’s');
    const torn = Buffer.concat([Buffer.from('вітаю '), bytesOf(0xd0), Buffer.from(' дякую')]);
    expect(text(await body('utf-8', torn))).toBe('вітаю \ufffd дякую');
  });

  it.each(['<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', "<META charset='win-1251'/>"])(
    'HTML that says its charset itself is read so, where no header says it: %s',
    async (meta) => {
      const page = (greeting: Uint8Array) =>
        Buffer.concat([
          Buffer.from(`<html><head>${meta}</head><body><p>`),
          greeting,
          Buffer.from('</p></body></html>'),
        ]);
      const cyrillic = page(bytesOf(0xcf, 0xf0, 0xe8, 0xe2, 0xb3, 0xf2));
      for (const type of ['text/html', 'text/html; charset=us-ascii', 'text/html; charset=unknown-8bit']) {
        const mail = await parseMail(aMail({ 'Content-Type': type }, cyrillic));
        expect([mail.text, mail.html]).toEqual(['Привіт', '<p>Привіт</p>']);
        expect(text(await parseMail(aMail({ 'Content-Type': type }, page(Buffer.from('Привіт')))))).toBe('Привіт');
      }
    },
  );

  it('an unknown one is told in the warnings', async () => {
    expect((await body('x-klingon', Buffer.from('nuqneH'))).warnings).toEqual(['Unknown charset "x-klingon"']);
  });
});

describe('mails that hide or lack things', () => {
  it('F8 no Message-ID, no date, no sender: it is read, and told', async () => {
    const mail = await parseMail(aMail({ 'Message-ID': null, Date: null, From: null, Subject: null }));
    expect(mail).toMatchObject({
      messageId: null,
      date: null,
      from: null,
      subject: '',
      text: 'It flickers since Monday.',
    });
    expect(mail.warnings).toEqual(['No date', 'No Message-ID', 'No sender']);
  });

  it.each([
    ['one quote missing', { From: '"Anna Kunde <anna@kunde.example>' }, 'Anna Kunde'],
    ['a link for an address', { From: 'Anna <mailto:anna@kunde.example>' }, 'Anna'],
    ['Reply-To', { From: '<>', 'Reply-To': 'Anna <anna@kunde.example>' }, 'Anna'],
    ['Sender', { From: null, Sender: 'Anna <anna@kunde.example>' }, 'Anna'],
  ])('F8 a broken or missing From: %s tells who wrote, and nothing is proved about them', async (_, headers, name) => {
    const checked = 'mx.shop.example; dmarc=pass header.from=kunde.example';
    const mail = await parseMail(aMail({ 'Authentication-Results': checked, ...headers }));
    expect(mail).toMatchObject({ from: { name, address: 'anna@kunde.example' }, authentication: [], warnings: [] });
  });

  it('F8 a date far in the future is kept as the sender claims it', async () => {
    expect((await parseMail(aMail({ Date: 'Sat, 1 Jan 2135 00:00:00 GMT' }))).date).toBe('2135-01-01T00:00:00.000Z');
    expect((await parseMail(aMail({ Date: 'Sat, 1 Jan 212121 00:00:00 GMT' }))).date).toBe(null);
  });

  it('F18 NUL bytes and lone surrogates never reach a string', async () => {
    const mail = await parseMail(
      aMail(
        {
          Subject: '=?utf-16le?B?AAAA2EEA?= a\0b',
          From: '=?utf-8?Q?An=00na=ED=A0=80?= <an\0na@kunde.example>',
          'Content-Type': 'text/plain; charset=utf-16le',
        },
        Buffer.from([0x41, 0, 0, 0, 0, 0xd8, 0x42, 0]),
      ),
    );
    expect(mail.text).toBe('A\ufffdB');
    const strings = JSON.stringify(mail);
    expect(strings.includes('\\u0000')).toBe(false);
    expect(strings).not.toMatch(/\\ud[89a-f]/i);
  });

  it('A33 a line break smuggled into an encoded word stays one line', async () => {
    const mail = await parseMail(aMail({ Subject: '=?utf-8?Q?Hi=0D=0ABcc:_spy@evil.example?=' }));
    expect(mail.subject).toBe('Hi Bcc: spy@evil.example');
    expect(mail.bcc).toEqual([]);
  });

  it.each([
    ['"a b"@kunde.example'],
    ['"anna\r\n Bcc: x"@kunde.example'],
    ['=?utf-8?Q?anna=40kunde.example=0D=0ABcc:x?='],
    ['<@relay.example:anna>'],
    ['anna@kunde..example'],
    ['anna@'],
  ])('A33 %s is no sender to answer to', async (from) => {
    expect((await parseMail(aMail({ From: from }))).from).toBe(null);
  });

  it('A25 names of files lose path, controls and tricks, and keep their extension', async () => {
    const names = [
      '../../etc/passwd',
      'C:\\temp\\bill.pdf',
      'gpj.\u202eexe',
      'a\0b\r\nc.txt',
      '\u200b',
      `${'x'.repeat(5_000)}.pdf`,
      '.htaccess',
    ];
    const files = names.map((name) =>
      aFile('', 'application/octet-stream', png, {
        'Content-Disposition': `attachment; filename*=utf-8''${encodeURIComponent(name)}`,
      }),
    );
    const mail = await parseMail(aMailOf(aMultipart('mixed', files)));
    const found = mail.attachments.map((file) => file.name);
    expect(found.slice(0, 5)).toEqual(['passwd', 'bill.pdf', 'gpj.exe', 'a b c.txt', 'attachment.bin']);
    expect(found[5]).toHaveLength(limits.attachmentNameLengthMax);
    expect(found[5]).toMatch(/x\.pdf$/);
    expect(found[6]).toBe('htaccess');
  });

  it('finds parts although the boundary is not declared, is another one, never ends, or never comes', async () => {
    const undeclared = aMail(
      { 'Content-Type': 'multipart/mixed' },
      '--abc\nContent-Type: text/plain\n\nHello\n--abc--\n',
    );
    expect(text(await parseMail(undeclared))).toBe('Hello');
    const renamed = aMail(
      { 'Content-Type': 'multipart/mixed; boundary=yy' },
      '--xx\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\nSGVsbG8=\n--xx\nContent-Type: application/pdf\n\nx\n--xx--\n',
    );
    const found = await parseMail(renamed);
    expect([found.text, found.attachments.length]).toEqual(['Hello', 1]);
    expect(found.warnings).toEqual(['A multipart of another boundary than it names']);
    const signed = aMail({ 'Content-Type': 'multipart/mixed; boundary=yy' }, 'Hello\n--me\nAnna');
    expect(text(await parseMail(signed))).toBe('Hello\n--me\nAnna');
    const endless = aMail(
      { 'Content-Type': 'multipart/mixed; boundary=b' },
      '--b\nContent-Type: text/html\n\n<b>Hello',
    );
    expect(text(await parseMail(endless))).toBe('Hello');
    const missing = await parseMail(aMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, 'Hello there'));
    expect([missing.text, missing.warnings]).toEqual(['Hello there', ['A multipart whose parts could not be found']]);
  });

  it('reads a part that ends where the outer one ends, and boundaries that begin alike', async () => {
    const nested =
      '--b\nContent-Type: multipart/alternative; boundary=bb\n\n--bb\n\nInner\n--b\nContent-Type: text/plain\n\nOuter\n--b--\nepilogue\n';
    expect(text(await parseMail(aMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, nested)))).toBe(
      'Inner\nOuter',
    );
  });

  it('a content type without its semicolon, or without sense, is still text', async () => {
    expect(text(await parseMail(aMail({ 'Content-Type': 'text/plain charset=koi8-r' }, Buffer.from([0xf0]))))).toBe(
      'П',
    );
    expect(text(await parseMail(aMail({ 'Content-Type': 'text' })))).toBe('It flickers since Monday.');
  });

  it('bytes that are no mail at all are its text', async () => {
    expect(text(await parseMail(Buffer.from('just some words\nand more')))).toBe('just some words\nand more');
    expect(text(await parseMail(new Uint8Array()))).toBe('');
  });

  it('a mailbox file\'s "From " line is no header', async () => {
    const mail = await parseMail(Buffer.concat([Buffer.from('From anna Fri Nov 20 10:00:00 2026\r\n'), aMail()]));
    expect([mail.subject, mail.text]).toEqual(['The lamp flickers', 'It flickers since Monday.']);
  });
});

describe('what is kept as a file', () => {
  const uuencoded = 'begin 644 cat.txt\n#0V%T\n`\nend\n';

  it('F18 uuencoded files leave the text', async () => {
    const mail = await parseMail(aMail({}, `See here:\n${uuencoded}Bye\n`));
    expect(mail.text).toBe('See here:\nBye');
    expect(mail.attachments).toMatchObject([{ name: 'cat.txt', bytes: Buffer.from('Cat') }]);
  });

  it('a sentence that begins like uuencode stays', async () => {
    expect(text(await parseMail(aMail({}, 'begin 644 times\nthen go on\nend\n')))).toBe(
      'begin 644 times\nthen go on\nend',
    );
    expect(text(await parseMail(aMail({}, 'begin 644 cat.txt\n#0V%T\n')))).toBe('begin 644 cat.txt\n#0V%T');
  });

  it('an x-uuencode part is decoded', async () => {
    const part = aPart('image/png; name=cat.txt', uuencoded, { 'Content-Transfer-Encoding': 'x-uuencode' });
    const mail = await parseMail(aMailOf(aMultipart('mixed', [aPart('text/plain', 'Hi'), part])));
    expect(mail.attachments).toMatchObject([{ name: 'cat.txt', bytes: Buffer.from('Cat') }]);
  });

  it('pictures written into the HTML become inline files, each once', async () => {
    const image = `<img src="data:image/png;base64,${png.toString('base64')}">`;
    const mail = await parseMail(aMailOf(aPart('text/html', `<p>Look</p>${image}${image}`)));
    expect(mail.html).toBe('<p>Look</p><img src="cid:embedded-1" alt="" /><img src="cid:embedded-1" alt="" />');
    expect(mail.attachments).toEqual([
      { name: 'image-1.png', contentType: 'image/png', bytes: png, contentId: 'embedded-1', inline: true },
    ]);
  });

  it('a forwarded mail is an .eml named after its subject, byte for byte', async () => {
    const inner = 'From: x@y.example\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= / 1\r\n\r\nInner  \r\n';
    const mail = await parseMail(
      aMailOf(aMultipart('mixed', [aPart('text/plain', 'Outer'), aPart('message/rfc822', inner)])),
    );
    expect(mail.text).toBe('Outer');
    expect(mail.attachments.map((file) => [file.name, Buffer.from(file.bytes).toString()])).toEqual([
      ['Grüße - 1.eml', inner],
    ]);
  });

  it('S/MIME, PGP/MIME, winmail.dat and invitations keep their parts', async () => {
    const parts = async (content: Parameters<typeof aMailOf>[0]) => {
      const mail = await parseMail(aMailOf(content));
      return [mail.text, mail.attachments.map((file) => file.name), mail.unreadable, mail.warnings];
    };
    const signature = aPart('application/pkcs7-signature', 'AAAA', { 'Content-Transfer-Encoding': 'base64' });
    expect(await parts(aMultipart('signed', [aPart('text/plain', 'Hi'), signature]))).toEqual([
      'Hi',
      ['smime.p7s'],
      null,
      [],
    ]);
    const encrypted = [
      aPart('application/pgp-encrypted', 'Version: 1'),
      aPart('application/octet-stream; name=encrypted.asc', 'x'),
    ];
    expect(await parts(aMultipart('encrypted', encrypted))).toEqual([
      '',
      ['pgp-version.txt', 'encrypted.asc'],
      'pgp',
      ['Encrypted with PGP: the message is in the attachments'],
    ]);
    expect(await parts(aPart('application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m', 'AAAA'))).toEqual([
      '',
      ['smime.p7m'],
      'smime',
      ['Encrypted with S/MIME: the message is in the attachments'],
    ]);
    const tnef = aFile('winmail.dat', 'application/ms-tnef', Buffer.from([0x78, 0x9f, 0x3e, 0x22]));
    const packed = await parts(aMultipart('mixed', [aPart('text/plain', 'Hi'), tnef]));
    expect([packed[1], packed[2]]).toEqual([['winmail.dat'], 'tnef']);
    const invitation = aMultipart('alternative', [
      aPart('text/plain', 'Come'),
      aPart('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR'),
    ]);
    expect(await parts(invitation)).toEqual(['Come', ['invite.ics'], null, []]);
  });

  it('a letter that is signed around its content is told as unreadable, a signed file beside a text is not', async () => {
    const signed = aPart('application/pkcs7-mime; smime-type=signed-data; name=smime.p7m', 'AAAA');
    expect((await parseMail(aMailOf(signed))).unreadable).toBe('signed');
    expect((await parseMail(aMailOf(aMultipart('mixed', [signed])))).unreadable).toBe('signed');
    const beside = await parseMail(aMailOf(aMultipart('mixed', [aPart('text/plain', 'The contract'), signed])));
    expect([beside.text, beside.unreadable]).toEqual(['The contract', null]);
  });

  it('a text that is too long is shown as far as it goes and attached whole', async () => {
    const long = 'Lamp. '.repeat(limits.textLengthMax / 5);
    const mail = await parseMail(aMail({}, long));
    expect(mail.text.length).toBeLessThanOrEqual(limits.textLengthMax);
    expect(mail.attachments.map((file) => [file.name, file.bytes.length])).toEqual([['text.txt', long.length]]);
    expect(mail.warnings).toEqual(['The text is too long: the whole of it is attached']);
    expect(mail.unreadable).toBe('text');
  });

  it('many texts share one limit', async () => {
    const parts = Array.from({ length: 3 }, () => aPart('text/plain', 'x'.repeat(limits.textLengthMax / 2 - 10)));
    const mail = await parseMail(aMailOf(aMultipart('mixed', parts)));
    expect(mail.attachments).toHaveLength(1);
  });
});

describe('what the receiving server found out', () => {
  it('A34 each Authentication-Results header is read in order, and nothing quoted or commented counts', async () => {
    const mail = await parseMail(
      aMail({
        'Authentication-Results': [
          'mx.shop.example; dkim=fail header.d=evil.example; dkim=pass (2048 bit; good) header.d=kunde.example\r\n header.s=s1; spf=softfail smtp.mailfrom=anna@Kunde.Example; dmarc=pass (p=none) header.from=kunde.example',
          'mx.shop.example; spf=fail reason="dmarc=pass header.from=bank.example" smtp.mailfrom=x@evil.example; dmarc=fail (dmarc=pass header.from=bank.example) header.from=evil.example',
          'evil.example 1; dmarc=pass header.from=bank.example',
          'none',
        ],
      }),
    );
    expect(mail.authentication).toEqual([
      {
        authservId: 'mx.shop.example',
        spf: 'softfail',
        spfDomain: 'kunde.example',
        dkim: 'pass',
        dkimDomains: ['kunde.example'],
        dmarc: 'pass',
        dmarcFromDomain: 'kunde.example',
      },
      expect.objectContaining({
        spf: 'fail',
        spfDomain: 'evil.example',
        dmarc: 'fail',
        dmarcFromDomain: 'evil.example',
      }),
      expect.objectContaining({ authservId: 'evil.example', dmarc: 'pass' }),
      expect.objectContaining({ authservId: 'none', dmarc: null }),
    ]);
  });

  it('an empty Return-Path is told from a missing one', async () => {
    expect((await parseMail(aMail({ 'Return-Path': '<>' }))).returnPath).toBe('');
    expect((await parseMail(aMail({ 'Return-Path': null }))).returnPath).toBe(null);
  });
});
