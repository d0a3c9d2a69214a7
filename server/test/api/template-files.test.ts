import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetAttachments, forgetUnsentUploads, removeStrayFiles } from '#domain/messages/index.ts';
import { filesInFolder } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aTicket } from './a-ticket.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, rowId } from './people.ts';
import { byId } from './rows-of.ts';
import { aPixel } from './two-companies.ts';
import { written } from './what-is-written.ts';

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

test('a file of a letter that is being written is no template’s', async () => {
  const { api } = await aPerson(at, 'Olha Koval');
  const company = await aCompany(api);
  const { ticketId } = await aTicket(at, company);
  const upload = { ...(await api.upload('offer.png', aPixel)).body.data.files[0], inline: false };
  const saved = await api.call('drafts/save', written(ticketId, 'Our offer', { attachments: [upload.id] }));
  expect(saved.status, saved.text).toBe(200);
  const id = rowId(
    await api.post('templates/create', {
      data: [{ company_id: company.companyId, name: 'Offer', texts: { en: '<p>x</p>' }, attachments: [] }],
    }),
    'templates',
  );
  const taken = await api.post('templates/update', { data: { attachments: [upload] }, ...byId(id) });
  expect([taken.status, taken.body.errors?.[0]?.key], taken.text).toEqual([404, 'not_found']);
  const sent = await api.call('tickets/note', {
    ...{ ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>Our offer</p>' },
    attachments: [upload.id],
  });
  expect(sent.status, sent.text).toBe(200);
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

test('a file that came with an archive outlives a copy of it that nobody sent', async () => {
  const { api } = await aPerson(at, 'Taras Hnatiuk');
  const company = await aCompany(api);
  const { ticketId } = await aTicket(at, company);
  const upload = { ...(await api.upload('prices.png', aPixel)).body.data.files[0], inline: false };
  const texts = { en: '<p>Prices</p>' };
  const made = await api.post('templates/create', {
    data: [{ company_id: company.companyId, name: 'Prices', texts, attachments: [upload] }],
  });
  // As an import puts it back: whoever uploaded it is not known here.
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update attachments set uploaded_by = null where id = ${upload.id}`),
  );
  const inserted = await api.call('templates/insert', { id: rowId(made, 'templates'), ticket_id: ticketId });
  const [copy] = inserted.body.data.attachments;
  await twoDaysPass();
  const status = async (file: number) => (await api.get(`files/${file}`)).status;
  expect([await status(copy.id), await status(upload.id)]).toEqual([404, 200]);
});

test('a file whose last two rows are forgotten at the same time goes as well', async () => {
  const { api } = await aPerson(at, 'Solomiia Hnatiuk');
  await aCompany(api);
  const { id } = (await api.upload('shared.png', aPixel)).body.data.files[0];
  const rows = await at.db.transaction('system', (tx) =>
    tx.rows<{ id: number; file_key: string }>(
      sql`insert into attachments (company_id, uploaded_by, name, content_type, size, sha256, file_key, is_inline)
          select company_id, uploaded_by, name, content_type, size, sha256, file_key, is_inline from attachments where id = ${id} returning id, file_key`,
    ),
  );
  const key = rows[0]?.file_key ?? '';
  const files = filesInFolder(`${at.folder}/files`);
  expect(await files.storedAt(key)).toBeDefined();
  const forget = (row: number | undefined, then?: () => Promise<void>) =>
    at.db.transaction('system', async (tx) => {
      await forgetAttachments(tx, sql`id = ${row ?? 0}`);
      await then?.();
    });
  let other: Promise<void> | undefined;
  let isOver = false;
  await forget(id, async () => {
    other = forget(rows[0]?.id).finally(() => {
      isOver = true;
    });
    // Either it waits for us, or it does not need to.
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    const isWaiting = async () => (await at.db.read('system', waiting)).length > 0;
    await waitUntil(async () => isOver || (await isWaiting()), { what: 'the other one to forget its row' });
    // Housekeeping looks meanwhile: one of the rows is still there.
    await removeStrayFiles(at.db, files);
  });
  await other;
  await removeStrayFiles(at.db, files);
  expect(await files.storedAt(key)).toBeUndefined();
  expect(await at.db.read('system', sql`select from stray_files where file_key = ${key}`)).toEqual([]);
});
