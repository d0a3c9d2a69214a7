import { composeMail, type MailAttachment } from '#channels/email/transport/compose-mail.ts';
import { escapeHtml } from '#platform/system-letter.ts';
import type { Look } from './conversations/conversation.ts';
import type { DemoCustomer } from './customers.ts';
import type { DemoAgent, Language } from './lumen-and-oak.ts';
import type { Random } from './random.ts';

/** The server that receives the company's mail, as it names itself in headers. */
export const receivingServer = 'mx.lumen-oak.example';

export type Quoted = {
  readonly by: { readonly name: string; readonly address: string };
  readonly at: Date;
  readonly text: string;
};

export type CustomerLetter = {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly language: Language;
  readonly look: Look;
  readonly subject: string;
  readonly text: string;
  readonly at: Date;
  /** With angle brackets. */
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly quoted: Quoted | undefined;
  readonly files: readonly MailAttachment[];
  /** The receiving server has proved the address (DMARC). */
  readonly isProved: boolean;
};

/** A customer's letter as it lies in the mailbox: what their program wrote, below what the servers on the way added. */
export async function writeCustomerLetter(letter: CustomerLetter): Promise<Buffer> {
  const { text, html } = writers[letter.look](letter);
  const raw = await composeMail({
    from: letter.from,
    to: [letter.to],
    subject: letter.subject,
    messageId: letter.messageId,
    inReplyTo: letter.inReplyTo,
    references: letter.references,
    date: letter.at,
    text,
    html,
    attachments: letter.files,
    extra: [['X-Mailer', mailers[letter.look]]],
  });
  return Buffer.concat([Buffer.from(traces(letter)), raw]);
}

const mailers: Record<Look, string> = {
  plain: 'Pinewood 3.1',
  simple: 'Webpost',
  office: 'Bureau Mail 16.0',
  forward: 'Webpost',
};

/** What receiving servers write on top of a mail. */
export function traces({ from, to, at, isProved }: Pick<CustomerLetter, 'from' | 'to' | 'at' | 'isProved'>): string {
  const domain = from.address.split('@').at(-1) ?? '';
  const proof = `Authentication-Results: ${receivingServer}; spf=pass smtp.mailfrom=${from.address}; dkim=pass header.d=${domain}; dmarc=pass header.from=${domain}`;
  const lines = [
    `Return-Path: <${from.address}>`,
    `Delivered-To: ${to.address}`,
    ...(isProved ? [proof] : []),
    `Received: from mail.${domain} (mail.${domain} [192.0.2.25]) by ${receivingServer} with ESMTPS; ${at.toUTCString().replace('GMT', '+0000')}`,
  ];
  return `${lines.join('\r\n')}\r\n`;
}

type Written = { text: string; html: string | null };

const writers: Record<Look, (letter: CustomerLetter) => Written> = {
  plain: (letter) => ({ text: withQuote(letter), html: null }),

  simple: (letter) => {
    const { quoted } = letter;
    const own = paragraphs(letter.text)
      .map((one) => `<div>${lines(one)}</div>`)
      .join('<div><br></div>');
    const quote = quoted
      ? `<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escapeHtml(quoteLine(letter.language, quoted))}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${lines(quoted.text)}</blockquote></div>`
      : '';
    return { text: withQuote(letter), html: `<div dir="ltr">${own}${shownPicture(letter)}</div>${quote}` };
  },

  office: (letter) => {
    const { quoted } = letter;
    const style = 'margin:0 0 8pt;font-size:11.0pt;font-family:Calibri,sans-serif;color:#1f3864';
    const own = paragraphs(letter.text)
      .map((one) => `<p class="MsoNormal" style="${style}">${lines(one)}</p>`)
      .join('');
    const quote = quoted
      ? `<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>From:</b> ${escapeHtml(`${quoted.by.name} <${quoted.by.address}>`)}<br><b>Sent:</b> ${quoted.at.toUTCString()}<br><b>To:</b> ${escapeHtml(letter.from.address)}<br><b>Subject:</b> ${escapeHtml(letter.subject)}</p></div><p class="MsoNormal">${lines(quoted.text)}</p>`
      : '';
    return {
      text: withQuote(letter),
      html: `<html><body lang="EN-GB"><div class="WordSection1">${own}${shownPicture(letter)}${quote}</div></body></html>`,
    };
  },

  forward: (letter) => ({
    text: `${letter.text}\n\n---------- Forwarded message ----------\nFrom: Lumen & Oak <news@lumen-oak.example>\nSubject: The quiet weeks\n\nUp to fifteen per cent on everything in the house.\n`,
    html: `<div dir="ltr">${paragraphs(letter.text)
      .map((one) => `<div>${lines(one)}</div>`)
      .join('<div><br></div>')}</div><br>${newsletter(letter.language)}`,
  }),
};

