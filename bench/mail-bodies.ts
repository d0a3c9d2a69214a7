import { seededNumbers, sentences } from './seeded-text.ts';

type Letter = { plain: string; html: string };

const quotedLine = 'On Fri, 20 Nov 2026 at 09:00, Support <support@bench.test> wrote:';
const paragraphs = (n: number, count: number) => Array.from({ length: count }, (_, i) => sentences(n + i * 7919, 40));

/** What went to and fro before: as many letters as the thread has, each quoting those before it. */
function quotedText(n: number, depth: number): string {
  const lines: string[] = [];
  for (let level = 1; level <= depth; level++) {
    const mark = '>'.repeat(level);
    lines.push(`${mark.slice(1)} ${quotedLine}`.trim());
    for (const paragraph of paragraphs(n + level, 3))
      for (const line of paragraph.match(/.{1,70}(?:\s|$)/g) ?? []) lines.push(`${mark} ${line.trim()}`);
  }
  return lines.join('\r\n');
}

export const plainReply = (n: number): string =>
  [...paragraphs(n, 2), '-- ', 'Olena Koval', '+380 44 123 45 67', '', quotedText(n, 1 + (n % 4))].join('\r\n\r\n');

/** Gmail: `div`s, a `gmail_quote` in a `blockquote` for each letter before. */
export function gmailReply(n: number): Letter {
  const depth = 1 + (n % 4);
  let quote = '';
  for (let level = depth; level >= 1; level--) {
    const inner = paragraphs(n + level, 3).map((text) => `<div dir="ltr">${text}</div><div><br></div>`);
    quote = `<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${quotedLine.replace('<', '&lt;').replace('>', '&gt;')}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${inner.join('')}${signature(n)}${quote}</blockquote></div>`;
  }
  const body = paragraphs(n, 2).map((text) => `<div>${text}</div><div><br></div>`);
  return {
    plain: [...paragraphs(n, 2), quotedText(n, depth)].join('\r\n\r\n'),
    html: `<div dir="ltr">${body.join('')}</div>${quote}`,
  };
}

/** A company's signature: a table with a picture, links and a notice. */
const signature = (n: number): string =>
  `<table cellpadding="0" cellspacing="0" border="0" style="font-family:Arial,sans-serif;font-size:13px;color:#333333"><tbody><tr><td style="padding-right:12px;vertical-align:top"><img src="https://shop.test/logo.png" width="96" height="32" alt="Shop"></td><td style="border-left:2px solid #0a7;padding-left:12px"><b>Agent ${n % 9}</b><br>Support<br><a href="https://shop.test/" style="color:#00aa77;text-decoration:none">shop.test</a> | <a href="tel:+380441234567">+380 44 123 45 67</a></td></tr></tbody></table><p style="font-size:10px;color:#999999">${sentences(7, 50)}</p>`;

const outlookStyle = `<style><!--
@font-face {font-family:"Cambria Math"; panose-1:2 4 5 3 5 4 6 3 2 4;}
@font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4;}
${[
  'p.MsoNormal, li.MsoNormal, div.MsoNormal',
  'a:link, span.MsoHyperlink',
  'p.xmsonormal',
  'span.EmailStyle20',
  '.MsoChpDefault',
  'div.WordSection1',
]
  .map(
    (rule) => `${rule} {margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif; mso-fareast-language:EN-US;}`,
  )
  .join('\n')}
--></style><!--[if gte mso 9]><xml><o:shapedefaults v:ext="edit" spidmax="1026" /></xml><![endif]-->`;

