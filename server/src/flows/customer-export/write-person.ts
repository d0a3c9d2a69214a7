import { Readable } from 'node:stream';
import { readRaw } from '#domain/inbound-mails/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { streamZip, unlessGone, type ZipEntries } from '#platform/stream-zip.ts';
import { elsewherePage, indexPage, type PageLanguage, ticketPage } from './person-pages.ts';
import {
  type AboutPerson,
  type FileOfPerson,
  filesNotSent,
  filesOfLetters,
  filesOfTicket,
  type LetterElsewhere,
  lettersElsewhere,
  lettersPerPage,
  readPerson,
  readTicket,
  type TicketOfPerson,
  ticketsOf,
} from './read-person.ts';

type Writing = {
  db: Database;
  files: Files;
  companyId: number;
  customerId: number;
  /** Of whoever asked: the pages are in theirs. */
  language: PageLanguage;
  /** Called after each ticket; throws to end it. */
  onProgress: (done: number, total: number) => Promise<void>;
};

/**
 * A person as a ZIP file: `index.html` and a page per ticket to be read, what they wrote in those of others, the same as JSON
 * for programs, files and raw mails as they came. Nothing in the pages runs or loads. Memory does not grow with what there is, but for one ticket at a time.
 */
export function writePerson(the: Writing): Readable {
  return streamZip((zip) => fill(zip, the));
}

async function fill(zip: ZipEntries, the: Writing): Promise<void> {
  const { db, companyId, customerId, language } = the;
  const about: AboutPerson = await readPerson(db, companyId, customerId);
  const tickets: TicketOfPerson[] = await ticketsOf(db, companyId, about.cards);
  const missing: string[] = [];
  const add = async (file: FileOfPerson) => {
    const bytes = await unlessGone(file.raw ? readRaw(the.files, file.raw) : the.files.get(file.key));
    if (bytes) await zip.add(file.name, Readable.from([bytes]), file.raw !== null);
    else missing.push(file.name);
  };
  await zip.addText('person.json', JSON.stringify(about, null, 2));
  for (const [i, ticket] of tickets.entries()) {
    const messages = await readTicket(db, companyId, ticket.id);
    await zip.addText(`tickets/${ticket.number}.json`, JSON.stringify({ ...ticket, messages }, null, 2));
    await zip.addText(`tickets/${ticket.number}.html`, ticketPage(ticket, messages, language));
    for (const file of await filesOfTicket(db, companyId, ticket.id)) await add(file);
    await the.onProgress(i + 1, tickets.length);
  }
  let pages = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const letters: LetterElsewhere[] = await lettersElsewhere(db, companyId, about.cards, after);
    after = letters.length < lettersPerPage ? undefined : letters.at(-1)?.id;
    if (letters.length === 0) continue;
    pages++;
    await zip.addText(`elsewhere/${pages}.json`, JSON.stringify(letters, null, 2));
    await zip.addText(`elsewhere/${pages}.html`, elsewherePage(letters, language));
    const ids = letters.map((one) => one.id);
    for (const file of await filesOfLetters(db, companyId, ids)) await add(file);
  }
  await zip.addText('index.html', indexPage({ about, tickets, elsewhere: pages }, language));
  for (const file of await filesNotSent(db, companyId, about.cards)) await add(file);
  if (missing.length > 0) await zip.addText('missing.txt', missing.join('\n'));
}
