/** Mails as a support mailbox gets them: plain and HTML, short and long, with quotes, pictures and files; the same each run. */
export function variedMails(count: number): Buffer[] {
  return Array.from({ length: count }, (_, n) => Buffer.from(aMail(n)));
}

const boundary = 'bench-boundary';
const words =
  'the table arrived with a crack in one leg and the driver noted it on the slip could you send a new one before Saturday стіл приїхав із тріснутою ніжкою'.split(
    ' ',
  );
const text = (n: number, length: number) =>
  Array.from({ length }, (_, i) => words[(n * 31 + i * 7) % words.length]).join(' ');

function aMail(n: number): string {
  const head = [
    `From: =?utf-8?B?${Buffer.from(`Customer ${n % 700}`).toString('base64')}?= <customer${n % 700}@shop.test>`,
    'To: box0@bench.test',
    `Subject: =?utf-8?Q?${n % 3 ? 'Question' : '=D0=9F=D0=B8=D1=82=D0=B0=D0=BD=D0=BD=D1=8F'}_${n}?=`,
    ...(n % 10 ? [`Message-ID: <bench.${n}@shop.test>`] : []),
    `Date: ${new Date(1_790_000_000_000 + n * 60_000).toUTCString()}`,
    'MIME-Version: 1.0',
    'Received: from mx.shop.test by mx.bench.test; Fri, 20 Nov 2026 10:00:00 +0000',
  ];
  switch (n % 4) {
    case 0:
      return [
        ...head,
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
        '',
        text(n, 60),
        '',
        ...quoted(n),
        '',
      ].join('\r\n');
    case 1:
      return [
        ...head,
        `Content-Type: multipart/alternative; boundary="${boundary}"`,
        '',
        ...alternative(n),
        `--${boundary}--`,
        '',
      ].join('\r\n');
    case 2:
      return [
        ...head,
        'Content-Type: text/html; charset=utf-8',
        'Content-Transfer-Encoding: base64',
        '',
        base64(newsletter(n)),
        '',
      ].join('\r\n');
    default:
      return [
        ...head,
        `Content-Type: multipart/mixed; boundary="${boundary}"`,
        '',
        ...alternative(n).slice(0, 5),
        `--${boundary}`,
        `Content-Type: application/pdf; name="slip-${n}.pdf"`,
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
        '',
        base64(text(n, 4000)),
        `--${boundary}--`,
        '',
      ].join('\r\n');
  }
}

const quoted = (n: number) => [
  'On Fri, 20 Nov 2026 at 09:00, Support <support@bench.test> wrote:',
  ...Array.from({ length: 8 }, (_, i) => `> ${text(n + i, 10)}`),
];
const alternative = (n: number) => [
  `--${boundary}`,
  'Content-Type: text/plain; charset=utf-8',
  '',
  text(n, 80),
  '',
  `--${boundary}`,
  'Content-Type: text/html; charset=utf-8',
  '',
  `<div dir="ltr">${text(n, 80)}<br></div><br><div class="gmail_quote"><blockquote>${text(n + 1, 60)}</blockquote></div>`,
  '',
];
const newsletter = (n: number) =>
  `<html><body><table width="600">${Array.from({ length: 40 }, (_, i) => `<tr><td style="padding:4px;color:#333">${text(n + i, 15)}</td><td><img src="https://img.test/${i}.png"></td></tr>`).join('')}</table></body></html>`;
const base64 = (content: string) =>
  (
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n');
