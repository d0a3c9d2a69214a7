import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type JobKind, jobKinds } from '#contract/jobs.ts';
import { claimErasure, partsOfCustomer } from '#domain/customers/index.ts';
import { readDueWords } from '#domain/search/index.ts';
import { destroyDoomed } from '#domain/stored-files/index.ts';
import { exportCustomer } from '#flows/customer-export/export-customer.ts';
import { eraseSome } from '#flows/erasing/erase-some.ts';
import type { JobRun } from '#flows/jobs/job-at-work.ts';
import { runJobs } from '#flows/jobs/run-jobs.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { unzip } from '#test/rigs/unzip.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { dumpOf } from './everything-of.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';
import { tellTrail } from './tell-trail.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at, 'Olena', 'olena@lumenoak.test')).api;
  shop = await aCompany(olena, 'Lumen & Oak', 'LO');
});
afterAll(() => at?.close());

const files = () => filesInFolder(`${at.folder}/files`);
/** One stretch of an erasure, as a worker does it; false when there is none to do. */
const stretch = () =>
  at.db.transaction('system', async (tx) => {
    const row = await claimErasure(tx);
    if (row) await eraseSome(tx, at.secrets, row);
    return row !== undefined;
  });
const allFiles = () =>
  fs
    .readdirSync(`${at.folder}/files`, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => `${one.parentPath}/${one.name}`);

/** Where a word still stands: lines of any table, and files. */
async function placesOf(word: RegExp): Promise<string[]> {
  const rows = (await dumpOf(at)).split('\n').filter((line) => word.test(line));
  const hex = (await bytesOf()).filter((line) => word.test(line));
  return [...rows, ...hex, ...allFiles().filter((file) => word.test(fs.readFileSync(file, 'latin1')))];
}
/** Bytes are printed as hexadecimal: what they say as text. */
const bytesOf = async () =>
  [...(await dumpOf(at)).matchAll(/\\\\?x([0-9a-f]{8,})/g)].map((one) =>
    Buffer.from(one[1] ?? '', 'hex').toString('latin1'),
  );