/** Outlook: a page of Word, `MsoNormal` paragraphs, the letters before below a ruled block of headers. */
export function outlookReply(n: number): Letter {
  const depth = 1 + (n % 3);
  const paragraph = (text: string) =>
    `<p class="MsoNormal"><span lang="EN-GB" style="font-size:11.0pt;font-family:&quot;Calibri&quot;,sans-serif;color:#1F497D;mso-fareast-language:EN-US">${text}<o:p></o:p></span></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>`;
  const before = Array.from(
    { length: depth },
    (_, level) =>
      `<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b><span lang="EN-US">From:</span></b><span lang="EN-US"> Support &lt;support@bench.test&gt; <br><b>Sent:</b> Friday, 20 November 2026 09:0${level}<br><b>To:</b> Customer ${n % 700}<br><b>Subject:</b> RE: Question about my order<o:p></o:p></span></p></div></div>${paragraphs(
        n + level,
        4,
      )
        .map(paragraph)
        .join('')}${signature(n)}`,
  );
  return {
    plain: [
      ...paragraphs(n, 2),
      ...Array.from({ length: depth }, (_, i) => [outlookHead, ...paragraphs(n + i, 4)].join('\r\n')),
    ].join('\r\n\r\n'),
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="Generator" content="Microsoft Word 15 (filtered medium)">${outlookStyle}</head><body lang="EN-GB" link="#0563C1" vlink="#954F72" style="word-wrap:break-word"><div class="WordSection1">${paragraphs(n, 2).map(paragraph).join('')}${before.join('')}</div></body></html>`,
  };
}

const outlookHead = [
  'From: Support <support@bench.test>',
  'Sent: Friday, 20 November 2026 09:00',
  'To: Customer',
  'Subject: RE: Question about my order',
  '',
].join('\r\n');

/** Apple Mail: `blockquote type="cite"`, one in the other. */
export function appleReply(n: number): Letter {
  const depth = 1 + (n % 3);
  let quote = '';
  for (let level = depth; level >= 1; level--)
    quote = `<div><br><blockquote type="cite"><div>On 20 Nov 2026, at 09:00, Support &lt;support@bench.test&gt; wrote:</div><br class="Apple-interchange-newline"><div><div style="word-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">${paragraphs(n + level, 3).join('<div><br></div>')}${quote}</div></div></blockquote></div>`;
  return {
    plain: [...paragraphs(n, 1), quotedText(n, depth), 'Sent from my iPhone'].join('\r\n\r\n'),
    html: `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body dir="auto">${paragraphs(n, 1).join('<div><br></div>')}<div><br></div><div dir="ltr">Sent from my iPhone</div>${quote}</body></html>`,
  };
}

/** What a shop's form sends: a table of fields. */
export const shopForm = (n: number): string =>
  `<html><body><h2 style="font-family:sans-serif">New request ${n}</h2><table border="1" cellpadding="6" style="border-collapse:collapse">${[
    'Name',
    'E-mail',
    'Order',
    'Product',
    'Message',
  ]
    .map((field, i) => `<tr><th align="left">${field}</th><td>${sentences(n + i, i === 4 ? 80 : 3)}</td></tr>`)
    .join('')}</table></body></html>`;

/** Tables in tables, a picture and a link in each, a style at every cell. */
export function newsletter(n: number): string {
  const next = seededNumbers(n);
  const cell = (i: number) =>
    `<td width="280" valign="top" style="padding:12px;font-family:Helvetica,Arial,sans-serif;font-size:14px;line-height:20px;color:#333333;background-color:#ffffff"><a href="https://shop.test/c/${next(1e9)}?utm_source=mail&amp;utm_campaign=${n}" target="_blank" style="color:#0a7;text-decoration:none"><img src="https://img.test/${i}.png" width="256" alt="" style="display:block;border:0"></a><h3 style="margin:8px 0;font-size:16px">${sentences(n + i, 5)}</h3><p style="margin:0">${sentences(n + i, 25)}</p></td>`;
  const row = (i: number) =>
    `<tr><td><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tbody><tr>${cell(2 * i)}${cell(2 * i + 1)}</tr></tbody></table></td></tr>`;
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><style>@media only screen and (max-width:600px){.full{width:100%!important}}</style></head><body style="margin:0;background:#f4f4f4"><table role="presentation" width="100%">${Array.from({ length: 20 }, (_, i) => row(i)).join('')}</table></body></html>`;
}
