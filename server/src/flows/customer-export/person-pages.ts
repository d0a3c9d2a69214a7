import { type Html, html, plainPage } from '#platform/plain-page.ts';
import { type PersonWords, personWords } from './person-words.ts';
import {
  type AboutPerson,
  fileName,
  type LetterElsewhere,
  type MessageOfPerson,
  type Row,
  type TicketOfPerson,
} from './read-person.ts';

export type PageLanguage = keyof typeof personWords;

type Whole = {
  readonly about: AboutPerson;
  readonly tickets: readonly TicketOfPerson[];
  /** How many pages of what they wrote in tickets of others. */
  readonly elsewhere: number;
};

/** Who somebody is and a list of their tickets, to be read. */
export function indexPage({ about, tickets, elsewhere }: Whole, language: PageLanguage): string {
  const t = personWords[language];
  const list = tickets.map(
    ({ number, title, added }) =>
      html`<li><a href="${`tickets/${encodeURIComponent(number)}.html`}">${number} ${title}</a> <small>${added.toISOString().slice(0, 10)}</small></li>`,
  );
  return plainPage({
    language: tagOf[language],
    title: `${about.company}: ${
      about.customers
        .map((one) => `${one.first_name} ${one.last_name}`.trim())
        .filter(Boolean)
        .join(', ') || about.cards.join(', ')
    }`,
    body: [
      html`<p><small>${about.made_at}</small></p>`,
      ...about.customers.map((one) => tableOf([one], t)),
      section(t.identities, about.identities, t),
      section(t.notes, about.notes, t),
      section(t.on_websites, about.visitors, t),
      html`<h2>${t.tags}</h2><p>${about.tags.join(', ') || '—'}</p>`,
      html`<h2>${t.tickets}</h2><ul>${list}</ul>`,
      elsewhere === 0
        ? html``
        : html`<h2>${t.elsewhere}</h2><p>${Array.from({ length: elsewhere }, (_, i) => html`<a href="${`elsewhere/${i + 1}.html`}">${i + 1}</a> `)}</p>`,
      section(t.mail_log, about.mail_log, t),
      section(t.audit, about.audit, t),
    ],
  });
}

/** What was written in a ticket, to be read. */
export function ticketPage(
  ticket: TicketOfPerson,
  messages: readonly MessageOfPerson[],
  language: PageLanguage,
): string {
  return plainPage({
    language: tagOf[language],
    title: `${ticket.number} ${ticket.title}`,
    body: [html`<p><a href="../index.html">←</a></p>`, ...messages.map((one) => message(one, personWords[language]))],
  });
}

/** What they wrote in tickets of others, to be read. */
export function elsewherePage(letters: readonly LetterElsewhere[], language: PageLanguage): string {
  const t = personWords[language];
  return plainPage({
    language: tagOf[language],
    title: t.elsewhere,
    body: [html`<p><a href="../index.html">←</a></p>`, ...letters.map((one) => message(one, t))],
  });
}

const tagOf: Record<PageLanguage, string> = { en: 'en', ua: 'uk' };

const message = (
  { kind, author_name, from_address, subject, body_text, added, files }: MessageOfPerson,
  t: PersonWords,
): Html =>
  html`<section><h2>${author_name || from_address || wordOf(t.kinds, kind)}</h2><p><small>${added.toISOString()} · ${wordOf(t.kinds, kind)} · ${subject}</small></p><pre>${body_text}</pre>${files.map(
    (file) =>
      html`<p><a href="${`../${fileName(file.id, file.name).split('/').map(encodeURIComponent).join('/')}`}">${file.name}</a> <small>${file.size}</small></p>`,
  )}</section>`;

const section = (title: string, rows: readonly Row[], t: PersonWords): Html =>
  rows.length === 0 ? html`` : html`<h2>${title}</h2>${tableOf(rows, t)}`;

function tableOf(rows: readonly Row[], t: PersonWords): Html {
  const names = Object.keys(rows[0] ?? {});
  return html`<table><thead><tr>${names.map((name) => html`<th>${wordOf(t.columns, name)}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${names.map((name) => html`<td>${textOf(row[name])}</td>`)}</tr>`,
  )}</tbody></table>`;
}

/** What has no word is called as it is kept. */
const wordOf = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? name;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
