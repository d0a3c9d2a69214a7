import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvEntities } from '#contract/csv.ts';
import { csvLine } from '#contract/csv-line.ts';
import { cellOf, csvColumns } from '#domain/csv/index.ts';
import { calls, commonEntities, entities, entityNamed } from './contract-registry.ts';
import { rowCounts } from './everything-of.ts';
import type { TestParley } from './parley-in-process.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import type { Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
shopsAtHand((it) => ({ at, ours, theirs } = it));

/** What takes a file: where, and what only it may take. A new door fails here until somebody has said so. */
const uploads: Record<
  string,
  { at: (shop: Shop) => string; takes: 'anything' | 'a picture' | 'a table' | 'an archive' }
> = {
  '/v1/api/companies/:id/logo': { at: (shop) => `companies/${shop.companyId}/logo`, takes: 'a picture' },
  '/v1/api/companies/:id/import': { at: (shop) => `companies/${shop.companyId}/import`, takes: 'an archive' },
  '/v1/api/csv/upload': { at: (shop) => `csv/upload?company_id=${shop.companyId}&entity=tags`, takes: 'a table' },
  '/v1/api/files/upload': { at: () => 'files/upload', takes: 'anything' },
  '/v1/api/profile/avatar': { at: () => 'profile/avatar', takes: 'a picture' },
};
/** What gives one, beside the calls of the contract; who asks without a session gets nothing of it. */
const downloads: Record<string, (shop: Shop) => string> = {
  '/v1/api/audit/export': (shop) => `audit/export?company_id=${shop.companyId}`,
  '/v1/api/avatars/:name': () => `avatars/${'0'.repeat(40)}`,
  '/v1/api/bot-pictures/:name': () => `bot-pictures/${'0'.repeat(40)}`,
  '/v1/api/customers/:id/receipt': (shop) => `customers/${shop.customerId}/receipt`,
  '/v1/api/files/:id': (shop) => `files/${shop.ids.messages}`,
  '/v1/api/inbound-mails/:id/source': (shop) => `inbound-mails/${shop.ids['inbound-mails']}/source`,
  '/v1/api/jobs/:id/file': () => 'jobs/1/file',
  '/v1/api/links/:id/open': (shop) => `links/${shop.ids.links}/open?ticket=${shop.ids.tickets}`,
  '/v1/api/logos/:name': () => `logos/${'0'.repeat(40)}`,
  '/v1/api/messages/:id/frame': (shop) => `messages/${shop.ids.messages}/frame`,
  '/v1/api/messages/:id/files': (shop) => `messages/${shop.ids.messages}/files?inline=1`,
  '/v1/api/messages/:id/source': (shop) => `messages/${shop.ids.messages}/source`,
  '/v1/api/tickets/:id/files': (shop) => `tickets/${shop.ids.tickets}/files?inline=1`,
};
/** Of visitors of websites, who have no session: what they show instead is told in `chats.test.ts`. */
const ofVisitors = {
  upload: '/v1/api/chat/upload',
  downloads: ['/v1/api/chat/files/:id', '/v1/api/chat/faces/:name'],
};
/** About the API, for everybody. */
const documents = ['/v1/api/docs', '/v1/api/openapi.json'];

/** Every address below the API that no call and no noun of the contract has. */
function doorsBesideTheContract(): { path: string; methods: string[] }[] {
  const known = new Set(calls.map((one) => `/v1/api/${one.path}`));
  const nouns = [...entities, ...commonEntities].map((one) => `/v1/api/${one.name}/`);
  const lines = (at.parley.http?.printRoutes({ commonPrefix: false }) ?? '').split('\n');
  return lines
    .map((line) => /(\/v1\/api\/\S+) \(([A-Z, ]+)\)/.exec(line))
    .flatMap((found) => (found ? [{ path: found[1] ?? '', methods: (found[2] ?? '').split(', ') }] : []))
    .filter(({ path }) => !known.has(path) && !isOfNoun(path, nouns));
}
/** Other names of a noun's create. */
const aliases = ['/v1/api/mailboxes-new/create', '/v1/api/systems/create'];
const generic = ['get', 'create', 'update', 'delete', 'restore', 'dependents'];
const isOfNoun = (path: string, nouns: readonly string[]) =>
  generic.some((action) => path.endsWith(`/${action}`)) &&
  (nouns.some((noun) => path.startsWith(noun)) || aliases.includes(path));