async function over(id: number) {
  const worker = runJobs({
    ...{ ...at, files: files(), log: createLog('silent') },
    kinds: Object.fromEntries(jobKinds.map((kind) => [kind, exportCustomer])) as Record<JobKind, JobRun>,
  });
  const job = await waitUntil(
    async () => {
      const found = (await olena.call('jobs/get', { id })).body.data.job;
      return found.ended ? found : undefined;
    },
    { what: 'the job' },
  );
  await worker.stop();
  return job;
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

/** Everything that Parley can know of somebody, all of it named so that it is found again. */
async function zebrano() {
  const from = 'Zebrano Wenge';
  const address = 'zebrano@wenge.test';
  const picture = { name: 'zebrano-invoice.png', type: 'image/png', bytes: Buffer.from('bytes of zebrano alone') };
  const first = await aTicket(at, shop, {
    from,
    address,
    subject: 'Zebrano table',
    text: 'Zebrano would like one',
    attachments: [picture],
  });
  const second = await aTicket(at, shop, {
    from,
    address: 'zebrano.w@wenge.test',
    subject: '<b>Zebrano</b>',
    text: '=cmd|zebrano <script>alert(1)</script>',
  });
  const id = first.customerId;
  const merged = await olena.call('customers/merge', {
    client_id: randomUUID(),
    into_id: id,
    from_id: second.customerId,
  });
  expect(merged.status).toBe(200);
  await olena.call('customers/add-identity', { id, kind: 'phone', value: '+380 67 765 43 21' });
  await olena.call('customers/note', { id, client_id: randomUUID(), body: 'Zebrano pays late' });
  await olena.post('customers/update', {
    data: { note: 'zebrano loves oak', time_zone: 'Pacific/Chatham' },
    filter: { conditions: [['id', '=', id]] },
  });
  await olena.call('tickets/note', {
    ticket_id: first.ticketId,
    client_id: randomUUID(),
    body_html: '<p>Call zebrano</p>',
  });
  const reply = await olena.call('tickets/reply', {
    ...{ ticket_id: first.ticketId, client_id: randomUUID(), body_html: '<p>Dear Zebrano</p>' },
    to: [{ name: from, address }],
  });
  expect(reply.status).toBe(200);
  await olena.call('tickets/snooze', {
    ids: [first.ticketId],
    until: '2030-01-01 10:00:00',
    reason: 'zebrano travels',
    wake_on_reply: 1,
  });
  const drafted = await olena.call('drafts/save', {
    ...{ ticket_id: second.ticketId, kind: 'side', body_html: '<p>Where is zebrano?</p>', from: null },
    ...{ recipients: { to: [{ name: from, address }], cc: [], bcc: [] }, template_ids: [], mentions: [], signs: 1 },
    ...{ side: { subject: 'Zebrano', forwarded_ids: [], kept_back_ids: [] }, attachments: [], base_version: 0 },
    ...{ typed_ms_ago: 0, device: randomUUID() },
  });
  expect(drafted.status, drafted.text).toBe(200);
  const later = await olena.call('tickets/reply', {
    ...{ ticket_id: second.ticketId, client_id: randomUUID(), body_html: '<p>Later, Zebrano</p>' },
    ...{ to: [{ name: from, address }], send_at: tomorrow() },
  });
  expect(later.status, later.text).toBe(200);
  // Somebody else's ticket, in which they wrote too, and were written to.
  const other = await aTicket(at, shop, { from: 'Hanna Lindqvist', subject: 'Oak', text: 'For my neighbour as well' });
  await aLetterOn(at, shop, other.ticketId, {
    ...{ from, address, subject: 'Re: Oak', text: 'Zebrano here' },
    attachments: [{ name: 'zebrano-plan.txt', type: 'text/plain', bytes: Buffer.from('plan of zebrano') }],
  });
  await olena.call('tickets/reply', {
    ...{ ticket_id: other.ticketId, client_id: randomUUID(), body_html: '<p>Dear both</p>' },
    ...{ to: [{ address: 'hanna@lindqvist.test' }], cc: [{ name: from, address }] },
  });
  await at.db.transaction('system', async (tx) => {
    await tx.run(
      sql`insert into notifications (company_id, user_id, kind, ticket_id, who) select ${shop.companyId}, user_id, 'noted', ${other.ticketId}, ${from} from roles where company_id = ${shop.companyId} limit 1`,
    );
    await tx.run(
      sql`insert into auto_replies (company_id, product_id, address) values (${shop.companyId}, ${shop.productId}, ${address})`,
    );
    for (const state of ['sent', 'failed'])
      await tx.run(
        sql`insert into system_mails (to_name, to_address, subject, message_id, state) values ('Olena', 'olena@lumenoak.test', ${`${from} wrote`}, ${randomUUID()}, ${state})`,
      );
  });
  while ((await readDueWords(at.db)) > 0);
  await tellTrail(at);
  return { id, address, first, second, other };
}

test('A person is exported whole, and then forgotten: in no table and no file is anything left of them', async () => {
  const { id, address, first, second, other } = await zebrano();
  expect((await placesOf(/zebrano|wenge|chatham/i)).length).toBeGreaterThan(20);

  // Who may not, does not; a slip erases nobody.
  const marko = await aPerson(at, 'Marko', 'marko@lumenoak.test');
  await joins(at, marko.id, shop.companyId, 2);
  for (const [call, more] of [
    ['export', { request_id: randomUUID() }],
    ['erasure-preview', {}],
    ['erase', { typed: 'Zebrano Wenge' }],
  ] as const)
    expect((await marko.api.call(`customers/${call}`, { id, ...more })).status).toBe(403);
  expect((await olena.call('customers/erase', { id, typed: 'Hanna' })).body.errors?.[0]).toMatchObject({
    key: 'invalid_value',
    field: 'data.typed',
  });
  expect((await olena.call('customers/card', { id })).body.data.can).toMatchObject({ export: true, erase: true });
  expect((await olena.call('customers/erasure-preview', { id })).body.data).toMatchObject({
    tickets: 2,
    messages: 4,
    waiting: 1,
    drafts: 1,
    files: 1,
    mails: 2,
    notes: 1,
    cards: 1,
  });

  // The export: readable, with what they wrote as text, and nothing in it runs.
  const { job_id } = (await olena.call('customers/export', { request_id: randomUUID(), id })).body.data;
  const job = await over(job_id);
  expect(job.state).toBe('done');
  const zip = await textsIn(await fileOf(job_id));
  const names = [...zip.keys()];
  expect(names).toEqual(
    expect.arrayContaining(['index.html', 'person.json', 'tickets/LO-1.html', 'tickets/LO-2.json']),
  );
  expect(zip.get(names.find((name) => name.endsWith('zebrano-invoice.png')) ?? '')).toBe('bytes of zebrano alone');
  expect(zip.get('tickets/LO-2.html')).toContain('&lt;script&gt;alert(1)');
  // What they wrote in a ticket of somebody else, and nothing else of it.
  expect(JSON.parse(zip.get('elsewhere/1.json') ?? '')).toMatchObject([
    { subject: 'Re: Oak', body_text: 'Zebrano here', files: [{ name: 'zebrano-plan.txt' }] },
  ]);
  expect(zip.get('elsewhere/1.html')).toContain('Zebrano here');
  expect(zip.get('index.html')).toContain('href="elsewhere/1.html"');
  expect(zip.get('index.html')).not.toMatch(/<th>[a-z_]+<\/th>/);
  expect(zip.get(names.find((name) => name.endsWith('zebrano-plan.txt')) ?? '')).toBe('plan of zebrano');
  expect([...zip.values()].join()).not.toMatch(/For my neighbour|Dear both|hanna@/);
  expect([...zip].filter(([name]) => name.endsWith('.html')).some(([, text]) => /<script|<b>Zebrano/i.test(text))).toBe(
    false,
  );
  expect(JSON.parse(zip.get('person.json') ?? '')).toMatchObject({
    notes: [{ body: 'Zebrano pays late', author: 'Olena' }],
    cards: [id, second.customerId],
  });
  expect((await marko.api.get(`jobs/${job_id}/file`)).status).toBe(404);

  // Files for colleagues hold them as well.
  const made = (entity: string, name: string) =>
    at.db.transaction('system', async (tx) => {
      const job = await tx.row<{ id: number }>(
        sql`insert into jobs (company_id, asked_by, request_id, kind, entity, input, state, file_name, file_type, ended)
            select ${shop.companyId}, asked_by, ${randomUUID()}, 'csv-export', ${entity}, '{}', 'done', ${name}, 'text/csv', now() from jobs where id = ${job_id} returning id`,
      );
      const key = `company-${shop.companyId}/jobs/${name}`;
      await files().put(key, Buffer.from(`email\n${entity === 'customers' ? address : 'refund'}\n`));
      await tx.run(
        sql`insert into job_parts (company_id, job_id, place, file_key, bytes) values (${shop.companyId}, ${job?.id}, 0, ${key}, 40)`,
      );
    });
  await made('customers', 'customers.csv');
  await made('tags', 'tags.csv');
  const form = new FormData();
  form.append('file', new Blob([`email\n${address}\n`]), 'rows.csv');
  const path = `csv/upload?company_id=${shop.companyId}&entity=customers`;
  expect((await olena.request(path, { method: 'POST', body: form })).status).toBe(200);

  // Erased: at once nobody, and then nothing.
  const asked = await olena.call('customers/erase', { id, typed: '  zebrano wenge ' });
  expect(asked.status).toBe(200);
  expect((await olena.call('customers/erase', { id, typed: '' })).body.data).toEqual(asked.body.data);
  expect((await olena.call('customers/card', { id })).body.data).toMatchObject({
    first_name: '',
    ...{ email: null, time_zone: null, zone: null },
    can: { export: false, erase: false, update: false },
  });
  expect((await olena.call('customers/export', { request_id: randomUUID(), id })).status).toBe(409);
  expect((await olena.call('customers/unmerge', { merge_id: 1 })).status).toBe(404);
  // Killed in the middle of a stretch: nothing of it has happened, and the next one goes on.
  await expect(
    at.db.transaction('system', async (tx) => {
      const row = await claimErasure(tx);
      if (row) await eraseSome(tx, at.secrets, row);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  const stretches = async () => {
    let n = 0;
    while (await stretch()) n++;
    return n;
  };
  expect(await stretches()).toBeGreaterThan(5);
  const { jobs } = (await olena.call('jobs/list')).body.data;
  expect(jobs.map((one: { file: { name: string } }) => one.file.name)).toEqual(['tags.csv']);
  expect(await at.db.read('system', sql`select id from csv_uploads`)).toEqual([]);
  while ((await readDueWords(at.db)) > 0);
  for (const file of allFiles()) fs.utimesSync(file, new Date(0), new Date(0));
  await destroyDoomed(at.db, files());
  await at.db.transaction('system', async (tx) => {
    for (const { file_key } of await tx.rows<{ file_key: string }>(
      sql`delete from stray_files where due_at <= now() returning file_key`,
    ))
      await files().remove(file_key);
  });
  await tellTrail(at);
  expect(await placesOf(/zebrano|wenge|7654321|765 43 21/i)).toEqual([]);

  // What stays: numbers, times, who answered; the neighbour's ticket; a trail that holds.
  const { body } = await olena.post('tickets/get', {
    fields: ['id', 'case_number', 'title', 'view_type', 'customer_id', 'erased_at', 'message_count'],
    filter: { conditions: [['id', 'in', [first.ticketId, second.ticketId, other.ticketId]]] },
    sort: [['id', 'asc']],
  });
  expect(body.data.tickets).toMatchObject([
    { case_number: 'LO-1', title: '—', view_type: 'resolved', customer_id: id, message_count: expect.any(Number) },
    { case_number: 'LO-2', title: '—', view_type: 'resolved' },
    { title: 'Oak', erased_at: null },
  ]);
  expect((await olena.call('audit/verify', { company_id: shop.companyId })).body.data.broken).toBe(null);
  const { entries } = (
    await olena.call('audit/list', { company_id: shop.companyId, entity: 'customers', entity_id: id })
  ).body.data;
  expect(entries.map((one: { action: string }) => one.action)).toEqual(
    expect.arrayContaining(['erased', 'exported', 'updated']),
  );
  // What an entry said before is gone, and the screen can say so.
  const emptied = entries.filter((one: { action: string }) => one.action === 'updated');
  for (const one of emptied) expect(one).toMatchObject({ title: null, detail: null, erased_at: expect.any(String) });
  expect(
    (await olena.call('tickets/note', { ticket_id: first.ticketId, client_id: randomUUID(), body_html: '<p>x</p>' }))
      .status,
  ).toBe(409);

  // The receipt proves itself, and names nobody.
  const receipt = (await olena.call('customers/erasure-receipt', { id })).body.data;
  expect(receipt).toMatchObject({
    asked_by: 'Olena',
    company: 'Lumen & Oak',
    counts: { tickets: 2, messages: 5, waiting: 1, drafts: 1, files: 2, mails: 3, identities: 3, notes: 1, cards: 1 },
  });
  expect(receipt.done_at).not.toBe(null);
  expect(receipt.seal).not.toBe('');
  expect(receipt.proofs).toContain(createHash('sha256').update(`${receipt.code}:${address}`).digest('hex'));
  const page = await olena.get(`customers/${id}/receipt?in=ua`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const { text } = page;
  expect(text).toContain(receipt.seal);
  expect(text).toContain('Квитанція');
  expect(text).toContain('<tr><th>Листи, що ще не пішли</th><td>1</td></tr>');
  expect((await marko.api.get(`customers/${id}/receipt`)).status).toBe(403);

  // A letter from the same address is somebody new's, and not in the old ticket.
  const again = await aTicket(at, shop, { from: 'Zebrano Wenge', address });
  expect(again.customerId).not.toBe(id);
  const restored = await olena.post('customers/restore', { filter: { conditions: [['id', '=', id]] } });
  expect(restored.status).toBe(409);
});

test('Whoever wrote on a website is exported with what their browser told, and forgotten with all of it', async () => {
  const quidget = rowId(
    await olena.post('quidgets/create', {
      data: [{ company_id: shop.companyId, product_id: shop.productId, name: 'Shop chat', title: 'Lumen' }],
    }),
    'quidgets',
  );
  const who = { quidget, token: randomBytes(32).toString('base64url') };
  const ask = async (path: string, data: object) => {
    const answer = await at.stranger().call(`chat/${path}`, { ...who, ...data });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const page = { url: 'https://shop.test/padauk', title: 'Padauk tables', referrer: 'https://search.test/?q=padauk' };
  const begun = await ask('begin', {
    ...{ client_id: randomUUID(), text: 'Is padauk in stock?', language: 'en', page, attributes: { wood: 'padauk' } },
    asked: { name: 'Padauk Amboyna', email: 'padauk@far.test', phone: '+380 67 111 22 99' },
  });
  const { key } = begun.conversation;
  const upload = async (name: string) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ ...who, key })) form.append(field, String(value));
    form.append('file', new Blob([`bytes of ${name}`], { type: 'text/plain' }), name);
    const answer = await at.stranger().request('chat/upload', { method: 'POST', body: form });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.file.id as number;
  };
  await ask('send', { key, client_id: randomUUID(), files: [await upload('padauk-room.txt')] });
  await upload('padauk-kept-back.txt');
  // Another address the second time, which their card does not take over.
  await ask('begin', {
    client_id: randomUUID(),
    text: 'And?',
    language: 'en',
    asked: { email: 'second-padauk@far.test' },
  });
  await ask('rate', { key, rating: 'good', comment: 'Padauk is lovely' });
  const ws = new WebSocket(`${at.listening.replace('http', 'ws')}/v1/chat/ws`);
  await once(ws, 'open');
  ws.send(JSON.stringify({ v: 1, ...who }));
  await once(ws, 'message');
  ws.send(JSON.stringify({ kind: 'page', url: 'https://shop.test/padauk/2', title: 'More padauk', referrer: '' }));
  await waitUntil(async () => (await placesOf(/More padauk/)).length > 0, { what: 'the page to be noted' });
  const [row] = await at.db.read<{ id: number }>(
    'system',
    sql`select customer_id as id from visitors where name = 'Padauk Amboyna'`,
  );
  const id = row?.id ?? 0;

  // In the language of whoever asks.
  const works = (language: 'en' | 'ua') =>
    at.db.transaction('system', (tx) =>
      tx.run(sql`update users set language = ${language} where email = 'olena@lumenoak.test'`),
    );
  await works('ua');
  const { job_id } = (await olena.call('customers/export', { request_id: randomUUID(), id })).body.data;
  expect((await over(job_id)).state).toBe('done');
  await works('en');
  const zip = await textsIn(await fileOf(job_id));
  const index = zip.get('index.html') ?? '';
  expect(index).toContain('<html lang="uk">');
  for (const words of ['<h2>На сайтах</h2>', '<h2>Звернення</h2>', '<th>Прізвище</th>']) expect(index).toContain(words);
  expect(index).not.toMatch(/<th>[A-Za-z_]+<\/th>|<h2>[A-Z]/);
  const [name = ''] = [...zip.keys()].filter((one) => /^tickets\/.*html$/.test(one));
  expect(zip.get(name)).toContain(' · Від клієнта · ');
  const [visitor, ...more] = JSON.parse(zip.get('person.json') ?? '').visitors;
  expect(more).toEqual([]);
  expect(visitor).toMatchObject({
    ...{
      quidget: 'Shop chat',
      name: 'Padauk Amboyna',
      email: 'second-padauk@far.test',
      attributes: { wood: 'padauk' },
    },
    visits: [{ page_url: 'https://shop.test/padauk/2', page_title: 'More padauk' }],
    not_sent: [{ name: 'padauk-kept-back.txt' }],
  });
  expect(visitor.user_agent).not.toBe('');
  expect(visitor.chats).toContainEqual(
    expect.objectContaining({
      page_url: page.url,
      page_title: page.title,
      referrer: page.referrer,
      rating: 'good',
      rating_comment: 'Padauk is lovely',
    }),
  );
  const bytesOf = (name: string) => [...zip].find(([at]) => at.startsWith('files/') && at.endsWith(name))?.[1];
  expect(bytesOf('padauk-room.txt')).toBe('bytes of padauk-room.txt');
  expect(bytesOf('padauk-kept-back.txt')).toBe('bytes of padauk-kept-back.txt');
  expect(JSON.stringify([...zip])).toContain('Is padauk in stock?');

  expect((await olena.call('customers/erase', { id, typed: 'Padauk Amboyna' })).status).toBe(200);
  // Their browser is nobody from this moment on, also on the site.
  expect((await at.stranger().call('chat/messages', { ...who, key })).status).toBe(404);
  expect((await at.stranger().call('chat/send', { ...who, key, client_id: randomUUID(), text: 'x' })).status).toBe(404);
  ws.terminate();
  while (await stretch());
  while ((await readDueWords(at.db)) > 0);
  for (const file of allFiles()) fs.utimesSync(file, new Date(0), new Date(0));
  await destroyDoomed(at.db, files());
  await at.db.transaction('system', async (tx) => {
    for (const { file_key } of await tx.rows<{ file_key: string }>(
      sql`delete from stray_files where due_at <= now() returning file_key`,
    ))
      await files().remove(file_key);
  });
  await tellTrail(at);
  expect(await placesOf(/padauk|amboyna|111 ?22 ?99/i)).toEqual([]);
});

/** What stands in a ticket, and what is kept of its mails. */
const keptOf = async (ticketId: number) => ({
  messages: await at.db.read(
    'system',
    sql`select id, author_name, from_address, to_list, subject, body_text from messages where ticket_id = ${ticketId} and kind <> 'event' order by id`,
  ),
  mails: await at.db.read(
    'system',
    sql`select id, raw_key, from_address, subject from inbound_mails where ticket_id = ${ticketId} order by id`,
  ),
  deliveries: await at.db.read(
    'system',
    sql`select id, recipients from deliveries where ticket_id = ${ticketId} order by id`,
  ),
});

test('whoever types another one’s address into a chat takes nothing of theirs along when they are forgotten', async () => {
  const quidget = rowId(
    await olena.post('quidgets/create', {
      data: [{ company_id: shop.companyId, product_id: shop.productId, name: 'Second chat', title: 'Lumen' }],
    }),
    'quidgets',
  );
  const [ours] = await at.db.read<{ address: string }>(
    'system',
    sql`select from_email as address from mailboxes where id = ${shop.mailboxId}`,
  );
  const cedar = { from: 'Cedar Client', address: 'cedar@client.test' };
  const { ticketId } = await aTicket(at, shop, { ...cedar, subject: 'An order', text: 'A hundred tables' });
  const answer = { ticket_id: ticketId, client_id: randomUUID(), body_html: '<p>Gladly, Cedar</p>' };
  const sent = await olena.call('tickets/reply', { ...answer, to: [{ address: cedar.address }] });
  expect(sent.status, sent.text).toBe(200);
  const before = await keptOf(ticketId);
  expect(before.messages).toMatchObject([{ from_address: cedar.address }, { from_address: ours?.address }]);
  expect(before.deliveries.length).toBe(1);

  for (const [name, email, isFromBefore] of [
    ['Ebony Holly', cedar.address, false],
    ['Sapele Bubinga', ours?.address, false],
    ['Makore Afara', cedar.address, true],
    ['Obeche Limba', ours?.address, true],
  ] as const) {
    const token = randomBytes(32).toString('base64url');
    const asked = { name, email, phone: '' };
    const begun = { quidget, token, client_id: randomUUID(), text: `${name} asks`, language: 'en', asked };
    expect((await at.stranger().call('chat/begin', begun)).status).toBe(200);
    const [visitor] = await at.db.read<{ id: number }>(
      'system',
      sql`select customer_id as id from visitors where name = ${name}`,
    );
    const id = visitor?.id ?? 0;
    expect((await olena.call('customers/erase', { id, typed: name })).status).toBe(200);
    // As an erasure that is under way was noted before.
    if (isFromBefore)
      await at.db.transaction('system', (tx) =>
        tx.run(
          sql`update customer_erasures set known = jsonb_build_object('ids', known->'ids', 'names', known->'names', 'addresses', jsonb_build_array(${email ?? ''}::text)) where customer_id = ${id}`,
        ),
      );
    while (await stretch());
    expect(await keptOf(ticketId), name).toEqual(before);
    expect(await placesOf(new RegExp(`${name} asks`))).toEqual([]);
  }
});

test('what somebody wrote from an address that is another one’s by now is not forgotten with that one', async () => {
  const aspen = { from: 'Aspen Poplar', address: 'office@poplar.test' };
  const { ticketId, customerId } = await aTicket(at, shop, { ...aspen, text: 'Aspen asks' });
  const { customerId: id } = await aTicket(at, shop, { from: 'Willow Osier', address: 'willow@poplar.test' });
  const identity = { kind: 'email', value: aspen.address };
  expect((await olena.call('customers/remove-identity', { id: customerId, ...identity })).status).toBe(200);
  expect((await olena.call('customers/add-identity', { id, ...identity })).status).toBe(200);
  const before = await keptOf(ticketId);
  expect((await olena.call('customers/erase', { id, typed: 'Willow Osier' })).status).toBe(200);
  while (await stretch());
  expect(await keptOf(ticketId)).toEqual(before);
});

test('what somebody writes anew while they are being forgotten stays, and so does what is answered', async () => {
  const hazel = { from: 'Hazel Filbert', address: 'hazel@filbert.test' };
  const { customerId: id } = await aTicket(at, shop, { ...hazel, text: 'Forget me' });
  const other = await aTicket(at, shop, { from: 'Hanna', address: 'hanna@filbert.test', text: 'Of Hanna' });
  await aLetterOn(at, shop, other.ticketId, { ...hazel, text: 'Hazel, before' });
  expect((await olena.call('customers/erase', { id, typed: 'Hazel Filbert' })).status).toBe(200);

  const anew = await aTicket(at, shop, { ...hazel, subject: 'Here again', text: 'One more question' });
  expect(anew.customerId).not.toBe(id);
  await aLetterOn(at, shop, other.ticketId, { ...hazel, text: 'Hazel, since' });
  for (const [ticket_id, to] of [
    [anew.ticketId, [{ address: hazel.address }]],
    [other.ticketId, [{ address: 'hanna@filbert.test' }, { address: hazel.address }]],
  ] as const) {
    const answer = { ticket_id, client_id: randomUUID(), body_html: '<p>Welcome back</p>' };
    const sent = await olena.call('tickets/reply', { ...answer, to });
    expect(sent.status, sent.text).toBe(200);
  }
  // A mail that led to no ticket.
  const [kept] = await at.db.transaction('system', (tx) =>
    tx.rows<{ id: number }>(
      sql`insert into inbound_mails (company_id, mailbox_id, folder, folder_role, uid_validity, uid, size, received_at, outcome, subject, from_address, raw_key)
          select company_id, mailbox_id, folder, folder_role, uid_validity, uid + 1000000, size, received_at, 'kept', subject, from_address, raw_key
          from inbound_mails where id = ${anew.inboundMailId} returning id`,
    ),
  );
  const mail = async () =>
    at.db.read('system', sql`select raw_key, from_address, subject from inbound_mails where id = ${kept?.id ?? 0}`);
  const before = { ...(await keptOf(anew.ticketId)), mail: await mail() };
  const { messages, deliveries } = await keptOf(other.ticketId);
  while (await stretch());
  expect({ ...(await keptOf(anew.ticketId)), mail: await mail() }).toEqual(before);
  const after = await keptOf(other.ticketId);
  expect(messages.length).toBe(4);
  expect(after.messages).toEqual([messages[0], expect.objectContaining({ body_text: '' }), messages[2], messages[3]]);
  expect(after.deliveries).toEqual(deliveries);
});

test('of what colleagues are writing a stretch is looked through at a time, however much there is', async () => {
  const lime = { from: 'Lime Basswood', address: 'lime@basswood.test' };
  const { customerId: id, ticketId } = await aTicket(at, shop, lime);
  const other = await aTicket(at, shop, { from: 'Hanna', address: 'hanna@basswood.test' });
  const recipients = JSON.stringify({ to: [{ name: '', address: lime.address }], cc: [], bcc: [] });
  const many = 2500;
  await at.db.transaction('system', async (tx) => {
    const writer = sql`(select user_id from roles where company_id = ${shop.companyId} limit 1)`;
    await tx.run(
      sql`insert into new_letters (company_id, user_id, client_id, product_id, recipients)
          select ${shop.companyId}, ${writer}, gen_random_uuid(), ${shop.productId}, ${recipients}::jsonb from generate_series(1, ${many}::int)`,
    );
    await tx.run(
      sql`insert into drafts (company_id, ticket_id, origin_ticket_id, user_id, kind, state, recipients, client_id)
          select ${shop.companyId}, ${other.ticketId}, ${other.ticketId}, ${writer}, 'reply', 'taken_back', ${recipients}::jsonb, gen_random_uuid() from generate_series(1, ${many}::int)`,
    );
  });
  const naming = async () => {
    const [count] = await at.db.read<{ letters: number; drafts: number }>(
      'system',
      sql`select (select count(*)::int from new_letters where recipients::text like ${`%${lime.address}%`}) as letters,
            (select count(*)::int from drafts where recipients::text like ${`%${lime.address}%`}) as drafts`,
    );
    return [count?.letters, count?.drafts];
  };
  expect((await olena.call('customers/erase', { id, typed: 'Lime Basswood' })).status).toBe(200);
  const seen = new Set<string>();
  do seen.add(String(await naming()));
  while (await stretch());
  const rest = many - 2000;
  expect([...seen]).toEqual([`${many},${many}`, `${rest},${many}`, `0,${many}`, `0,${rest}`, '0,0']);
  expect((await keptOf(ticketId)).messages).not.toEqual([]);
  await at.db.transaction('system', async (tx) => {
    await tx.run(sql`delete from new_letters where company_id = ${shop.companyId}`);
    await tx.run(sql`delete from drafts where ticket_id = ${other.ticketId}`);
  });
});

test('what is said of somebody of that name or address since they were forgotten stays', async () => {
  const hemlock = { from: 'Hemlock Tsuga', address: 'hemlock@tsuga.test' };
  const { customerId: id } = await aTicket(at, shop, hemlock);
  const other = await aTicket(at, shop, { from: 'Hanna', address: 'hanna@tsuga.test' });
  expect((await olena.call('customers/erase', { id, typed: 'Hemlock Tsuga' })).status).toBe(200);

  const anew = await aTicket(at, shop, hemlock);
  const note = { data: { note: 'Hemlock Tsuga is back' }, filter: { conditions: [['id', '=', anew.customerId]] } };
  expect((await olena.post('customers/update', note)).status).toBe(200);
  const saved = await olena.call('drafts/save', {
    ...{ ticket_id: other.ticketId, kind: 'reply', body_html: '<p>Both of you</p>', from: null, signs: 1 },
    ...{
      recipients: { to: [{ name: '', address: hemlock.address }], cc: [], bcc: [] },
      template_ids: [],
      mentions: [],
    },
    ...{ attachments: [], base_version: 0, typed_ms_ago: 0, device: randomUUID() },
  });
  expect(saved.status, saved.text).toBe(200);
  await tellTrail(at);
  const said = () =>
    at.db.read(
      'system',
      sql`select 'event' as of, detail::text from events where entity = 'customers' and entity_id = ${anew.customerId} and detail is not null
          union all select 'entry', detail::text from audit_entries where entity = 'customers' and entity_id = ${anew.customerId} and detail is not null
          union all select 'draft', recipients::text from drafts where ticket_id = ${other.ticketId} order by 1, 2`,
    );
  const before = await said();
  expect(new Set(before.map((one) => (one as { of: string }).of))).toEqual(new Set(['event', 'entry', 'draft']));
  while (await stretch());
  expect(await said()).toEqual(before);
});

test('whoever is called much like somebody who is forgotten keeps what was said of them, here and in other companies', async () => {
  const bohdan = await aPerson(at, 'Bohdan', 'bohdan@fjord.test');
  const fjord = await aCompany(bohdan.api, 'Fjordvik', 'FV');
  const known = async (from: string, address: string, company = shop) =>
    (await aTicket(at, company, { from, address })).customerId;
  const ann = await known('Ann Firm', 'ann@firm.test');
  const [joann, other, sister] = [
    await known('Joann Firm', 'joann@firm.test'),
    await known('Ann Firmin', 'ann@firm.test.example'),
    await known('Beth Holm', 'beth@holm.test'),
  ];
  const elsewhere = await known('Ann Firm', 'ann@firm.test', fjord);
  const change = async (id: number, data: object, api = olena) => {
    const answer = await api.post('customers/update', { data, filter: { conditions: [['id', '=', id]] } });
    expect(answer.status, answer.text).toBe(200);
  };
  await change(joann, { first_name: 'Joanna', email: 'joanna@firm.test' });
  await change(other, { last_name: 'Firmina', email: 'other@firm.test.example' });
  await change(elsewhere, { first_name: 'Anna', email: 'anna@firm.test' }, bohdan.api);
  await change(sister, { note: 'Sister of\nann@firm.test' });
  const names = { name: 'Ask Ann Firm, ann@firm.test.', texts: { en: '<p>x</p>' } };
  const template = { company_id: shop.companyId, visibility: 'company', ...names };
  const templateId = rowId(await olena.post('templates/create', { data: [template] }), 'templates');
  await at.db.transaction('system', async (tx) => {
    for (const to of ['olena@lumenoak.test', 'bohdan@fjord.test'])
      await tx.run(
        sql`insert into system_mails (to_name, to_address, subject, message_id, state) values ('', ${to}, 'Ann Firm wrote', ${randomUUID()}, 'sent')`,
      );
  });
  await tellTrail(at);

  const of = (ids: number[]) => sql`entity = 'customers' and action = 'updated' and entity_id = any (${ids}::bigint[])`;
  const others = of([joann, other, elsewhere]);
  const said = async () => [
    await at.db.read(
      'system',
      sql`select number, title, detail from audit_entries where ${others} order by chain, number`,
    ),
    await at.db.read('system', sql`select position, detail from events where ${others} order by position`),
  ];
  const before = await said();
  for (const rows of before)
    expect(JSON.stringify(rows)).toMatch(/joann@firm.test.*ann@firm.test.example.*"ann@firm.test"/);
  expect((await olena.call('customers/erase', { id: ann, typed: 'Ann Firm' })).status).toBe(200);
  while (await stretch());
  await tellTrail(at);
  expect(await said()).toEqual(before);

  // What names them is gone: in a sentence, behind a new line, in letters to colleagues.
  const naming = sql`entity = 'templates' and action = 'created' and entity_id = ${templateId} or ${of([sister])}`;
  const entries = await at.db.read('system', sql`select title, detail from audit_entries where ${naming}`);
  expect(entries).toEqual([
    { title: null, detail: null },
    { title: null, detail: null },
  ]);
  const mails = await at.db.read(
    'system',
    sql`select to_address, subject from system_mails where to_address in ('olena@lumenoak.test', 'bohdan@fjord.test') and state = 'sent' and subject in ('', 'Ann Firm wrote') order by id desc limit 2`,
  );
  expect(mails).toEqual([
    { to_address: 'bohdan@fjord.test', subject: 'Ann Firm wrote' },
    { to_address: 'olena@lumenoak.test', subject: '' },
  ]);
});

test('no letter is put into a ticket whose customer was forgotten', async () => {
  const { ticketId, customerId } = await aTicket(at, shop, { from: 'Teak Iroko', address: 'teak@iroko.test' });
  const other = await aTicket(at, shop, { from: 'Hanna', address: 'hanna@other.test', text: 'Put elsewhere' });
  const erased = await olena.call('customers/erase', { id: customerId, typed: 'Teak Iroko' });
  expect(erased.status, erased.text).toBe(200);
  while (await stretch());
  const [row] = await at.db.read<{ number: number }>('system', sql`select number from tickets where id = ${ticketId}`);
  const moved = await olena.call('inbound-mails/move-to-ticket', { id: other.inboundMailId, number: row?.number });
  expect([moved.status, moved.body.errors?.[0]]).toMatchObject([
    409,
    { key: 'ticket_is_erased', field: 'data.number' },
  ]);
  const words = await at.db.read<{ body_text: string }>(
    'system',
    sql`select body_text from messages where ticket_id = ${other.ticketId}`,
  );
  expect(words).toEqual([{ body_text: 'Put elsewhere' }]);

  // Nor by way of a merge, in either direction: what answers it would come back with the other one.
  const merged = async (survivor_id: number, id: number) => {
    const answers = [];
    for (const call of ['merge-preview', 'merge'])
      answers.push(await olena.call(`tickets/${call}`, { survivor_id, ids: [id] }));
    return answers.map(({ status, body }) => [status, body.errors?.[0]?.key, body.errors?.[0]?.field]);
  };
  const refused = (field: string) => [409, 'ticket_is_erased', field];
  const into = refused('data.survivor_id');
  const away = refused('data.ids');
  expect(await merged(ticketId, other.ticketId)).toEqual([into, into]);
  expect(await merged(other.ticketId, ticketId)).toEqual([away, away]);
});

test('what was split is not put together again once the customer of either part was forgotten, and theirs is split no more', async () => {
  const [teak, hanna] = [
    { from: 'Teak Afrormosia', address: 'teak@afrormosia.test' },
    { from: 'Hanna', address: 'hanna@afrormosia.test' },
  ];
  const splitOff = async (first: typeof teak, then: typeof teak) => {
    const { ticketId, customerId } = await aTicket(at, shop, { ...first, text: 'Mine' });
    const { messageId: message_id } = await aLetterOn(at, shop, ticketId, { ...then, text: 'Of somebody else' });
    const split = await olena.call('tickets/split', { message_id, from_here: 0 });
    expect(split.status, split.text).toBe(200);
    return { customerId, tickets: [ticketId, split.body.data.ticket_id], split_id: split.body.data.split_id };
  };
  const [offTeak, offHanna] = [await splitOff(teak, hanna), await splitOff(hanna, teak)];
  const { messageId: message_id } = await aLetterOn(at, shop, offTeak.tickets[0], { ...teak, text: 'Mine too' });
  const asked = await olena.call('customers/erase', { id: offTeak.customerId, typed: 'Teak Afrormosia' });
  expect(asked.status, asked.text).toBe(200);
  while (await stretch());
  const threads = async () =>
    at.db.read(
      'system',
      sql`select id, ticket_id, body_text from messages where ticket_id = any (${[...offTeak.tickets, ...offHanna.tickets]}::bigint[]) order by id`,
    );
  const before = await threads();
  for (const { split_id } of [offTeak, offHanna]) {
    const { status, body } = await olena.call('tickets/unsplit', { split_id });
    expect([status, body.errors?.[0]]).toMatchObject([409, { key: 'ticket_is_erased', field: 'data.split_id' }]);
  }
  const { status, body } = await olena.call('tickets/split', { message_id, from_here: 0 });
  expect([status, body.errors?.[0]]).toMatchObject([409, { key: 'ticket_is_erased', field: 'data.message_id' }]);
  expect(await threads()).toEqual(before);
});

test('of tickets of two customers that were merged each is exported and forgotten alone', async () => {
  const letter = (name: string) => ({ from: `${name} Elm`, address: `${name.toLowerCase()}@elm.test` });
  const merged = async (one: string, other: string) => {
    const into = await aTicket(at, shop, { ...letter(one), subject: `${one} asks`, text: `${one} has a table` });
    const gone = await aTicket(at, shop, { ...letter(other), subject: `${other} asks`, text: `${other} has a chair` });
    for (const [{ ticketId: ticket_id }, name] of [
      [into, one],
      [gone, other],
    ] as const) {
      const client_id = randomUUID();
      await olena.call('tickets/note', { ticket_id, client_id, body_html: `<p>Note on ${name}</p>` });
      const to = [{ address: letter(name).address }];
      await olena.call('tickets/reply', { ticket_id, client_id: randomUUID(), body_html: `<p>Dear ${name}</p>`, to });
    }
    const merge = await olena.call('tickets/merge', { survivor_id: into.ticketId, ids: [gone.ticketId] });
    expect(merge.status, merge.text).toBe(200);
    // Written since, to one of them alone.
    const since = { ticket_id: into.ticketId, client_id: randomUUID(), body_html: `<p>Still there, ${other}?</p>` };
    expect((await olena.call('tickets/reply', { ...since, to: [{ address: letter(other).address }] })).status).toBe(
      200,
    );
    await aLetterOn(at, shop, into.ticketId, { ...letter(one), text: `${one} waits` });
    while ((await readDueWords(at.db)) > 0);
    return { into, gone };
  };
  const erase = async (id: number, typed: string) => {
    const preview = (await olena.call('customers/erasure-preview', { id })).body.data;
    const asked = await olena.call('customers/erase', { id, typed });
    expect(asked.status, asked.text).toBe(200);
    while (await stretch());
    while ((await readDueWords(at.db)) > 0);
    await tellTrail(at);
    return preview;
  };
  const said = async (ticketId: number) =>
    (
      await at.db.read<{ body_text: string }>(
        'system',
        sql`select body_text from messages where ticket_id = ${ticketId} and kind <> 'event' order by id`,
      )
    ).map((one) => one.body_text.trim());

  // Whose ticket went into that of somebody else.
  const first = await merged('Larch', 'Yew');
  const { job_id } = (await olena.call('customers/export', { request_id: randomUUID(), id: first.gone.customerId }))
    .body.data;
  expect((await over(job_id)).state).toBe('done');
  const texts = [...(await textsIn(await fileOf(job_id))).values()].join();
  for (const words of ['Yew has a chair', 'Note on Yew', 'Dear Yew']) expect(texts).toContain(words);
  expect(texts).not.toContain('Larch');
  expect(await erase(first.gone.customerId, 'Yew Elm')).toMatchObject({ tickets: 1, messages: 3, mails: 1 });
  expect((await dumpOf(at)).split('\n').filter((row) => /\byew\b/i.test(row))).toEqual([]);
  expect(await said(first.into.ticketId)).toEqual([
    'Larch has a table',
    'Note on Larch',
    'Dear Larch',
    '',
    'Larch waits',
  ]);

  // Into whose ticket another went: that one is itself again, and can be answered.
  const second = await merged('Rowan', 'Alder');
  expect(await erase(second.into.customerId, 'Rowan Elm')).toMatchObject({ tickets: 1, messages: 5, mails: 2 });
  expect((await dumpOf(at)).split('\n').filter((row) => /\browan\b/i.test(row))).toEqual([]);
  expect(await said(second.gone.ticketId)).toEqual(['Alder has a chair', 'Note on Alder', 'Dear Alder']);
  const answer = { ticket_id: second.gone.ticketId, client_id: randomUUID(), body_html: '<p>Here we are</p>' };
  const to = [{ address: letter('Alder').address }];
  expect((await olena.call('tickets/reply', { ...answer, to })).status).toBe(200);
});

test('a table that names a customer is decided', async () => {
  const rows = await at.db.read<{ name: string }>(
    'system',
    sql`select distinct r.relname as name from pg_constraint c join pg_class r on r.oid = c.conrelid where c.contype = 'f' and c.confrelid = 'customers'::regclass
        union select c.table_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.column_name ~ '(^|_)customers?_ids?$' order by 1`,
  );
  expect(rows.map((row) => row.name)).toEqual(Object.keys(partsOfCustomer).sort());
});

test('Nobody erases or exports whom they see a part of only; nor one that lives on in another card', async () => {
  const { customerId } = await aTicket(at, shop, { from: 'Nina Part', address: 'nina@part.test' });
  const iryna = await aPerson(at, 'Iryna', 'iryna@lumenoak.test');
  await joins(at, iryna.id, shop.companyId, 3);
  await at.db.transaction('system', (tx) => tx.run(sql`update roles set scope = 'own' where user_id = ${iryna.id}`));
  expect((await iryna.api.call('customers/erase', { id: customerId, typed: 'Nina Part' })).status).toBe(404);
  const made = await olena.post('customers/create', {
    data: [{ company_id: shop.companyId, first_name: 'Nina', email: 'n@part.test' }],
  });
  const from = rowId(made, 'customers');
  await olena.call('customers/merge', { client_id: randomUUID(), into_id: customerId, from_id: from });
  expect((await olena.call('customers/erase', { id: from, typed: 'Nina' })).body.errors?.[0]?.key).toBe(
    'not_in_this_state',
  );
});

async function fileOf(jobId: number): Promise<Buffer> {
  const cookie = `${olena.cookie}; ${olena.device}`;
  const answer = await fetch(`${olena.url}/v1/api/jobs/${jobId}/file`, { headers: { cookie } });
  return Buffer.from(await answer.arrayBuffer());
}

const textsIn = async (bytes: Buffer) =>
  new Map([...(await unzip(bytes))].map(([name, one]) => [name, one.toString()]));
