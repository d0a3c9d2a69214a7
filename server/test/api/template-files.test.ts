import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetUnsentUploads, removeStrayFiles } from '#domain/messages/index.ts';
import { filesInFolder } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, rowId } from './people.ts';
import { byId } from './rows-of.ts';
import { aPixel } from './two-companies.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley();
});
afterAll(() => at?.close());

/** What housekeeping does, two days later. */
async function twoDaysPass(): Promise<void> {
  await at.db.transaction('system', (tx) => tx.run(sql`update attachments set added = added - interval '2 days'`));
  await forgetUnsentUploads(at.db);
  await removeStrayFiles(at.db, filesInFolder(`${at.folder}/files`));
}

test('A38 the bytes of a template’s file live as long as anything needs them, and no longer', async () => {
  const { api } = await aPerson(at);
  const company = await aCompany(api);
  const { ticketId } = await aTicket(at, company);
  const upload = (await api.upload('terms.png', aPixel)).body.data.files[0];
  const made = await api.post('templates/create', {
    data: [
      {
        ...{ company_id: company.companyId, name: 'Terms', texts: { en: '<p>Our terms</p>' } },
        attachments: [{ ...upload, inline: false }],
      },
    ],
  });
  const id = rowId(made, 'templates');
  const insert = async () =>
    (await api.call('templates/insert', { id, ticket_id: ticketId })).body.data.attachments[0].id;
  const [sent, unsent] = [await insert(), await insert()];
  const note = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>See</p>', attachments: [sent] };
  expect((await api.call('tickets/note', note)).status).toBe(200);

  // A copy that nobody sent goes alone.
  await twoDaysPass();
  const status = async (file: number) => (await api.get(`files/${file}`)).status;
  expect([await status(upload.id), await status(sent), await status(unsent)]).toEqual([200, 200, 404]);

  // The template gives its file away, and the letter keeps it.
  await api.post('templates/update', { data: { attachments: [] }, ...byId(id) });
  await twoDaysPass();
  expect([await status(upload.id), await status(sent)]).toEqual([404, 200]);

  // One that went into no letter leaves nothing behind.
  const other = (await api.upload('other.png', aPixel)).body.data.files[0];
  await api.post('templates/update', { data: { attachments: [{ ...other, inline: false }] }, ...byId(id) });
  await api.post('templates/update', { data: { attachments: [] }, ...byId(id) });
  const key = await at.db.read<{ file_key: string }>('system', sql`select file_key from stray_files`);
  expect(key.length).toBe(1);
  await twoDaysPass();
  expect(await at.db.read('system', sql`select from stray_files`)).toEqual([]);
});

test('files of a template stand in the order in which they were chosen, also where they are put into a letter', async () => {
  const { api } = await aPerson(at, 'Ira Melnyk');
  const company = await aCompany(api);
  const { ticketId } = await aTicket(at, company);
  const upload = async (name: string) => ({ ...(await api.upload(name, aPixel)).body.data.files[0], inline: false });
  const [late, middle, early] = [await upload('third.png'), await upload('second.png'), await upload('first.png')];
  const made = await api.post('templates/create', {
    data: [
      { company_id: company.companyId, name: 'Papers', texts: { en: '<p>x</p>' }, attachments: [early, middle, late] },
    ],
  });
  const id = rowId(made, 'templates');
  const names = async () =>
    (await api.post('templates/get', { fields: ['attachments'], ...byId(id) })).body.data.templates[0].attachments.map(
      (one: { name: string }) => one.name,
    );
  expect(await names()).toEqual(['first.png', 'second.png', 'third.png']);
  const inserted = (await api.call('templates/insert', { id, ticket_id: ticketId })).body.data.attachments;
  expect(inserted.map((one: { name: string }) => one.name)).toEqual(['first.png', 'second.png', 'third.png']);
  await api.post('templates/update', { data: { attachments: [late, early] }, ...byId(id) });
  expect(await names()).toEqual(['third.png', 'first.png']);
});
