import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { composeMail, type MailToCompose } from './compose-mail.ts';

function aReply(changes: Partial<MailToCompose> = {}): MailToCompose {
  return {
    from: { name: 'Shop Support', address: 'support@shop.test' },
    to: [{ name: 'Ivan', address: 'ivan@customer.test' }],
    subject: 'Re: Where is my parcel?',
    messageId: '<42.7f3a@shop.test>',
    date: new Date('2026-11-20T10:00:00Z'),
    html: '<p>It is on its way.</p>',
    text: 'It is on its way.',
    ...changes,
  };
}

const headersOf = (raw: Buffer) =>
  raw
    .toString('latin1')
    .split('\r\n\r\n')[0]
    ?.replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n') ?? [];
const named = (raw: Buffer, name: string) =>
  headersOf(raw).filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));

describe('a reply', () => {
  test('says who, to whom, about what, and where it belongs', async () => {
    const raw = await composeMail(
      aReply({
        cc: [{ address: 'olena@customer.test' }],
        replyTo: [{ name: 'Shop Support', address: 'support+t42.sig@shop.test' }],
        inReplyTo: '<1@customer.test>',
        references: ['<0@customer.test>', '<1@customer.test>'],
      }),
    );
    const mail = await PostalMime.parse(raw);
    expect(mail).toMatchObject({
      from: { name: 'Shop Support', address: 'support@shop.test' },
      to: [{ name: 'Ivan', address: 'ivan@customer.test' }],
      cc: [{ address: 'olena@customer.test' }],
      replyTo: [{ address: 'support+t42.sig@shop.test' }],
      subject: 'Re: Where is my parcel?',
      messageId: '<42.7f3a@shop.test>',
      inReplyTo: '<1@customer.test>',
      references: '<0@customer.test> <1@customer.test>',
      text: 'It is on its way.\n',
      html: '<p>It is on its way.</p>\n',
    });
    expect(named(raw, 'Date')).toEqual(['Date: Fri, 20 Nov 2026 10:00:00 +0000']);
    expect(named(raw, 'Bcc')).toEqual([]);
  });

  test('speaks Ukrainian in every place', async () => {
    const raw = await composeMail(
      aReply({
        from: { name: 'Підтримка', address: 'support@shop.test' },
        subject: 'Ваше замовлення № 42 вже в дорозі',
        html: '<p>Доброго дня!</p>',
        text: 'Доброго дня!',
        attachments: [{ name: 'рахунок № 42.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-') }],
      }),
    );
    // The wire is ASCII.
    expect(raw.every((byte) => byte < 128)).toBe(true);
    const mail = await PostalMime.parse(raw);
    expect(mail.from?.name).toBe('Підтримка');
    expect(mail.subject).toBe('Ваше замовлення № 42 вже в дорозі');
    expect(mail.html).toContain('Доброго дня!');
    expect(mail.attachments[0]?.filename).toBe('рахунок № 42.pdf');
  });

  test('carries attachments and pictures byte for byte', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 13, 10, 26, 10, 255]);
    const eml = Buffer.from('Subject: Привіт\n\nline\n');
    const raw = await composeMail(
      aReply({
        html: '<img src="cid:logo@shop.test">',
        attachments: [
          { name: 'logo.png', contentType: 'image/png', bytes: png, contentId: 'logo@shop.test', inline: true },
          { name: 'original.eml', contentType: 'message/rfc822', bytes: eml },
          { name: 'empty.txt', contentType: 'text/plain', bytes: Buffer.alloc(0) },
        ],
      }),
    );
    const { attachments } = await PostalMime.parse(raw);
    const byName = new Map(attachments.map((one) => [one.filename, one]));
    expect(Buffer.from(byName.get('logo.png')?.content as ArrayBuffer)).toEqual(png);
    expect(byName.get('logo.png')).toMatchObject({
      contentId: '<logo@shop.test>',
      disposition: 'inline',
      related: true,
    });
    expect(Buffer.from(byName.get('original.eml')?.content as ArrayBuffer)).toEqual(eml);
    expect(byName.has('empty.txt')).toBe(true);
  });

  test('an automatic one says so, in both dialects', async () => {
    const raw = await composeMail(aReply({ automatic: 'auto-replied' }));
    expect(named(raw, 'Auto-Submitted')).toEqual(['Auto-Submitted: auto-replied']);
    expect(named(raw, 'X-Auto-Response-Suppress')).toEqual(['X-Auto-Response-Suppress: All']);
    expect(named(await composeMail(aReply()), 'Auto-Submitted')).toEqual([]);
  });

  test('a long thread keeps its first reference and the last nineteen', async () => {
    const references = Array.from({ length: 50 }, (_, n) => `<${n}@customer.test>`);
    const { references: kept } = await PostalMime.parse(await composeMail(aReply({ references })));
    expect(kept?.split(' ')).toEqual(['<0@customer.test>', ...references.slice(31)]);
  });

  test('composed again it is the same, to the byte; another mail has other boundaries', async () => {
    const attachments = [{ name: 'a.bin', contentType: 'application/octet-stream', bytes: Buffer.from('a') }];
    const once = await composeMail(aReply({ attachments }));
    expect(await composeMail(aReply({ attachments }))).toEqual(once);
    const boundary = (raw: Buffer) => /boundary="([^"]+)"/.exec(raw.toString('latin1'))?.[1];
    const other = await composeMail(aReply({ attachments, messageId: '<43@shop.test>' }));
    expect(boundary(other)).not.toBe(boundary(once));
    // A body that knows an earlier boundary cannot break out of this one.
    const text = `--${boundary(once)}\r\nContent-Type: text/html\r\n\r\n<b>forged</b>`;
    const forged = await PostalMime.parse(await composeMail(aReply({ attachments, text })));
    expect(forged.text).toContain('forged');
    expect(forged.html).not.toContain('forged');
  });

  test('lines end in CRLF only, and none is longer than 998', async () => {
    const raw = await composeMail(
      aReply({ text: 'a\nb\rc\r\nd', html: `<p>${'x'.repeat(5000)}</p>`, subject: 's '.repeat(800) }),
    );
    expect(raw.toString('latin1')).not.toMatch(/[^\r]\n|\r[^\n]/);
    expect(
      Math.max(
        ...raw
          .toString('latin1')
          .split('\r\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThanOrEqual(998);
  });
});

describe('A33 nothing that people supply becomes a header or a recipient', () => {
  const break_ = '\r\nBcc: victim@victim.test\r\nX-Evil: 1';
  const evil = [
    `a${break_}`,
    'a\nBcc: victim@victim.test',
    'a\rBcc: victim@victim.test',
    'a\0Bcc: victim@victim.test',
    'a\u2028Bcc: victim@victim.test',
    'a\u0085Bcc: victim@victim.test',
    `a\r\n\r\n<script>alert(1)</script>`,
    '"<victim@victim.test>, "',
    'Ivan" <victim@victim.test>, "x',
    'Ivan <victim@victim.test>',
    'Ivan, victim@victim.test',
    '=?utf-8?Q?=0D=0ABcc:_victim@victim.test?=',
    '(comment) victim@victim.test',
    '\ud800 lone surrogate',
  ];

  test.each(evil)('text %j stays text', async (text) => {
    const raw = await composeMail(
      aReply({
        from: { name: text, address: 'support@shop.test' },
        to: [{ name: text, address: 'ivan@customer.test' }],
        cc: [{ name: text, address: 'olena@customer.test' }],
        replyTo: [{ name: text, address: 'support@shop.test' }],
        subject: text,
        attachments: [{ name: text, contentType: 'text/plain', bytes: Buffer.from('x') }],
      }),
    );
    const mail = await PostalMime.parse(raw);
    expect(mail.from?.address).toBe('support@shop.test');
    expect(mail.to?.map(({ address }) => address)).toEqual(['ivan@customer.test']);
    expect(mail.cc?.map(({ address }) => address)).toEqual(['olena@customer.test']);
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(['support@shop.test']);
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.filter(({ key }) => key === 'x-evil' || key === 'bcc')).toEqual([]);
    for (const name of ['From', 'To', 'Cc', 'Subject', 'Message-ID', 'Date']) expect(named(raw, name)).toHaveLength(1);
    expect(mail.attachments).toHaveLength(1);
    expect(mail.html).toBe('<p>It is on its way.</p>\n');
  });

  test.each([
    `ivan@customer.test${break_}`,
    'ivan@customer.test\0',
    'ivan@customer.test, victim@victim.test',
    'ivan@customer.test;victim@victim.test',
    '<ivan@customer.test>',
    'ivan@customer.test>',
    '"a@b"@customer.test',
    '"victim@victim.test>,<"@customer.test',
    'a b@customer.test',
    '@relay.test:ivan@customer.test',
    'ivan@@customer.test',
    'ivan@customer..test',
    'ivan@[127.0.0.1]',
    'ivan@customer.test(comment)',
    'ivan@victim.test%0d%0a.customer.test',
    '.ivan@customer.test',
    'ivan',
    '@customer.test',
    '',
    `${'i'.repeat(65)}@customer.test`,
    `ivan@${'c'.repeat(300)}.test`,
    '\ud800@customer.test',
  ])('the address %j is refused in every place', async (address) => {
    for (const place of ['to', 'cc', 'replyTo'] as const) {
      await expect(composeMail(aReply({ [place]: [{ address }] }))).rejects.toMatchObject({
        key: 'invalid_email',
        field: `${place}[0]`,
      });
    }
    await expect(composeMail(aReply({ from: { address } }))).rejects.toMatchObject({ key: 'invalid_email' });
  });

  test.each([
    ['From', 'ceo@shop.test'],
    ['bcc', 'victim@victim.test'],
    ['Return-Path', '<victim@victim.test>'],
    ['Sender', 'victim@victim.test'],
    ['Reply-To', 'victim@victim.test'],
    ['Resent-To', 'victim@victim.test'],
    ['Content-Type', 'text/html'],
    ['Message-ID', '<1@x.test>'],
    ['Auto-Submitted', 'no'],
    ['Received', 'from x'],
    ['DKIM-Signature', 'v=1'],
    ['Disposition-Notification-To', 'victim@victim.test'],
    ['X-Evil\r\nBcc', 'victim@victim.test'],
    ['From: ceo@shop.test (', ')'],
    ['X Evil', 'x'],
    ['', 'x'],
    ['X-Evil', `a${break_}`],
    ['X-Evil', 'a\0b'],
    ['X-Evil', 'x'.repeat(999)],
  ])('the extra header %j: %j is refused', async (name, value) => {
    const compose = composeMail(aReply({ extra: [[name, value]] }));
    await expect(compose).rejects.toMatchObject({ key: 'unsafe_header', field: 'extra[0]' });
  });

  test('a harmless extra header passes', async () => {
    const raw = await composeMail(
      aReply({
        extra: [
          ['List-Unsubscribe', '<https://shop.test/u/1>'],
          ['X-Team', 'Київ'],
        ],
      }),
    );
    expect(named(raw, 'List-Unsubscribe')).toEqual(['List-Unsubscribe: <https://shop.test/u/1>']);
    expect((await PostalMime.parse(raw)).headers.find(({ key }) => key === 'x-team')?.value).toContain('=?UTF-8?');
  });

  test('a Message-ID of another mail with a break in it is dropped, ours is refused', async () => {
    const inReplyTo = `<1@customer.test>${break_}`;
    const raw = await composeMail(aReply({ inReplyTo, references: [inReplyTo, '<0@customer.test>'] }));
    expect(named(raw, 'In-Reply-To')).toEqual([]);
    expect(named(raw, 'References')).toEqual(['References: <0@customer.test>']);
    expect(named(raw, 'X-Evil')).toEqual([]);
    await expect(composeMail(aReply({ messageId: inReplyTo }))).rejects.toMatchObject({ key: 'unsafe_header' });
  });

  test.each(['multipart/mixed; boundary=x', 'message/rfc822', `text/html${break_}`, 'nonsense', ''])(
    'an attachment of the type %j is a plain file',
    async (contentType) => {
      const bytes = Buffer.from('--x\r\nContent-Type: text/html\r\n\r\n<b>forged</b>\r\n--x--\r\n');
      const raw = await composeMail(
        aReply({ attachments: [{ name: 'a', contentType, bytes, contentId: 'a"\r\nX-Evil: 1' }] }),
      );
      const mail = await PostalMime.parse(raw);
      expect(mail.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/octet-stream']);
      expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer)).toEqual(bytes);
      expect(raw.toString('latin1')).not.toContain('X-Evil');
    },
  );

  test('an attachment that is an object with a path is not read', async () => {
    const bytes = { path: '/etc/passwd', href: 'file:///etc/passwd' } as unknown as Buffer;
    const compose = composeMail(aReply({ attachments: [{ name: 'a', contentType: 'text/plain', bytes }] }));
    await expect(compose).rejects.toThrow();
  });
});
