import fs from 'node:fs';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesInFolder } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import type { ApiClient } from '#test/api/api-client.ts';
import { aParley, type TestParley } from '#test/api/parley-in-process.ts';
import { aPerson } from '#test/api/people.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { customers } from './customers.ts';
import { demoEnvironment } from './demo-environment.ts';
import { demoPassword } from './lumen-and-oak.ts';
import { type Demo, openDemo } from './open-demo.ts';
import { planThreads } from './plan-threads.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape
type Row = Record<string, any>;

/** Mail servers, parsers and six months of letters share two cores with other suites. */
const patiently = { timeoutMs: 50_000 };

const said: string[] = [];
const groundOf = (at: TestParley) => ({
  ...at,
  files: filesInFolder(`${at.folder}/files`),
  outboxFolder: `${at.folder}/outbox`,
  pace: null,
  say: (line: string) => said.push(line),
});

describe('the demo', () => {
  let at: TestParley;
  let demo: Demo;
  let daryna: ApiClient;

  beforeAll(async () => {
    at = await aParley({ role: 'all' });
    demo = await openDemo(groundOf(at));
    at.wake.nudge('mailboxes');
    daryna = at.stranger();
    await daryna.call('auth/login', demo.signIn);
  }, 300_000);
  afterAll(async () => {
    await at?.close();
    await demo?.close();
  });

  const all = async (entity: string, fields: string[], conditions: unknown[] = []) => {
    const rows: Row[] = [];
    for (let from = 0; ; from += 100) {
      const body = { fields, filter: { conditions }, sort: [['id', 'asc']], range: [from, from + 100] };
      const answer = await daryna.post(`${entity}/get`, body);
      expect(answer.status, answer.text).toBe(200);
      const page = answer.body.data[entity] as Row[];
      rows.push(...page);
      if (page.length < 100) return rows;
    }
  };

  test('is a company of 8 with 3 products, 40 customers and 403 tickets, most of them done', async () => {
    expect((await all('users', ['id', 'level'])).map((one) => one.level).toSorted((a, b) => a - b)).toEqual([
      1, 1, 1, 1, 1, 2, 3, 4,
    ]);
    expect((await all('products', ['id', 'abbreviation'])).map((one) => one.abbreviation)).toEqual([
      'SHP',
      'DLV',
      'STD',
    ]);
    const known = new Set((await all('customers', ['id', 'email'])).map((one) => one.email));
    expect(customers.filter((one) => known.has(one.address))).toHaveLength(40);

    const { views } = (await daryna.call('tickets/counters')).body.data as { views: Record<string, number> };
    expect(views).toMatchObject({ open: 69, answered: 54, resolved: 260, spam: 10, trash: 10 });
  });

  test('has a chat for each of its sites, in both languages', async () => {
    const quidgets = await all('quidgets', ['product_id', 'settings', 'allowed_domains', 'calendar_id']);
    expect(new Set(quidgets.map((one) => one.product_id)).size).toBe(3);
    for (const { settings, allowed_domains, calendar_id } of quidgets) {
      expect(settings.texts.en.greeting).not.toBe('');
      expect(settings.texts.ua.greeting).not.toBe('');
      // The one to try stands on the demo's own shop, wherever that is, and somebody is always there.
      expect(calendar_id === null).toBe(allowed_domains.length === 0);
    }
    expect(quidgets.filter((one) => one.calendar_id === null)).toHaveLength(1);
    const chats = (await all('tickets', ['id', 'channel', 'title', 'message_count'])).filter(
      (one) => one.channel === 'chat',
    );
    expect(chats.map((one) => one.title)).toContain('Is the brass one dimmable?');
    expect(chats).toHaveLength(3);
  });

  test('answers with templates in two languages, and finds its tickets by tags, labels and saved searches', async () => {
    const templates = await all('templates', ['id', 'category', 'texts', 'times_used']);
    expect(templates.length).toBe(15);
    expect(templates.every((one) => one.category && one.texts.en && one.texts.ua)).toBe(true);
    const categories = await all('categories', ['id', 'template_count']);
    expect(categories.reduce((sum, one) => sum + one.template_count, 0)).toBe(15);
    const marked = await all('tickets', ['id', 'label_id', 'tags']);
    expect(marked.filter((one) => one.tags.length > 0).length).toBeGreaterThan(100);
    expect(marked.filter((one) => one.label_id !== null).length).toBeGreaterThan(80);
    expect((await all('saved-searches', ['id', 'is_shared'])).map((one) => one.is_shared)).toEqual([1, 0]);
  });

  test('works in three teams by business hours, under four numbers that are nobody’s, and could take more', async () => {
    const teams = await all('teams', ['id', 'users_total', 'calendar_id', 'members']);
    expect(teams.map((one) => one.users_total)).toEqual([4, 3, 3]);
    expect(teams.every((one) => one.calendar_id !== null)).toBe(true);
    const phones = await all('product-call-phones', ['id', 'product_id', 'readable_number']);
    expect(phones.filter((one) => one.product_id > 0)).toHaveLength(4);
    expect(phones.filter((one) => one.product_id === 0)).toHaveLength(3);
    // Ranges that are set aside for stories, in Britain and in America.
    for (const { readable_number } of phones)
      expect(readable_number).toMatch(/^\+44 (?:20 7946 0\d{3}|1\d\d 496 0\d{3}|808 157 0\d{3})$|^\+1 212 555 01\d\d$/);
    const moved = phones.find((one) => one.readable_number === '+44 117 496 0042');
    const history = (await daryna.call('product-call-phones/history', { id: moved?.id })).body.data.changes;
    expect(history.map((one: Row) => [one.from?.name ?? null, one.to.name])).toEqual([
      ['Studio', 'Delivery'],
      [null, 'Studio'],
    ]);
  });

  test('has happened: nothing lies ahead, six months lie behind, letters follow each other', async () => {
    const [story] = await at.db.read<{ oldest: number; ahead: number; swapped: number }>(
      'system',
      sql`select (select extract(epoch from now() - min(added))::int / 86400 from tickets) as oldest,
            (select count(*)::int from messages where added > now()) as ahead,
            (select count(*)::int from messages a join messages b on b.ticket_id = a.ticket_id and b.id > a.id and b.added < a.added) as swapped`,
    );
    expect(story?.oldest).toBeGreaterThan(150);
    expect(story).toMatchObject({ ahead: 0, swapped: 0 });
    const waiting = await all(
      'tickets',
      ['id', 'waiting_since'],
      [
        ['view_type', '=', ''],
        ['is_spam', '=', 0],
        ['is_deleted', '=', 0],
      ],
    );
    const hours = waiting.map((one) => (Date.now() - Date.parse(`${one.waiting_since}Z`)) / 3_600_000);
    expect(Math.max(...hours)).toBeLessThan(24 * 5);
    expect(hours.filter((one) => one < 24).length).toBeGreaterThan(20);
  });

  test('speaks English and Ukrainian, and every thread can be read', { timeout: 120_000 }, async () => {
    const tickets = await all('tickets', ['id', 'title', 'message_count']);
    const ukrainian = tickets.filter((one) => /[іїєґ]/i.test(one.title));
    // Who writes is drawn by the day that it is seeded on: about a quarter of them in Ukrainian.
    expect(ukrainian.length).toBeGreaterThan(75);
    expect(tickets.length - ukrainian.length).toBeGreaterThan(180);

    let quotes = 0;
    for (const { id, message_count } of tickets) {
      const fields = ['id', 'kind', 'body_html', 'body_text', 'has_quote', 'attachments', 'delivery', 'event'];
      const thread = await all('messages', fields, [['ticket_id', '=', id]]);
      expect(thread.filter((one) => one.kind !== 'event')).toHaveLength(message_count);
      for (const message of thread) {
        if (message.kind !== 'event')
          expect(`${message.body_text}${message.body_html ?? ''}`).not.toMatch(/^\s*$|[{}]/);
        quotes += message.has_quote;
        if (message.kind !== 'inbound' || message.body_html === null) continue;
        const frame = await daryna.get(`messages/${message.id}/frame?quoted=1`);
        expect(frame.status).toBe(200);
      }
    }
    const [{ answers } = { answers: 0 }] = await at.db.read<{ answers: number }>(
      'system',
      sql`select count(*)::int as answers from messages where kind = 'inbound' and mail_in_reply_to is not null and mail_kind = 'human'`,
    );
    expect(quotes).toBe(answers);
  });

  test('has attachments that open', async () => {
    const rows = await at.db.read<{ id: number; name: string }>(
      'system',
      sql`select id, name from attachments order by id`,
    );
    expect(rows.length).toBeGreaterThan(100);
    const kinds = new Map<string, number>();
    for (const { id, name } of rows) {
      const kind = name.split('.').at(-1) ?? '';
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if ((kinds.get(kind) ?? 0) > 12) continue;
      const file = await fetch(`${at.parley.url}/v1/api/files/${id}`, { headers: { cookie: daryna.cookie } });
      expect(file.status).toBe(200);
      requireWhole(kind, Buffer.from(await file.arrayBuffer()));
    }
    expect([...kinds.keys()].sort()).toEqual(['csv', 'log', 'pdf', 'png', 'txt']);
  });

  test('shows every end that a mail or a letter can have', async () => {
    const outcomes = await at.db.read<{ outcome: string }>(
      'system',
      sql`select distinct outcome from inbound_mails order by 1`,
    );
    expect(outcomes.map((one) => one.outcome)).toEqual([
      'appended',
      'automatic',
      'bounce',
      'kept',
      'new_ticket',
      'own',
      'spam',
    ]);
    const failed = await at.db.read<{ error: string }>(
      'system',
      sql`select error from deliveries where state = 'failed'`,
    );
    expect(failed.length).toBeGreaterThanOrEqual(5);
    expect(failed.filter((one) => /^5\d\d /.test(one.error)).length).toBeGreaterThanOrEqual(4);
    const alike = await all('tickets', ['id', 'looks_like']);
    expect(alike.filter((one) => one.looks_like !== null)).toHaveLength(4);
    const unread = (await all('tickets', ['id', 'is_unread', 'view_type'])).filter((one) => one.is_unread === 1);
    expect(unread.length).toBeGreaterThan(15);
    expect(new Set(unread.map((one) => one.view_type))).toEqual(new Set(['']));
  });

  test('delivers an answer to its own sandbox, files the copy and hears from its mailboxes', {
    timeout: 240_000,
  }, async () => {
    const [ticket] = await all('tickets', ['id', 'case_number'], [['view_type', '=', 'answered']]);
    const ticketId = Number(ticket?.id);
    const reply = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>One more word.</p>' };
    const to = (address: string) => ({ ...reply, client_id: crypto.randomUUID(), to: [{ address }] });
    const sent = await daryna.call('tickets/reply', to('hanna@letterbox.example'));
    const refused = await daryna.call('tickets/reply', to('nobody@letterbox.example'));
    const stateOf = async (answer: typeof sent) => {
      const [row] = await all('messages', ['id', 'delivery'], [['id', '=', answer.body.data.message_id]]);
      return row?.delivery as { state: string; error: string | null } | undefined;
    };
    await waitUntil(async () => (await stateOf(sent))?.state === 'sent', patiently);
    await waitUntil(async () => (await stateOf(refused))?.state === 'failed', patiently);
    expect((await stateOf(refused))?.error).toContain('550 5.1.1');
    expect(
      fs.readdirSync(`${at.folder}/outbox`).filter((name) => name.includes('hanna@letterbox.example')),
    ).toHaveLength(1);
    await waitUntil(async () => {
      const [row] = await at.db.read<{ n: number }>(
        'system',
        sql`select count(*)::int as n from deliveries where message_id = ${sent.body.data.message_id} and copy_state = 'done'`,
      );
      return row?.n === 1;
    }, patiently);
    await waitUntil(
      async () => (await all('mailboxes', ['id', 'health_state'])).every((one) => one.health_state === 'ok'),
      patiently,
    );
  });

  test('is alive: whoever is answered writes back once, and somebody writes anew', { timeout: 120_000 }, async () => {
    await demo.close();
    // Read before anybody can write.
    const [newest] = (await all('tickets', ['id'])).slice(-1);
    const pace = { answerMilliseconds: 20, letterMilliseconds: 80, lettersMax: 2 };
    demo = await openDemo({ ...groundOf(at), pace });
    at.wake.nudge('mailboxes');
    await waitUntil(async () => (await all('tickets', ['id'], [['id', '>', newest?.id]])).length === 2, patiently);

    const tickets = await all('tickets', ['id', 'customer.email'], [['view_type', '=', 'answered']]);
    const [first, second] = tickets.filter((one) => customers.some(({ address }) => address === one.customer.email));
    const answer = (to: Row | undefined) =>
      daryna.call('tickets/reply', {
        ...{ ticket_id: to?.id, client_id: crypto.randomUUID(), body_html: '<p>Is all well?</p>' },
        to: [{ address: to?.customer.email }],
      });
    const letters = async (of: Row | undefined) =>
      (await all('messages', ['id', 'kind', 'has_quote'], [['ticket_id', '=', of?.id]])).filter(
        (one) => one.kind === 'inbound',
      );
    const writesBack = async (who: Row | undefined) => {
      const before = (await letters(who)).length;
      expect((await answer(who)).status).toBe(200);
      await waitUntil(async () => (await letters(who)).length > before, patiently);
    };
    await writesBack(first);
    const heard = await letters(first);
    expect(heard.at(-1)).toMatchObject({ has_quote: 1 });
    expect(await all('tickets', ['view_type'], [['id', '=', first?.id]])).toMatchObject([{ view_type: '' }]);
    // Answered again they have nothing to add: what was said later, to somebody else, has long come back.
    expect((await answer(first)).status).toBe(200);
    await writesBack(second);
    expect(await letters(first)).toHaveLength(heard.length);
  });

  test('is not written twice: a second start finds it', async () => {
    const before = await all('tickets', ['id']);
    const again = await openDemo(groundOf(at));
    await again.close();
    expect(await all('tickets', ['id'])).toHaveLength(before.length);
    expect(said.filter((line) => line.includes('writing'))).toHaveLength(1);
  });
});