test('A38 A39 every address that takes or gives a file is judged here', () => {
  const doors = doorsBesideTheContract();
  const paths = (method: string) => doors.filter((one) => one.methods.includes(method)).map((one) => one.path);
  expect(paths('POST').sort()).toEqual([...Object.keys(uploads), ofVisitors.upload].sort());
  expect(paths('GET').sort()).toEqual([...Object.keys(downloads), ...documents, ...ofVisitors.downloads].sort());
});

describe('the description of the API', () => {
  type Operation = {
    security: { token?: string[] }[];
    requestBody?: { content: Record<string, unknown> };
    responses: Record<string, { content?: Record<string, unknown> }>;
  };
  let paths: Record<string, Record<'get' | 'post', Operation | undefined> | undefined>;
  const described = (door: string, method: 'get' | 'post') =>
    paths[door.replace('/v1/api', '').replaceAll(/:(\w+)/g, '{$1}')]?.[method];
  const scopeOf = (operation: Operation | undefined) =>
    operation?.security.flatMap((one) => one.token ?? []).at(0) ?? null;
  /** What a program gets whose token has this scope alone. */
  const asProgram = async (scope: string) => {
    const about = { name: scope, company_id: ours.companyId, scopes: [scope], expires_in_days: 1 };
    const made = await ours.owner.call('api-tokens/create', about);
    const headers = { authorization: `Bearer ${made.body.data.token}` };
    return async (where: string, init: RequestInit = {}) => {
      const answer = await fetch(`${at.listening}/v1/api/${where}`, { ...init, headers, redirect: 'manual' });
      return { status: answer.status, text: await answer.text() };
    };
  };
  beforeAll(async () => {
    ({ paths } = JSON.parse((await at.stranger().get('openapi.json')).text));
  });

  test('tells of every door, and of what visitors of websites use without a session', () => {
    for (const door of Object.keys(downloads)) expect(described(door, 'get'), door).toBeDefined();
    for (const door of Object.keys(uploads)) expect(described(door, 'post'), door).toBeDefined();
    for (const door of ofVisitors.downloads) expect(described(door, 'get')?.security, door).toEqual([]);
    expect(described(ofVisitors.upload, 'post')?.security).toEqual([]);
  });

  test('tells what programs may fetch, and by which scope', async () => {
    const scopes = new Map(Object.keys(downloads).map((door) => [door, scopeOf(described(door, 'get'))]));
    expect([...new Set(scopes.values())].sort()).toEqual(
      ['companies.get', 'inbound-mails.get', 'integrations.get', 'messages.get', 'users.get', null].sort(),
    );
    for (const scope of new Set([...scopes.values(), 'tags.get'])) {
      if (scope === null) continue;
      const get = await asProgram(scope);
      for (const [door, where] of Object.entries(downloads)) {
        const { status, text } = await get(where(ours));
        if (scopes.get(door) === scope) expect([200, 404], `${door} by ${scope}: ${text}`).toContain(status);
        else expect([door, status], `${door} by ${scope}: ${text}`).toEqual([door, 403]);
      }
    }
  });

  test('tells of what kind that is which is fetched', async () => {
    const told = new Map<string, string[]>();
    for (const [door, where] of Object.entries(downloads)) {
      const url = `${at.listening}/v1/api/${where(ours)}`;
      const answer = await fetch(url, { headers: { cookie: ours.owner.cookie }, redirect: 'manual' });
      await answer.arrayBuffer();
      const response = described(door, 'get')?.responses[answer.status];
      expect([door, answer.status, response !== undefined]).toEqual([door, answer.status, true]);
      if (answer.status !== 200) continue;
      told.set(door, Object.keys(response?.content ?? {}));
      expect(told.get(door), door).toEqual([answer.headers.get('content-type')?.split(';')[0]]);
    }
    expect(told.size).toBeGreaterThan(5);
  });

  test('tells how a program sends files, which it can then send in a reply', async () => {
    const send = await asProgram('messages.create');
    for (const door of Object.keys(uploads))
      expect(Object.keys(described(door, 'post')?.requestBody?.content ?? {}), door).toEqual(['multipart/form-data']);
    const scopes = Object.keys(uploads).map((door) => [door, scopeOf(described(door, 'post'))]);
    expect(scopes.filter(([, scope]) => scope !== null)).toEqual([['/v1/api/files/upload', 'messages.create']]);
    for (const [door, { at: where }] of Object.entries(uploads)) {
      const { status, text: said } = await send(where(ours), { method: 'POST', body: form([{ bytes: text('a') }]) });
      expect([door, status], said).toEqual([door, door === '/v1/api/files/upload' ? 200 : 403]);
    }
  });
});

