import { once } from 'node:events';
import { type PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import { readRaw } from '#domain/inbound-mails/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { indexPage, ticketPage } from './person-pages.ts';
import {
  type AboutPerson,
  filesOfTicket,
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
  /** Called after each ticket; throws to end it. */
  onProgress: (done: number, total: number) => Promise<void>;
};

/**
 * A person as a ZIP file: `index.html` and a page per ticket to be read, the same as JSON for programs, files and raw mails
 * as they came. Nothing in the pages runs or loads. Memory does not grow with what there is, but for one ticket at a time.
 */
export function writePerson(the: Writing): Readable {
  const zip = new yazl.ZipFile();
  const out = zip.outputStream as PassThrough; // yazl promises only a stream
  zip.on('error', (error: Error) => out.destroy(error));
  fill(zip, the).then(
    () => zip.end(),
    (error: Error) => out.destroy(error),
  );
  return out;
}

async function fill(zip: yazl.ZipFile, the: Writing): Promise<void> {
  const { db, companyId, customerId } = the;
  const about: AboutPerson = await readPerson(db, companyId, customerId);
  const tickets: TicketOfPerson[] = await ticketsOf(db, companyId, about.cards);
  const missing: string[] = [];
  await addText(zip, 'person.json', JSON.stringify(about, null, 2));
  await addText(zip, 'index.html', indexPage(about, tickets));
  for (const [i, ticket] of tickets.entries()) {
    const messages = await readTicket(db, companyId, ticket.id);
    await addText(zip, `tickets/${ticket.number}.json`, JSON.stringify({ ...ticket, messages }, null, 2));
    await addText(zip, `tickets/${ticket.number}.html`, ticketPage(ticket, messages));
    for (const file of await filesOfTicket(db, companyId, ticket.id)) {
      const bytes = await unlessGone(file.raw ? readRaw(the.files, file.raw) : the.files.get(file.key));
      if (bytes) await add(zip, file.name, Readable.from([bytes]), file.raw !== null);
      else missing.push(file.name);
    }
    await the.onProgress(i + 1, tickets.length);
  }
  if (missing.length > 0) await addText(zip, 'missing.txt', missing.join('\n'));
}

const unlessGone = (reading: Promise<Buffer>): Promise<Buffer | undefined> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

const addText = (zip: yazl.ZipFile, name: string, text: string) =>
  add(zip, name, Readable.from([Buffer.from(text)]), true);

/** One entry after the other, so that what waits to be written does not fill the memory. */
async function add(zip: yazl.ZipFile, name: string, content: Readable, compress: boolean): Promise<void> {
  zip.addReadStream(content, name, { compress });
  await once(content, 'close');
}
