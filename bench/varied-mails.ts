import { appleReply, gmailReply, newsletter, outlookReply, plainReply, shopForm } from './mail-bodies.ts';
import { filler, seededNumbers } from './seeded-text.ts';

/**
 * Mails as a support mailbox gets them: answers from Gmail, Outlook and Apple Mail with what they quote and how they
 * style it, plain letters, shop forms, newsletters, photos and PDFs, behind the headers that four servers on the way
 * leave. The same each run; one in ten has no Message-ID. They weigh 34 kB on average, half of them less than 12.
 */
export function variedMails(count: number): Buffer[] {
  return Array.from({ length: count }, (_, n) => Buffer.from([...headers(n), ...content(n), ''].join('\r\n')));
}

function content(n: number): string[] {
  const next = seededNumbers(n);
  const kind = next(100);
  if (kind < 25) return textPart('plain', plainReply(n));
  if (kind < 45) return alternative(gmailReply(n));
  if (kind < 62) return alternative(outlookReply(n));
  if (kind < 74) return alternative(appleReply(n));
  if (kind < 82) return textPart('html', shopForm(n));
  if (kind < 88) return textPart('html', newsletter(n));
  if (kind < 95) return withFile(n, `IMG_${1000 + (n % 9000)}.jpeg`, 'image/jpeg', 60_000 + next(180_000));
  return withFile(n, `invoice-${n}.pdf`, 'application/pdf', 30_000 + next(120_000));
}

const serversOnTheWay = ['mx.bench.test', 'filter.bench.test', 'out-7.shop.test', 'smtp.shop.test'];

function headers(n: number): string[] {
  const sent = new Date(1_790_000_000_000 + n * 60_000).toUTCString();
  const signature = base64(filler(n, 256));
  const received = serversOnTheWay.flatMap((server, i) => [
    `Received: from ${serversOnTheWay[i + 1] ?? 'laptop.local'} (${serversOnTheWay[i + 1] ?? 'laptop.local'} [203.0.113.${i + 1}])`,
    `\tby ${server} (Postfix) with ESMTPS id 4${n.toString(16)}${i} (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384)`,
    `\tfor <box0@bench.test>; ${sent}`,
  ]);
  return [
    'Return-Path: <customer@shop.test>',
    ...received,
    'Authentication-Results: mx.bench.test; dkim=pass (2048-bit key) header.d=shop.test header.s=s1;',
    '\tspf=pass (sender SPF authorized) smtp.mailfrom=shop.test; dmarc=pass header.from=shop.test',
    'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=shop.test; s=s1; h=from:to:subject:date:message-id;',
    ...signature.map((line, i) => (i === 0 ? `\tbh=${line}` : `\t ${line}`)),
    `From: =?utf-8?B?${Buffer.from(`Customer ${n % 700}`).toString('base64')}?= <customer${n % 700}@shop.test>`,
    'To: Support <box0@bench.test>',
    `Subject: =?utf-8?Q?${n % 3 ? 'Question_about_my_order' : '=D0=9F=D0=B8=D1=82=D0=B0=D0=BD=D0=BD=D1=8F'}_${n}?=`,
    ...(n % 10 ? [`Message-ID: <bench.${n}@shop.test>`] : []),
    `Date: ${sent}`,
    'MIME-Version: 1.0',
    'X-Spam-Status: No, score=-1.9 required=5.0 tests=BAYES_00,DKIM_SIGNED,DKIM_VALID,HTML_MESSAGE,SPF_PASS',
  ];
}

const boundary = 'bench-boundary';

const textPart = (kind: 'plain' | 'html', text: string): string[] => [
  `Content-Type: text/${kind}; charset=utf-8`,
  'Content-Transfer-Encoding: base64',
  '',
  ...base64(text),
];

function alternative({ plain, html }: { plain: string; html: string }): string[] {
  return multipart('alternative', boundary, [textPart('plain', plain), textPart('html', html)]);
}

function withFile(n: number, name: string, type: string, bytes: number): string[] {
  const file = [
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    ...base64(filler(n, bytes)),
  ];
  const letter = multipart('alternative', `${boundary}-inner`, [
    textPart('plain', gmailReply(n).plain),
    textPart('html', gmailReply(n).html),
  ]);
  return multipart('mixed', boundary, [letter, file]);
}

const multipart = (kind: string, mark: string, parts: readonly string[][]): string[] => [
  `Content-Type: multipart/${kind}; boundary="${mark}"`,
  '',
  ...parts.flatMap((part) => [`--${mark}`, ...part]),
  `--${mark}--`,
];

const base64 = (content: string | Buffer): string[] =>
  Buffer.from(content)
    .toString('base64')
    .match(/.{1,76}/g) ?? [];