test('the story repeats itself', () => {
  const now = new Date('2026-11-20T14:00:00Z');
  expect(planThreads(now, 7)).toEqual(planThreads(now, 7));
  expect(planThreads(now, 7)).not.toEqual(planThreads(now, 8));
});

test.each(['2026-11-22T02:30:00Z', '2026-11-23T06:05:00Z', '2027-03-01T19:59:00Z'])(
  'the story fits any moment, %s too',
  (moment) => {
    const now = new Date(moment);
    const threads = planThreads(now, 1);
    expect(threads).toHaveLength(386);
    for (const { turns, endedAt } of threads) {
      const moments = [...turns.map((turn) => turn.at), ...(endedAt ? [endedAt] : [])].map(Number);
      expect(moments).toEqual(moments.toSorted((a, b) => a - b));
      expect(moments.at(-1)).toBeLessThan(now.getTime());
    }
  },
);

test('a folder with a company of its own is left alone', async () => {
  const at = await aParley();
  await aPerson(at);
  await expect(openDemo(groundOf(at))).rejects.toThrow('This data folder holds a company of its own');
  await at.close();
});

test('the demo is for this machine, and its mail stays there', () => {
  expect(demoEnvironment([], {})).toBeUndefined();
  const env = demoEnvironment(['--demo'], { SMTP_URL: 'smtp://mail.example', OUTBOUND_ALLOW: '10.0.0.0/8' });
  expect(env).toMatchObject({ DATA_DIR: './data-demo', SMTP_URL: '', OUTBOUND_ALLOW: '10.0.0.0/8,127.0.0.1/32' });
  expect(() => demoEnvironment(['--demo'], { HOST: '0.0.0.0' })).toThrow('--open-to-network');
  expect(demoEnvironment(['--demo', '--open-to-network'], { HOST: '0.0.0.0' })).toMatchObject({ HOST: '0.0.0.0' });
  expect(() => demoEnvironment(['--demo'], { DATABASE_URL: 'postgres://db' })).toThrow('without DATABASE_URL');
  expect(demoPassword.length).toBeGreaterThanOrEqual(12);
});

/** Throws unless the bytes are a whole file of their kind. */
function requireWhole(kind: string, bytes: Buffer): void {
  if (kind === 'png') {
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    const data: Buffer[] = [];
    for (let at = 8; at < bytes.length; ) {
      const end = at + 8 + bytes.readUInt32BE(at);
      expect(bytes.readUInt32BE(end)).toBe(zlib.crc32(bytes.subarray(at + 4, end)));
      if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(bytes.subarray(at + 8, end));
      at = end + 4;
    }
    expect(zlib.inflateSync(Buffer.concat(data))).toHaveLength(height * (width * 3 + 1));
  } else if (kind === 'pdf') {
    const text = bytes.toString('latin1');
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    const places = text.slice(table).match(/^\d{10} 00000 n $/gm) ?? [];
    expect(places.map((line, i) => text.slice(Number(line.slice(0, 10))).startsWith(`${i + 1} 0 obj`))).toEqual(
      places.map(() => true),
    );
  } else expect(bytes.toString('utf8')).toMatch(/\n$/);
}