const shownPicture = ({ files }: CustomerLetter): string =>
  files
    .filter((one) => one.inline)
    .map((one) => `<div><img src="cid:${one.contentId}" alt="${escapeHtml(one.name)}" width="420"></div>`)
    .join('');

const paragraphs = (text: string) => text.split('\n\n');
const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

function withQuote({ text, quoted, language }: CustomerLetter): string {
  if (!quoted) return `${text}\n`;
  return `${text}\n\n${quoteLine(language, quoted)}\n${quoted.text
    .split('\n')
    .map((one) => `> ${one}`)
    .join('\n')}\n`;
}

function quoteLine(language: Language, { by, at }: Quoted): string {
  const who = `${by.name} <${by.address}>`;
  const [day, time] = [days[language].format(at), at.toISOString().slice(11, 16)];
  return language === 'ua' ? `${day} о ${time} ${who} пише:` : `On ${day} at ${time}, ${who} wrote:`;
}

const shortDay = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
const days = { en: new Intl.DateTimeFormat('en-GB', shortDay), ua: new Intl.DateTimeFormat('uk', shortDay) };

/** A letter laid out like an advertisement: tables, colours of its own, pictures from elsewhere. */
export function newsletter(language: Language): string {
  const words =
    language === 'en'
      ? {
          title: 'The quiet weeks',
          line: 'Up to fifteen per cent on everything in the house, until the end of the month.',
          button: 'Have a look',
          foot: 'You get this letter because you asked for it.',
        }
      : {
          title: 'Тихі тижні',
          line: 'Знижка до п’ятнадцяти відсотків на все до кінця місяця.',
          button: 'Переглянути',
          foot: 'Ви отримали цей лист, бо підписалися на новини.',
        };
  const picture = (name: string) =>
    `<img src="https://pictures.lumen-oak.example/letters/${name}.jpg" width="264" alt="">`;
  return `<table width="100%" bgcolor="#efe9e1" cellpadding="0" cellspacing="0"><tr><td align="center">
<table width="560" bgcolor="#ffffff" cellpadding="16" cellspacing="0" style="font-family:Georgia,serif;color:#3a3128">
<tr><td colspan="2" align="center" style="font-size:30px;border-bottom:1px solid #d9cfc2">${words.title}</td></tr>
<tr><td>${picture('sofa')}</td><td>${picture('blanket')}</td></tr>
<tr><td colspan="2" align="center" style="font-size:16px">${words.line}<br><br><a href="https://www.lumen-oak.example/quiet" style="background:#6b4f36;color:#ffffff;padding:10px 22px;text-decoration:none">${words.button}</a></td></tr>
<tr><td colspan="2" align="center" style="font-size:11px;color:#8a7f70">${words.foot}</td></tr></table></td></tr></table>`;
}

/** What a customer says, between how they greet and how they sign. */
export function customersWords(random: Random, customer: DemoCustomer, text: string, isFirst: boolean): string {
  const { language, name } = customer;
  const first = name.split(' ')[0] ?? name;
  const greetings = {
    en: ['Hello,', 'Hi,', 'Good morning,', 'Dear team,'],
    ua: ['Добрий день!', 'Вітаю!', 'Доброго дня!', 'Добрий день, команде!'],
  };
  const signatures = {
    en: [first, `Best wishes\n${first}`, `Kind regards\n${name}`, `Thanks\n${first}`],
    ua: [first, `З повагою\n${name}`, `Дякую\n${first}`, `Гарного дня\n${first}`],
  };
  const greeting = isFirst || random.chance(0.3) ? random.pick(greetings[language]) : '';
  const signature = isFirst || random.chance(0.5) ? random.pick(signatures[language]) : '';
  return [greeting, text, signature].filter(Boolean).join('\n\n');
}

/** An agent's answer as the composer would hand it over. */
export function agentsHtml(agent: DemoAgent, customer: DemoCustomer, text: string): string {
  const isEnglish = customer.language === 'en';
  const greeting = isEnglish ? `Hi ${customer.called},` : `Добрий день, ${customer.called}!`;
  const name = (isEnglish ? agent.name : agent.nameUa).split(' ')[0] ?? '';
  const closing = `${isEnglish ? 'Best wishes' : 'З повагою'}\n${name}, Lumen & Oak`;
  return [greeting, ...paragraphs(text), closing].map((one) => `<p>${lines(one)}</p>`).join('');
}