type Part = { name?: string; bytes: Uint8Array };
const form = (parts: readonly Part[]) => {
  const made = new FormData();
  for (const { name = 'x.png', bytes } of parts) made.append('file', new Blob([new Uint8Array(bytes)]), name);
  return made;
};
const text = (words: string): Uint8Array => Buffer.from(words);
/** 50,000 by 50,000 pixels in some hundred bytes. */
function lottapixel(): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const size = Buffer.alloc(13);
  size.writeUInt32BE(50_000, 0);
  size.writeUInt32BE(50_000, 4);
  size.set([8, 6, 0, 0, 0], 8);
  const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    head,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
const hostile: Record<string, readonly Part[]> = {
  'no file at all': [],
  'an empty file': [{ bytes: text('') }],
  'a bomb': [{ name: 'a.zip', bytes: gzipSync(Buffer.alloc(30_000_000)) }],
  lottapixel: [{ bytes: lottapixel() }],
  eicar: [{ name: 'a.com', bytes: text(eicar) }],
  'a picture that is a script': [{ name: 'a.gif.js', bytes: text('GIF89a/*\x00\x00*/=1;alert(1)') }],
  'a drawing that runs': [
    { name: 'a.svg', bytes: text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>') },
  ],
  'a name that climbs': [{ name: '../../../etc/passwd\u202Egpj.exe', bytes: text('\0\0\0') }],
  'a name without an end': [{ name: `${'x'.repeat(5000)}.png`, bytes: text('\0') }],
  'ten thousand files': Array.from({ length: 10_000 }, () => ({ bytes: text('a') })),
};

describe.each(Object.entries(uploads))('A38 %s', (_, { at: where, takes }) => {
  test('refuses what is too much, and what only looks like something, and keeps nothing of it', async () => {
    const before = await rowCounts(at);
    for (const [name, parts] of Object.entries(hostile)) {
      const mayTake = takes === 'anything' && parts.length === 1 && name !== 'an empty file';
      if (mayTake) continue;
      const answer = await ours.owner.request(where(ours), { method: 'POST', body: form(parts) });
      expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
      if (takes !== 'a table') expect(answer.status, `${name}: ${answer.text}`).toBeGreaterThanOrEqual(400);
    }
    if (takes !== 'a table') expect(await rowCounts(at)).toEqual(before);
  });

  if (takes === 'anything')
    test('keeps the rest as bytes', async () => {
      for (const [name, parts] of Object.entries(hostile).filter(([, one]) => one.length === 1)) {
        const answer = await ours.owner.request(where(ours), { method: 'POST', body: form(parts) });
        expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
        for (const one of answer.body.data?.files ?? [])
          await comesBackHarmless(`${at.listening}/v1/api/files/${one.id}?inline=1`, name, ours.owner.cookie);
      }
    });

  test('is closed to strangers, and to other companies', async () => {
    const file = { method: 'POST', body: form([{ bytes: text('a') }]) };
    expect((await at.stranger().request(where(ours), file)).status).toBe(401);
    if (where(ours) !== where(theirs))
      expect([403, 404]).toContain((await theirs.owner.request(where(ours), file)).status);
  });
});

/** Pixels, or a download: nothing that a browser would take for a page or a program of ours. */
async function comesBackHarmless(url: string, name: string, cookie = '') {
  const { headers, status } = await fetch(url, { headers: { cookie } });
  const said = [headers.get('content-type'), headers.get('content-disposition')?.split(';')[0]];
  expect([name, status], url).toEqual([name, 200]);
  expect(['image/png inline', 'image/gif inline', 'application/octet-stream attachment']).toContain(said.join(' '));
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
  expect(headers.get('content-disposition')).not.toMatch(/[\u202e\r\n\0]|\.\.\//);
}

test('A38 what a visitor uploads into a conversation is bytes and no more, and is refused in words', async () => {
  const shop = { company_id: ours.companyId, product_id: ours.productId, name: 'Shop chat', title: 'Lumen' };
  const made = await ours.owner.post('quidgets/create', { data: [shop] });
  const who = { quidget: made.body.data.quidgets[0].id, token: randomBytes(32).toString('base64url') };
  const first = { ...who, client_id: randomUUID(), text: 'Hello', language: 'en' };
  const { key } = (await at.stranger().call('chat/begin', first)).body.data.conversation;
  for (const [name, parts] of Object.entries(hostile)) {
    const body = new FormData();
    for (const [field, value] of Object.entries({ ...who, key })) body.append(field, String(value));
    for (const [, file] of form(parts)) body.append('file', file);
    const answer = await at.stranger().request('chat/upload', { method: 'POST', body });
    expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
    if (answer.status === 200) await comesBackHarmless(answer.body.data.file.url, name);
    else expect(answer.body.errors[0], name).toMatchObject({ field: 'file', message: expect.stringMatching(/\w/) });
  }
});

test('A38 a visitor’s file that nobody may bring is refused by what stands before it, before it has come', async () => {
  const { hostname, port } = new URL(at.listening);
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = 'content-disposition: form-data; name="file"; filename="a.bin"\r\ncontent-type: image/png';
  const fields = { quidget: '999999', token: randomBytes(32).toString('base64url'), key: randomUUID() };
  const body = `${Object.entries(fields)
    .map(([name, value]) => field(name, value))
    .join('')}--b\r\n${head}\r\n\r\n${'x'.repeat(100_000)}`;
  const socket = net.connect(Number(port), hostname);
  try {
    // Nine megabytes are announced, and never come.
    socket.write(
      `POST /v1/api/chat/upload HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n${body}`,
    );
    const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
    expect(String(answer)).toMatch(/^HTTP\/1.1 404 /);
  } finally {
    socket.destroy();
  }
});

test('A38 nobody uploads as a visitor without a conversation, or fetches a file without its link', async () => {
  const before = await rowCounts(at);
  for (const [name, parts] of Object.entries(hostile)) {
    const answer = await at.stranger().request('chat/upload', { method: 'POST', body: form(parts) });
    expect(answer.status, `${name}: ${answer.text}`).toBeGreaterThanOrEqual(400);
    expect(answer.status, `${name}: ${answer.text}`).toBeLessThan(500);
  }
  expect(await rowCounts(at)).toEqual(before);
  for (const token of ['', '?token=', '?token=1.99999999.x'])
    expect((await ours.owner.get(`chat/files/${ours.attachmentIds[0]}${token}`)).status).toBeGreaterThanOrEqual(404);
});

test.each(Object.entries(downloads))(
  'A25 %s gives nothing to strangers and other companies, and never a page',
  async (_, where) => {
    const get = async (cookie?: string) => {
      const headers: Record<string, string> = cookie ? { cookie } : {};
      const answer = await fetch(`${at.listening}/v1/api/${where(ours)}`, { headers, redirect: 'manual' });
      await answer.arrayBuffer();
      return answer;
    };
    expect((await get()).status).toBe(401);
    expect([403, 404]).toContain((await get(theirs.owner.cookie)).status);
    const given = await get(ours.owner.cookie);
    expect(given.headers.get('x-content-type-options')).toBe('nosniff');
    if (given.status !== 200) return;
    const isHeld = /sandbox/.test(given.headers.get('content-security-policy') ?? '');
    expect(isHeld || (given.headers.get('content-disposition') ?? '').startsWith('attachment')).toBe(true);
  },
);

const formulas = ['=1+1', '+1', '-1', '@sum(1)', '\tx', '\rx', '\0x'];
describe.each(csvEntities)('A39 the CSV of %s', (entity) => {
  test.each(csvColumns(entityNamed(entity)).map((column) => [column.name, column] as const))('%s', (_, column) => {
    for (const formula of formulas) {
      const nested = column.part ?? column.field.split('.')[1];
      const [top = ''] = column.field.split('.');
      for (const value of [formula, [formula, 'x']]) {
        const line = csvLine([cellOf({ [top]: nested ? { [nested]: value } : value }, column)]);
        expect(line.replace(/^"/, ''), JSON.stringify(formula)).toMatch(/^'/);
      }
    }
  });
});

test('A39 whatever writes CSV writes its lines in the one way that makes formulas text', () => {
  const root = path.join(import.meta.dirname, '../../..');
  const sources = ['server/src', 'web/src'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('demo'))
      .map((name) => `${folder}/${name}`),
  );
  const writers = sources.filter((name) => fs.readFileSync(path.join(root, name), 'utf8').includes('text/csv'));
  // These pass on what others wrote, or take it.
  const carriers = [
    'server/src/http/routes/audit-routes.ts',
    'web/src/features/csv/choose-file.tsx',
    'web/src/features/jobs/company-told.tsx',
    'web/src/ui/download.ts',
  ];
  const unsafe = writers.filter((name) => !fs.readFileSync(path.join(root, name), 'utf8').includes('csvLine('));
  expect(unsafe.sort()).toEqual(carriers);
  expect(writers.length).toBeGreaterThan(carriers.length);
});
