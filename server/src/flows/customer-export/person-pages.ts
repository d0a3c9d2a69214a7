import { type Html, html, plainPage } from '#platform/plain-page.ts';
import {
  type AboutPerson,
  fileName,
  type LetterElsewhere,
  type MessageOfPerson,
  type Row,
  type TicketOfPerson,
} from './read-person.ts';

/** Who somebody is and a list of their tickets, to be read. */
export function indexPage(about: AboutPerson, tickets: readonly TicketOfPerson[], elsewhere: number): string {
  const list = tickets.map(
    ({ number, title, added }) =>
      html`<li><a href="${`tickets/${encodeURIComponent(number)}.html`}">${number} ${title}</a> <small>${added.toISOString().slice(0, 10)}</small></li>`,
  );
  return plainPage({
    title: `${about.company}: ${
      about.customers
        .map((one) => `${one.first_name} ${one.last_name}`.trim())
        .filter(Boolean)
        .join(', ') || about.cards.join(', ')
    }`,
    body: [
      html`<p><small>${about.made_at}</small></p>`,
      ...about.customers.map((one) => tableOf([one])),
      section('Identities', about.identities),
      section('Notes', about.notes),
      section('On websites', about.visitors),
      html`<h2>Tags</h2><p>${about.tags.join(', ') || '—'}</p>`,
      html`<h2>Tickets</h2><ul>${list}</ul>`,
      elsewhere === 0
        ? html``
        : html`<h2>Written in tickets of others</h2><p>${Array.from({ length: elsewhere }, (_, i) => html`<a href="${`elsewhere/${i + 1}.html`}">${i + 1}</a> `)}</p>`,
      section('Letters that led to no ticket', about.mail_log),
      section('What was done to the card', about.audit),
    ],
  });
}

/** What was written in a ticket, to be read. */
export function ticketPage(ticket: TicketOfPerson, messages: readonly MessageOfPerson[]): string {
  return plainPage({
    title: `${ticket.number} ${ticket.title}`,
    body: [html`<p><a href="../index.html">←</a></p>`, ...messages.map(message)],
  });
}

/** What they wrote in tickets of others, to be read. */
export function elsewherePage(letters: readonly LetterElsewhere[]): string {
  return plainPage({
    title: 'Written in tickets of others',
    body: [html`<p><a href="../index.html">←</a></p>`, ...letters.map(message)],
  });
}

const message = ({ kind, author_name, from_address, subject, body_text, added, files }: MessageOfPerson): Html =>
  html`<section><h2>${author_name || from_address || kind}</h2><p><small>${added.toISOString()} · ${kind} · ${subject}</small></p><pre>${body_text}</pre>${files.map(
    (file) =>
      html`<p><a href="${`../${fileName(file.id, file.name).split('/').map(encodeURIComponent).join('/')}`}">${file.name}</a> <small>${file.size}</small></p>`,
  )}</section>`;

const section = (title: string, rows: readonly Row[]): Html =>
  rows.length === 0 ? html`` : html`<h2>${title}</h2>${tableOf(rows)}`;

function tableOf(rows: readonly Row[]): Html {
  const names = Object.keys(rows[0] ?? {});
  return html`<table><thead><tr>${names.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${names.map((name) => html`<td>${textOf(row[name])}</td>`)}</tr>`,
  )}</tbody></table>`;
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
