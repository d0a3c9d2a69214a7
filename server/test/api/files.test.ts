import fs from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fileBytesMax, filesPerUploadMax } from '#contract/files.ts';
import { adoptFiles, forgetUnsentUploads, noteStray, removeStrayFiles, uploadKey } from '#domain/messages/index.ts';
import { destroyDoomed, doomBytes } from '#domain/stored-files/index.ts';
import { runHousekeeping } from '#flows/housekeeping/run-housekeeping.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { makeFileLink } from '#server/http/routes/file-routes.ts';
import { uploadsPerCompanyMax, uploadsPerPersonMax } from '#server/http/upload-crowd.ts';
import { unzip } from '#test/rigs/unzip.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket } from './a-socket.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { rowCounts } from './everything-of.ts';
import type { TestParley } from './parley-in-process.ts';
import { joins, password } from './people.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, aPixel, type Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
shopsAtHand((it) => ({ at, ours, theirs } = it));
afterEach(() => vi.useRealTimers());

type Part = { name?: string; filename?: string | Buffer; type?: string; bytes: Uint8Array | string };
const boundary = 'x-parley-x';

/** A multipart body written by hand: browsers would tidy up what an attacker leaves as it is. */
function multipart(parts: readonly Part[], end = `\r\n--${boundary}--\r\n`): Uint8Array<ArrayBuffer> {
  const pieces = parts.flatMap(({ name = 'file', filename = 'x.bin', type = 'application/octet-stream', bytes }) => [
    Buffer.from(`\r\n--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="`),
    Buffer.from(filename),
    Buffer.from(`"\r\nContent-Type: ${type}\r\n\r\n`),
    Buffer.from(bytes),
  ]);
  return new Uint8Array(Buffer.concat([...pieces, Buffer.from(end)]));
}
const upload = (parts: readonly Part[], api: ApiClient = ours.owner): Promise<Answer> => send(multipart(parts), api);
const send = (body: Uint8Array<ArrayBuffer> | string, api: ApiClient = ours.owner): Promise<Answer> =>
  api.send('files/upload', body, { 'content-type': `multipart/form-data; boundary=${boundary}` });
const firstOf = (answer: Answer): { id: number; name: string; size: number; content_type: string } => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.files[0];
};

/** Every file under the folder of this Parley, by path. */
async function filesOnDisk(): Promise<string[]> {
  const all = await fs.readdir(at.folder, { recursive: true, withFileTypes: true });
  return all.filter((one) => one.isFile()).map((one) => path.relative(at.folder, path.join(one.parentPath, one.name)));
}

describe('A25 names of uploads', () => {
  const smiley = '😀';
  test.each<[string, string | Buffer, string]>([
    ['up and away', '../../../../etc/passwd', 'passwd'],
    ['up and away on Windows', '..\\..\\windows\\win.ini', 'win.ini'],
    ['absolute', '/etc/shadow', 'shadow'],
    ['a drive', 'C:\\autoexec.bat', 'autoexec.bat'],
    ['only dots', '..', 'file'],
    ['one dot', '.', 'file'],
    ['nothing', '', 'file'],
    ['spaces', '   ', 'file'],
    ['a slash at the end', 'a/', 'file'],
    ['a NUL', 'image.png\0.html', 'image.png.html'],
    ['right to left', 'photo\u202Egnp.exe', 'photognp.exe'],
    ['nothing to see', 'in\u200Bvoi\u200Cce\uFEFF.pdf', 'invoice.pdf'],
    ['line separators', 'a\u2028b\u2029c\u0085d.txt', 'abcd.txt'],
    ['controls', 'a\x01\x1b[31mb\x7f.txt', 'a[31mb.txt'],
    ['Ukrainian', 'рахунок за стіл.pdf', 'рахунок за стіл.pdf'],
    ['markup', '<img src=x onerror=alert(1)>.png', '<img src=x onerror=alert(1)>.png'],
    ['percent', '%2e%2e%2fetc%2fpasswd', '%2e%2e%2fetc%2fpasswd'],
    ['too long', `${'a'.repeat(5000)}.pdf`, `${'a'.repeat(251)}.pdf`],
    ['too long, without an end', 'a'.repeat(300), 'a'.repeat(255)],
    ['cut through a letter', `${'a'.repeat(250)}${smiley}.pdf`, `${'a'.repeat(250)}.pdf`],
    ['no UTF-8', Buffer.from([0x61, 0xff, 0xfe, 0x2e, 0x74]), 'a\uFFFD\uFFFD.t'],
  ])('%s', async (_what, given, stored) => {
    const before = await filesOnDisk();
    const file = firstOf(await upload([{ filename: given, bytes: crypto.randomUUID() }]));
    expect(file.name).toBe(stored);
    const [added = '', ...more] = (await filesOnDisk()).filter((one) => !before.includes(one));
    expect(more).toEqual([]);
    expect(added).toMatch(new RegExp(`^files/company-${ours.companyId}/uploads/[0-9a-f-]{36}$`));

    const answer = await ours.owner.get(`files/${file.id}`);
    expect(answer.status).toBe(200);
    const disposition = answer.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9%!#$&+.^_`|~-]*$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(stored);
    expect(/filename="([^"]*)"/.exec(disposition)?.[1]).not.toMatch(/["\\%/]/);
  });

  test('a name with line breaks makes no header', async () => {
    const answer = await upload([{ filename: 'a\r\nSet-Cookie: parley=evil\r\n.txt', bytes: 'x' }]);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.getSetCookie()).toEqual([]);
    if (answer.status !== 200) return;
    const download = await ours.owner.get(`files/${firstOf(answer).id}`);
    expect(download.headers.getSetCookie()).toEqual([]);
    expect(firstOf(answer).name).not.toMatch(/[\r\n]/);
  });
});

test('A51 so many files at once of one person are read, and no more; colleagues go on, and whoever waited comes in', async () => {
  const whole = Buffer.from(multipart([{ filename: 'slow.bin', bytes: 'walnut' }]));
  const { api: ira } = await aMember(at, ours, 1, 'Ira Slowly');
  const { api: max } = await aMember(at, ours, 1, 'Max Beside');
  const headers = {
    cookie: ira.cookie ?? '',
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(whole.byteLength),
  };
  const slow = Array.from({ length: uploadsPerPersonMax + 1 }, () => {
    const sent = request(`${at.listening}/v1/api/files/upload`, { method: 'POST', headers, agent: false });
    const status = new Promise<number | undefined>((resolve) =>
      sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', () => resolve(undefined)),
    );
    sent.write(whole.subarray(0, -20));
    return { sent, status };
  });
  // Whichever of them came last, before any of its file was there.
  const last = await Promise.race(slow.map(async (one) => ({ one, status: await one.status })));
  expect(last.status).toBe(429);
  const small = [{ bytes: 'small' }];
  const refused = await upload(small, ira);
  expect(refused.body.errors).toMatchObject([{ key: 'too_many_requests', values: { seconds: 2 } }]);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
  expect((await upload(small, max)).status).toBe(200);

  const [first] = slow.filter((one) => one !== last.one);
  first?.sent.end(whole.subarray(-20));
  expect(await first?.status).toBe(200);
  expect((await upload(small, ira)).status).toBe(200);
  // What breaks off in the middle leaves as well.
  for (const { sent } of slow) sent.destroy();
  await waitUntil(async () => {
    const answers = await Promise.all(Array.from({ length: uploadsPerPersonMax }, () => upload(small, ira)));
    return answers.every((answer) => answer.status === 200);
  });
});

test('A51 people of one company who upload slowly leave places to other companies', async () => {
  const whole = Buffer.from(multipart([{ filename: 'slow.bin', bytes: 'walnut' }]));
  const people = await Promise.all(['Ira', 'Max', 'Zoe'].map((name) => aMember(at, ours, 1, `${name} Crawling`)));
  let refused = 0;
  const slow = Array.from({ length: uploadsPerCompanyMax + uploadsPerPersonMax }, (_, i) => {
    const headers = {
      cookie: people[i % people.length]?.api.cookie ?? '',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(whole.byteLength),
    };
    const sent = request(`${at.listening}/v1/api/files/upload`, { method: 'POST', headers, agent: false });
    sent.on('error', () => {}).on('response', () => refused++);
    sent.write(whole.subarray(0, -20));
    return sent;
  });
  const small = [{ bytes: 'small' }];
  await waitUntil(() => refused === uploadsPerPersonMax);
  expect((await upload(small, ours.owner)).status).toBe(429);
  expect((await upload(small, theirs.owner)).status).toBe(200);
  // A file of rows lies in memory as well.
  const rowsOf = ({ owner, companyId }: Shop) => {
    const form = new FormData();
    form.append('file', new Blob(['first_name\nHanna\n']), 'rows.csv');
    return owner.request(`csv/upload?company_id=${companyId}&entity=customers`, { method: 'POST', body: form });
  };
  const late = await rowsOf(ours);
  expect(late.body.errors).toMatchObject([{ key: 'too_many_requests', values: { seconds: 2 } }]);
  expect((await rowsOf(theirs)).status).toBe(200);
  for (const sent of slow) sent.destroy();
  await waitUntil(async () => (await upload(small, ours.owner)).status === 200);
});

describe('A25 what could run', () => {
  const html = '<!doctype html><script>alert(document.domain)</script>';
  const polyglot = Buffer.from('GIF89a/*\x01\x00*/=alert(1)//;', 'latin1');
  test.each<[string, string, string, Uint8Array | string, string]>([
    ['a page', 'page.html', 'text/html', html, 'text/html'],
    ['a page called a picture', 'page.png', 'image/png', html, 'application/octet-stream'],
    [
      'a drawing with a script',
      'a.svg',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'image/svg+xml',
    ],
    [
      'XHTML',
      'a.xhtml',
      'application/xhtml+xml',
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>`,
      'application/xml',
    ],
    ['a script', 'a.js', 'text/javascript', 'alert(1)', 'text/javascript'],
    ['a PDF', 'a.pdf', 'application/pdf', '%PDF-1.4\n%%EOF', 'application/pdf'],
    ['MHTML', 'a.mht', 'multipart/related', `MIME-Version: 1.0\r\n${html}`, 'multipart/related'],
    ['a type with a header in it', 'a.txt', 'text/html; charset=utf-7', '+ADw-script+AD4-', 'text/html'],
    ['a type that is none', 'a.txt', 'x'.repeat(200), 'x', 'application/octet-stream'],
  ])('%s is only ever downloaded', async (_what, filename, type, bytes, stored) => {
    const file = firstOf(await upload([{ filename, type, bytes }]));
    expect(file.content_type).toBe(stored);
    for (const query of ['', '?inline=1', '?inline=0']) {
      const answer = await ours.owner.get(`files/${file.id}${query}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'; sandbox/);
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  test('a picture is shown where it is asked for, and a script in it stays a picture', async () => {
    for (const [bytes, type] of [
      [aPixel, 'image/png'],
      [polyglot, 'image/gif'],
    ] as const) {
      const file = firstOf(await upload([{ filename: 'a.js', type: 'text/javascript', bytes }]));
      expect(file.content_type).toBe(type);
      const shown = await ours.owner.get(`files/${file.id}?inline=1`);
      expect(shown.headers.get('content-type')).toBe(type);
      expect(shown.headers.get('content-disposition')).toMatch(/^inline;/);
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
      expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'; sandbox/);
      expect((await ours.owner.get(`files/${file.id}`)).headers.get('content-disposition')).toMatch(/^attachment;/);
    }
  });

  test('what has gone from the disk is not there, whole and in part, and no failure of ours', async () => {
    const { attachmentIds } = await aTicket(at, ours, {
      attachments: [{ name: 'leg.png', type: 'image/png', bytes: Buffer.from(crypto.randomUUID()) }],
    });
    const [id = 0] = attachmentIds;
    const given = await ours.owner.get(`files/${id}?inline=1`);
    expect(given.status).toBe(200);
    const [file] = await at.db.read<{ file_key: string }>(
      'system',
      sql`select file_key from attachments where id = ${id}`,
    );
    await filesInFolder(`${at.folder}/files`).remove(file?.file_key ?? '');
    for (const headers of [{}, { range: 'bytes=0-9' }]) {
      const gone = await ours.owner.request(`files/${id}?inline=1`, { method: 'GET', headers });
      expect([gone.status, gone.body.errors?.[0]?.key], gone.text).toEqual([404, 'not_found']);
    }
    // Whoever has it goes on showing it.
    const kept = { 'if-none-match': given.headers.get('etag') ?? '' };
    expect((await ours.owner.request(`files/${id}?inline=1`, { method: 'GET', headers: kept })).status).toBe(304);
  });

  test('what a letter calls its attachment changes nothing', async () => {
    const letter = await aTicket(at, ours, {
      attachments: [
        { name: 'x.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg onload="alert(1)"/>') },
        { name: 'x.html', type: 'text/html', bytes: Buffer.from(html) },
        { name: 'x\r\nSet-Cookie: a=b', type: 'text/html\r\nX-Evil: 1', bytes: Buffer.from(html) },
      ],
    });
    for (const id of letter.attachmentIds) {
      const answer = await ours.owner.get(`files/${id}?inline=1`);
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(answer.headers.get('x-evil')).toBeNull();
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});

describe('sounds and films', () => {
  const parts = async (id: number, range: string, api: ApiClient = ours.owner) =>
    api.request(`files/${id}?inline=1`, { method: 'GET', headers: { range } });

  test('are played as what they are, and run nothing, whatever they are called', async () => {
    const { attachmentIds } = await aTicket(at, ours, {
      attachments: [
        { name: 'note.ogg', type: 'audio/ogg; codecs=opus', bytes: Buffer.from('OggS of a sort') },
        { name: 'note.m4a', type: 'audio/x-m4a', bytes: Buffer.from('ftyp of a sort') },
        { name: 'film.mp4', type: 'video/mp4', bytes: Buffer.from('<script>alert(1)</script>') },
      ],
    });
    const played = await Promise.all(attachmentIds.map((id) => ours.owner.get(`files/${id}?inline=1`)));
    expect(played.map((one) => one.headers.get('content-type'))).toEqual(['audio/ogg', 'audio/mp4', 'video/mp4']);
    for (const { headers } of played) {
      expect(headers.get('content-disposition')).toMatch(/^inline;/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'; sandbox/);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
    const [id = 0] = attachmentIds;
    const saved = await ours.owner.get(`files/${id}`);
    expect(saved.headers.get('content-type')).toBe('application/octet-stream');
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  test('come in parts, which are those of whoever may have all of it', async () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => 97 + (i % 26)));
    const { attachmentIds } = await aTicket(at, ours, {
      attachments: [{ name: 'call.mp3', type: 'audio/mpeg', bytes }],
    });
    const [id = 0] = attachmentIds;
    const whole = await ours.owner.get(`files/${id}?inline=1`);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const part = await parts(id, 'bytes=100-199');
    expect([part.status, part.text]).toEqual([206, bytes.subarray(100, 200).toString()]);
    expect(part.headers.get('content-range')).toBe('bytes 100-199/1000');
    expect(part.headers.get('content-length')).toBe('100');
    expect(part.headers.get('content-security-policy')).toMatch(/sandbox/);
    expect((await parts(id, 'bytes=-10')).text).toBe(bytes.subarray(990).toString());
    const beyond = await parts(id, 'bytes=1000-');
    expect([beyond.status, beyond.text, beyond.headers.get('content-range')]).toEqual([416, '', 'bytes */1000']);
    for (const odd of ['bytes=0-1,5-6', 'bytes=9-1', 'x'])
      expect([(await parts(id, odd)).status, odd]).toEqual([200, odd]);
    const etag = whole.headers.get('etag') ?? '';
    const since = (tag: string) =>
      ours.owner.request(`files/${id}`, { method: 'GET', headers: { range: 'bytes=0-9', 'if-range': tag } });
    expect([(await since(etag)).status, (await since('"another"')).status]).toEqual([206, 200]);
    const kept = await ours.owner.request(`files/${id}?inline=1`, {
      ...{ method: 'GET', headers: { range: 'bytes=5000-', 'if-none-match': etag } },
    });
    expect([kept.status, kept.text]).toEqual([304, '']);
    const head = await ours.owner.request(`files/${id}?inline=1`, { method: 'HEAD', headers: { range: 'bytes=0-9' } });
    expect([head.status, head.headers.get('content-length'), head.text]).toEqual([200, '1000', '']);
    expect((await parts(id, 'bytes=0-9', theirs.owner)).status).toBe(404);
    expect((await parts(id, 'bytes=5000-', theirs.owner)).status).toBe(404);
    expect((await parts(id, 'bytes=0-9', at.stranger())).status).toBe(401);
  });
});

describe('A25 links', () => {
  const sessionOf = async (userId: number) => {
    const [row] = await at.db.read<{ id: number }>(
      'system',
      sql`select id from sessions where user_id = ${userId} order by id desc limit 1`,
    );
    return { kind: 'session', id: row?.id ?? 0 } as const;
  };
  const link = (id: number, token: string) => at.stranger().get(`files/${id}?inline=1&token=${token}`);

  test('open one file for one person, for an hour', async () => {
    const [id = 0] = ours.attachmentIds;
    const token = makeFileLink(at.secrets, id, await sessionOf(ours.ownerId));
    expect((await link(id, token)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 59 * 60_000);
    expect((await link(id, token)).status).toBe(200);
    vi.setSystemTime(Date.now() + 3 * 60_000);
    expect((await link(id, token)).status).toBe(404);
  });

  test('cannot be made, bent or borrowed', async () => {
    const [id = 0] = ours.attachmentIds;
    const [foreignId = 0] = theirs.attachmentIds;
    const token = makeFileLink(at.secrets, id, await sessionOf(ours.ownerId));
    const [holder = '', expires = '', signature = ''] = token.split('.');
    const forged = [
      '',
      '.',
      '..',
      'x',
      'null',
      `${holder}.${expires}`,
      `${holder}.${expires}.`,
      `${holder}.${expires}.${signature.slice(0, -1)}`,
      `${holder}.${expires}.${signature}x`,
      `${holder}.${expires}.${signature}.x`,
      `${holder}.${Number(expires) + 60}.${signature}`,
      `session-${(await sessionOf(theirs.ownerId)).id}.${expires}.${signature}`,
      `session-0${holder.slice('session-'.length)}.${expires}.${signature}`,
      `${holder}.${expires}e9.${signature}`,
      `${holder}.Infinity.${at.secrets.sign('file-link', `${id}.${holder}`)}`,
      `${holder}.${expires}.${at.secrets.sign('mail-message-id', `${id}.${holder}.${expires}`)}`,
      makeFileLink(at.secrets, foreignId, await sessionOf(ours.ownerId)),
      'a'.repeat(201),
    ];
    for (const one of forged) expect([404, 422], one).toContain((await link(id, encodeURIComponent(one))).status);
    for (const query of [
      `token=${token}&token=${token}`,
      `token[]=${token}`,
      `token=${token}&inline=2`,
      `token=${token}&x=1`,
    ]) {
      expect((await at.stranger().get(`files/${id}?${query}`)).status, query).toBe(422);
    }
    // A link that is well signed still opens only what its person may see.
    expect((await link(foreignId, makeFileLink(at.secrets, foreignId, await sessionOf(ours.ownerId)))).status).toBe(
      404,
    );
    expect((await link(id, makeFileLink(at.secrets, id, { kind: 'session', id: 999_999 }))).status).toBe(404);
  });

  test('end with the session that they were made for, at once, and with no other', async () => {
    const [id = 0] = ours.attachmentIds;
    const ira = await aMember(at, ours, 2, 'Ira');
    const elsewhere = at.stranger();
    await elsewhere.call('auth/login', { email: ira.email, password });
    const [second, first] = await at.db.read<{ id: number }>(
      'system',
      sql`select id from sessions where user_id = ${ira.id} order by id desc`,
    );
    const links = [first, second].map((one) => makeFileLink(at.secrets, id, { kind: 'session', id: one?.id ?? 0 }));
    for (const one of links) expect((await link(id, one)).status).toBe(200);
    await ira.api.call('auth/logout');
    expect((await link(id, links[0] ?? '')).status).toBe(404);
    expect((await link(id, links[1] ?? '')).status).toBe(200);
  });

  test('A16 are nothing to a session that owes a code, and end with the API token that they were made for', async () => {
    const [id = 0] = ours.attachmentIds;
    const half = await aMember(at, ours, 2, 'Half');
    const holder = await sessionOf(half.id);
    await at.db.transaction('system', (tx) => tx.run(sql`update sessions set is_half = true where id = ${holder.id}`));
    expect((await link(id, makeFileLink(at.secrets, id, holder))).status).toBe(404);

    const made = await ours.owner.call('api-tokens/create', {
      name: 'Reader',
      company_id: ours.companyId,
      scopes: ['messages.get'],
      expires_in_days: 1,
    });
    const tokenId = made.body.data['api-tokens'][0].id;
    const ofToken = makeFileLink(at.secrets, id, { kind: 'token', id: tokenId });
    expect((await link(id, ofToken)).status).toBe(200);
    expect((await ours.owner.call('api-tokens/revoke', { id: tokenId })).status).toBe(200);
    expect((await link(id, ofToken)).status).toBe(404);
  });

  test('show nothing from a browser’s memory either: it asks each time, and is told no when the right has gone', async () => {
    const [id = 0] = ours.attachmentIds;
    const leaver = await aMember(at, ours, 2, 'Forgetful');
    const again = (tag: string) => leaver.api.request(`files/${id}`, { headers: { 'if-none-match': tag } });
    const given = await leaver.api.get(`files/${id}`);
    expect([given.status, given.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    const tag = given.headers.get('etag') ?? '';
    const known = await again(tag);
    expect([known.status, known.text, known.headers.get('cache-control')]).toEqual([304, '', 'private, no-cache']);
    expect(known.headers.get('content-security-policy')).toContain('sandbox');
    expect((await again('"1-1"')).status).toBe(200);
    await at.db.transaction('system', (tx) => tx.run(sql`delete from roles where user_id = ${leaver.id}`));
    at.wake.nudge('sessions');
    expect((await again(tag)).status).toBe(404);
  });

  test('stop with the person’s right: after they leave the company, or are disabled', async () => {
    const [id = 0] = ours.attachmentIds;
    const leaver = await aMember(at, ours, 2, 'Leaver');
    const disabled = await aMember(at, ours, 2, 'Disabled');
    const holders = await Promise.all([leaver, disabled].map((one) => sessionOf(one.id)));
    const tokens = holders.map((holder) => makeFileLink(at.secrets, id, holder));
    for (const token of tokens) expect((await link(id, token)).status).toBe(200);
    await at.db.transaction('system', async (tx) => {
      await tx.run(sql`delete from roles where user_id = ${leaver.id}`);
      await tx.run(sql`update users set is_deleted = 1 where id = ${disabled.id}`);
    });
    at.wake.nudge('sessions');
    for (const token of tokens) expect((await link(id, token)).status).toBe(404);
  });
});

describe('A38 uploads that are too much', () => {
  const nothingWritten = async (work: () => Promise<void>) => {
    const before = await rowCounts(at);
    await work();
    expect(await rowCounts(at)).toEqual(before);
  };
  const refusal = (answer: Answer) => [answer.status, answer.body.errors[0]?.key, answer.body.errors[0]?.field];

  test('an empty file, alone or among others, leaves nothing behind', () =>
    nothingWritten(async () => {
      expect(refusal(await upload([{ bytes: '' }]))).toEqual([422, 'file_empty', 'file']);
      expect(refusal(await upload([{ bytes: 'a' }, { bytes: '' }, { bytes: 'b' }]))).toEqual([
        422,
        'file_empty',
        'file',
      ]);
    }));

  test('a byte too many, alone or after a good one, leaves nothing behind', () =>
    nothingWritten(async () => {
      const large = Buffer.alloc(fileBytesMax + 1, 1);
      expect(refusal(await upload([{ bytes: large }]))).toEqual([413, 'file_too_large', 'file']);
      expect(refusal(await upload([{ bytes: 'a good one' }, { bytes: large }]))).toEqual([
        413,
        'file_too_large',
        'file',
      ]);
    }));

  test('the largest file that is allowed arrives whole', async () => {
    const bytes = Buffer.alloc(fileBytesMax, 7);
    const file = firstOf(await upload([{ bytes }]));
    expect(file.size).toBe(fileBytesMax);
    const download = await ours.owner.get(`files/${file.id}`);
    expect(download.headers.get('content-length')).toBe(String(fileBytesMax));
    expect(download.text.length).toBe(fileBytesMax);
  });

  test('more files than are allowed leave nothing behind', () =>
    nothingWritten(async () => {
      const many = (count: number) =>
        Array.from({ length: count }, (_, i) => ({ filename: `${i}.txt`, bytes: `file ${i}` }));
      expect(refusal(await upload(many(filesPerUploadMax + 1)))).toEqual([413, 'file_too_large', 'file']);
      expect(refusal(await upload(many(200)))).toEqual([413, 'file_too_large', 'file']);
    }));

  test('no file at all, or a form that is none, is refused in words', () =>
    nothingWritten(async () => {
      const type = `multipart/form-data; boundary=${boundary}`;
      const bodies: [string, string][] = [
        [type, ''],
        [type, `--${boundary}--\r\n`],
        [type, 'no form'],
        [type, `--${boundary}\r\n`],
        [type, `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf`],
        [type, `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\na field\r\n--${boundary}--\r\n`],
        [type, `--${boundary}\r\nX\r\n\r\n\r\n--${boundary}--\r\n`],
        [type, `--${boundary}\r\nContent-Disposition: nonsense\r\n\r\nx\r\n--${boundary}--\r\n`],
        [type, `--${boundary}\r\n${'X-Header: a\r\n'.repeat(5000)}\r\nx\r\n--${boundary}--\r\n`],
        [type, `--${boundary}\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--${boundary}--\r\n`],
        ['multipart/form-data', 'x'],
        ['multipart/form-data; boundary=', 'x'],
        [`multipart/form-data; boundary=${'b'.repeat(500)}`, 'x'],
        ['multipart/mixed; boundary=x', '--x--'],
        ['multipart/form-data; boundary="', 'x'],
      ];
      for (const [contentType, body] of bodies) {
        const answer = await ours.owner.send('files/upload', body, { 'content-type': contentType });
        expect(
          answer.status,
          `${contentType} ${JSON.stringify(body.slice(0, 80))}: ${answer.text}`,
        ).toBeGreaterThanOrEqual(400);
        expect(answer.status, `${contentType} ${JSON.stringify(body.slice(0, 80))}: ${answer.text}`).toBeLessThan(500);
        expect(answer.body.errors[0]?.key).toBeTruthy();
      }
    }));

  test('an archive that would unpack to much is a file like any other', async () => {
    const packed = deflateRawSync(Buffer.alloc(60 * 1024 * 1024));
    const name = Buffer.from('[Content_Types].xml');
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(packed.byteLength, 18);
    header.writeUInt32LE(60 * 1024 * 1024, 22);
    header.writeUInt16LE(name.byteLength, 26);
    const started = performance.now();
    const file = firstOf(await upload([{ filename: 'bomb.docx', bytes: Buffer.concat([header, name, packed]) }]));
    expect(file.size).toBe(30 + name.byteLength + packed.byteLength);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('bytes that only begin like something are stored without a failure', async () => {
    const magics = [
      '89504e470d0a1a0a',
      '474946383961',
      'ffd8ff',
      '504b0304',
      '25504446',
      '1f8b08',
      '3026b2758e66cf11',
      '52494646',
      '49492a00',
      '664c6143',
      '4f676753',
      '1a45dfa3',
      '0000001866747970',
      '494433',
      '377abcaf271c',
      'fd377a585a00',
      '3c3f786d6c',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...magics), fc.uint8Array({ maxLength: 300 }), async (magic, rest) => {
        const bytes = Buffer.concat([Buffer.from(magic, 'hex'), rest]);
        expect((await upload([{ bytes }])).status).toBe(200);
      }),
      { numRuns: 80 },
    );
  });
});

test('A25 a file whose bytes are lost is told as not there, not handed out as a download', async () => {
  const file = firstOf(await upload([{ filename: 'lost.txt', bytes: 'soon gone' }]));
  const [row] = await at.db.read<{ file_key: string }>(
    'system',
    sql`select file_key from attachments where id = ${file.id}`,
  );
  await fs.rm(path.join(at.folder, 'files', row?.file_key ?? ''));
  const answer = await ours.owner.get(`files/${file.id}`);
  expect([answer.status, answer.body.errors[0]?.key]).toEqual([404, 'not_found']);
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect(answer.text).not.toContain(row?.file_key);
});

test('A38 a full disk is told as such, leaves no row, and takes files again when there is room', async () => {
  const before = await rowCounts(at);
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const open = fs.open;
  const disk = vi.spyOn(fs, 'open').mockImplementation(async (file, ...how) => {
    if (String(file).includes('/uploads/')) throw full;
    return open(file, ...how);
  });
  const answer = await upload([{ filename: 'plan.pdf', bytes: 'a plan' }]);
  disk.mockRestore();
  expect([answer.status, answer.body.errors]).toEqual([
    507,
    [
      {
        key: 'storage_full',
        message: 'There is no room left to store files. Tell whoever runs this installation',
      },
    ],
  ]);
  expect(await rowCounts(at)).toEqual(before);
  expect((await upload([{ bytes: 'a plan' }])).status).toBe(200);
});

test('an upload that is cut off leaves no row, and the server well', async () => {
  const before = await rowCounts(at);
  const aborting = new AbortController();
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(multipart([{ bytes: 'the first half' }], ''));
    },
  });
  const asking = fetch(`${at.listening}/v1/api/files/upload`, {
    method: 'POST',
    body,
    duplex: 'half',
    signal: aborting.signal,
    headers: { cookie: ours.owner.cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
  } as RequestInit);
  setTimeout(() => aborting.abort(), 100);
  await expect(asking).rejects.toThrow();
  expect((await ours.owner.call('users/self')).status).toBe(200);
  expect(await rowCounts(at)).toEqual(before);
});

describe('A38 an upload that is never sent', () => {
  const nameOf = (key: string) => path.basename(key);
  const onDisk = async () => (await filesOnDisk()).filter((name) => name.includes('/uploads/')).map(nameOf);
  const keyOf = async (id: number) =>
    (await at.db.read<{ file_key: string }>('system', sql`select file_key from attachments where id = ${id}`))[0]
      ?.file_key ?? '';
  const housekeep = async () => {
    await forgetUnsentUploads(at.db);
    await removeStrayFiles(at.db, filesInFolder(`${at.folder}/files`));
  };

  test('goes after a day, row and bytes; what was sent, and what is newer, stays', async () => {
    const bytes = 'the same words, three times';
    const [old, fresh, sent] = [
      firstOf(await upload([{ bytes }])),
      firstOf(await upload([{ bytes }])),
      firstOf(await upload([{ bytes }])),
    ];
    const keys = [await keyOf(old.id), await keyOf(fresh.id), await keyOf(sent.id)].map(nameOf);
    expect(new Set(keys).size, 'files of their own').toBe(3);
    const { ticketId } = await aTicket(at, ours, { subject: 'With a file' });
    const note = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: 'x', attachments: [sent.id] };
    expect((await ours.owner.call('tickets/note', note)).status).toBe(200);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update attachments set added = added - interval '25 hours' where id in (${old.id}, ${sent.id})`),
    );
    await housekeep();
    const left = await onDisk();
    expect(keys.map((key) => left.includes(key))).toEqual([false, true, true]);
    expect((await ours.owner.get(`files/${old.id}`)).status).toBe(404);
    expect((await ours.owner.get(`files/${sent.id}`)).status).toBe(200);
    expect(await at.db.read('system', sql`select 1 from stray_files`)).toEqual([]);
  });

  test('leaves nothing when it is refused; what a killed process leaves goes after an hour', async () => {
    const before = await onDisk();
    expect((await upload([{ bytes: 'good' }, { bytes: '' }])).status).toBe(422);
    expect(await onDisk()).toEqual(before);

    const key = uploadKey(ours.companyId);
    await at.db.transaction({ companies: [ours.companyId] }, (tx) => noteStray(tx, ours.companyId, key));
    await filesInFolder(`${at.folder}/files`).put(key, Buffer.from('half of an upload'));
    await housekeep();
    expect(await onDisk()).toContain(nameOf(key));
    await at.db.transaction('system', (tx) => tx.run(sql`update stray_files set due_at = now()`));
    await housekeep();
    expect(await onDisk()).toEqual(before);
  });
});

describe('a disk that takes long over a file', () => {
  /** What is removed is told, and stays until it may go. */
  const aSlowDisk = () => {
    const [asked, may] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    const files = filesInFolder(`${at.folder}/files`);
    const remove = async (key: string) => {
      asked.resolve(key);
      await may.promise;
      await files.remove(key);
    };
    return { files: { ...files, remove }, asked: asked.promise, goesOn: may.resolve };
  };
  const key = () => uploadKey(ours.companyId);
  const stray = async (key: string) => {
    await at.db.transaction({ companies: [ours.companyId] }, (tx) => noteStray(tx, ours.companyId, key));
    await at.db.transaction('system', (tx) => tx.run(sql`update stray_files set due_at = now()`));
  };
  const doomed = (key: string) =>
    at.db.transaction('system', (tx) =>
      doomBytes(tx, [{ company_id: ours.companyId, file_key: key, from_byte: null, bytes: null }]),
    );

  test.each([
    ['of an upload that came to nothing', stray, removeStrayFiles],
    ['whose rows are gone', doomed, destroyDoomed],
  ])('%s keeps nobody waiting for news', async (_whose, owe, remove) => {
    const file = key();
    await filesInFolder(`${at.folder}/files`).put(file, Buffer.from('on a slow disk'));
    await fs.utimes(`${at.folder}/files/${file}`, new Date(0), new Date(0));
    await owe(file);
    const disk = aSlowDisk();
    const removing = remove(at.db, disk.files);
    const socket = await aSocket(at.listening, { cookie: theirs.owner.cookie });
    try {
      expect(await disk.asked).toBe(file);
      const { ticketId } = await aTicket(at, theirs);
      await socket.hears((event) => event.entity === 'tickets' && event.params.id === ticketId);
    } finally {
      disk.goesOn();
      await removing;
      await socket.close();
    }
    expect(await filesOnDisk()).not.toContain(`files/${file}`);
    expect(
      await at.db.read('system', sql`select file_key from stray_files union all select file_key from doomed_bytes`),
    ).toEqual([]);
  });

  test('does not give to a row what is being removed', async () => {
    const file = key();
    await stray(file);
    const disk = aSlowDisk();
    const removing = removeStrayFiles(at.db, disk.files);
    await disk.asked;
    const adopting = at.db.transaction('system', (tx) => adoptFiles(tx, [file]));
    await expect(adopting).rejects.toMatchObject({ key: 'malformed_request' });
    disk.goesOn();
    await removing;
  });
});

describe('a file that cannot be removed', () => {
  const disk = filesInFolder('/nowhere');
  const held = uploadKey(1);
  const removed: string[] = [];
  const files = {
    ...disk,
    storedAt: async () => new Date(0),
    remove: async (key: string) => {
      removed.push(key);
      if (key === held)
        throw Object.assign(new Error(`EACCES: permission denied, unlink '${key}'`), { code: 'EACCES' });
    },
  };
  const owed = (table: Sql) =>
    at.db.read<{ file_key: string; is_due: boolean }>(
      'system',
      sql`select file_key, due_at <= now() as is_due from ${table}`,
    );

  test.each(['stray_files', 'doomed_bytes'] as const)(
    'keeps no other from going, nor other chores from their turn: %s',
    async (name) => {
      const table = sql.unsafe(name);
      const free = uploadKey(1);
      removed.length = 0;
      for (const key of [held, free])
        await at.db.transaction('system', (tx) =>
          tx.run(
            sql`insert into ${table} (company_id, file_key, due_at) values (${ours.companyId}, ${key}, now() - interval '1 minute')`,
          ),
        );
      await at.db.transaction('system', (tx) =>
        tx.run(
          sql`insert into sign_in_failures (email, address, failures, since) values ('held@lumen.test', '10.0.0.9', 1, now() - interval '3 days')`,
        ),
      );
      const chores = runHousekeeping({ db: at.db, files, log: createLog('silent') });
      try {
        await waitUntil(async () => {
          const [one, ...others] = await owed(table);
          const expired = await at.db.read(
            'system',
            sql`select 1 from sign_in_failures where email = 'held@lumen.test'`,
          );
          return others.length === 0 && one?.file_key === held && !one.is_due && expired.length === 0;
        });
      } finally {
        await chores.stop();
        await at.db.transaction('system', (tx) => tx.run(sql`delete from ${table}`));
      }
      expect(removed.toSorted()).toEqual([held, free].toSorted());
    },
  );
});

describe('all files at once', () => {
  type Given = { status: number; headers: Headers; entries: [name: string, text: string][] };
  const together = async (path: string, api = ours.owner, language = 'en'): Promise<Given> => {
    const answer = await fetch(`${at.listening}/v1/api/${path}`, {
      headers: { cookie: api.cookie, 'accept-language': language },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const entries = answer.status === 200 ? await unzip(bytes) : new Map<string, Buffer>();
    return {
      status: answer.status,
      headers: answer.headers,
      entries: [...entries].map(([name, one]) => [name, `${one}`]),
    };
  };
  const aFile = (name: string, text: string, more = {}) => ({
    name,
    type: 'text/plain',
    bytes: Buffer.from(text),
    ...more,
  });
  const keyOf = async (id: number) =>
    (await at.db.read<{ file_key: string }>('system', sql`select file_key from attachments where id = ${id}`))[0]
      ?.file_key ?? '';

  test('A25 A38 of a letter are one download, each under a name of its own that leads nowhere', async () => {
    const letter = await aTicket(at, ours, {
      attachments: [
        aFile('рахунок за стіл.txt', 'walnut'),
        aFile('../../etc/passwd', 'root'),
        aFile('photo.html', '<script>alert(1)</script>'),
        aFile('Photo.html', 'another'),
        aFile('logo.png', 'in the text', { contentId: 'logo@lumen' }),
      ],
    });
    const { status, headers, entries } = await together(`messages/${letter.messageId}/files`);
    expect(status).toBe(200);
    expect(entries).toEqual([
      ['рахунок за стіл.txt', 'walnut'],
      ['_.._etc_passwd', 'root'],
      ['photo.html', '<script>alert(1)</script>'],
      ['Photo (2).html', 'another'],
    ]);
    expect(Object.fromEntries(headers)).toMatchObject({
      ...{ 'content-type': 'application/zip', 'x-content-type-options': 'nosniff' },
      'content-disposition': expect.stringMatching(/^attachment; filename="[A-Z]+-\d+-\d+\.zip"; filename\*=UTF-8''/),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      ...{ 'cross-origin-resource-policy': 'same-origin', 'cache-control': 'private, no-store' },
    });
    const whole = await together(`messages/${letter.messageId}/files?inline=1`);
    expect(whole.entries.at(-1)).toEqual(['logo.png', 'in the text']);
    expect((await ours.owner.get(`messages/${letter.messageId}/files?inline=2`)).status).toBe(422);
  });

  test('of a ticket are those of its letters, answers and notes, not of what is said beside it, and none twice', async () => {
    const { ticketId, messageId } = await aTicket(at, ours, { attachments: [aFile('plan.txt', 'the first')] });
    await aLetterOn(at, ours, ticketId, { attachments: [aFile('plan.txt', 'the second')] });
    const note = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: 'x' };
    const [ofNote, ofSide] = [
      firstOf(await upload([{ filename: 'note.txt', bytes: 'ours' }])),
      firstOf(await upload([{ filename: 'side.txt', bytes: 'theirs' }])),
    ];
    expect((await ours.owner.call('tickets/note', { ...note, attachments: [ofNote.id] })).status).toBe(200);
    const forwarded = await ours.owner.call('side-conversations/open', {
      ...{ ticket_id: ticketId, client_id: crypto.randomUUID(), subject: 'A leg', body_html: '<p>Look</p>' },
      ...{ to: [{ address: 'joiner@wood.test' }], attachments: [ofSide.id], forwarded_ids: [messageId] },
    });
    expect(forwarded.status, forwarded.text).toBe(200);
    const { entries, headers } = await together(`tickets/${ticketId}/files`);
    expect(entries).toEqual([
      ['plan.txt', 'the first'],
      ['plan (2).txt', 'the second'],
      ['note.txt', 'ours'],
    ]);
    expect(headers.get('content-disposition')).toMatch(/filename="[A-Z]+-\d+\.zip"/);
  });

  test('name what has gone meanwhile, in the language of whoever asks, and hold the rest whole', async () => {
    const letter = await aTicket(at, ours, {
      attachments: [aFile('one.txt', crypto.randomUUID()), aFile('two.txt', 'two'), aFile('missing files.txt', 'ours')],
    });
    await filesInFolder(`${at.folder}/files`).remove(await keyOf(letter.attachmentIds[0] ?? 0));
    const path = `messages/${letter.messageId}/files`;
    expect((await together(path)).entries).toEqual([
      ['two.txt', 'two'],
      ['missing files (2).txt', 'ours'],
      ['missing files.txt', 'These files are no longer there:\r\none.txt\r\n'],
    ]);
    expect((await together(path, ours.owner, 'uk')).entries.at(-1)).toEqual([
      'відсутні файли.txt',
      'Цих файлів більше немає:\r\none.txt\r\n',
    ]);
    for (const gone of [`messages/${ours.ids.messages}9999/files`, 'messages/0/files', 'tickets/x/files'])
      expect((await ours.owner.get(gone)).status, gone).toBe(404);
    const without = await aTicket(at, ours, {});
    for (const none of [`messages/${without.messageId}/files`, `tickets/${without.ticketId}/files`])
      expect((await ours.owner.get(none)).status, none).toBe(404);
  });

  test('A38 are not held in memory, however many and large, and let go of when their reader leaves in the middle', async () => {
    const bytes = Buffer.alloc(12 * 1024 * 1024, 7);
    const { messageId } = await aTicket(at, ours, {
      attachments: Array.from({ length: 10 }, (_, n) => ({ name: `${n}.bin`, type: 'x/y', bytes })),
    });
    const url = `${at.listening}/v1/api/messages/${messageId}/files`;
    const openFiles = async () => {
      const links = await Promise.all(
        (await fs.readdir('/proc/self/fd')).map((one) => fs.readlink(`/proc/self/fd/${one}`).catch(() => '')),
      );
      return links.filter((one) => one.includes(`${at.folder}/files/`)).length;
    };
    const before = process.memoryUsage().arrayBuffers;
    const leaving = new AbortController();
    const answer = await fetch(url, { headers: { cookie: ours.owner.cookie }, signal: leaving.signal });
    const reader = answer.body?.getReader();
    await reader?.read();
    await waitUntil(async () => (await openFiles()) === 1);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(24 * 1024 * 1024);
    leaving.abort();
    await waitUntil(async () => (await openFiles()) === 0);
  });

  test('A9 of another company are given where letters of that one may be read, and not where only one’s own may', async () => {
    const both = await aMember(at, ours, 1, 'Of Two Houses');
    await joins(at, both.id, theirs.companyId, 1);
    const may = (value: 0 | 1) => {
      const changes = [{ role: 'agent', privilege: 'messages.get', value }];
      return theirs.owner.call('privileges/change', { company_id: theirs.companyId, changes });
    };
    const paths = (shop: Shop) => [
      `files/${shop.attachmentIds[0]}`,
      `messages/${shop.messageId}/files?inline=1`,
      `tickets/${shop.ticketId}/files?inline=1`,
    ];
    const statuses = (shop: Shop) => Promise.all(paths(shop).map(async (path) => (await both.api.get(path)).status));
    at.wake.nudge('sessions');
    expect(await statuses(theirs)).toEqual([200, 200, 200]);
    expect((await may(0)).status).toBe(200);
    at.wake.nudge('sessions');
    expect([await statuses(theirs), await statuses(ours)]).toEqual([
      [404, 404, 404],
      [200, 200, 200],
    ]);
    expect((await may(1)).status).toBe(200);
  });

  test('A48 are asked for so many times an hour by one person, whichever letter it is', async () => {
    const often = await aMember(at, ours, 2, 'Often');
    const statuses = new Set<number>();
    for (let n = 0; n <= 120; n++)
      statuses.add((await often.api.get(`tickets/${ours.ticketId}/files?inline=1`)).status);
    const refused = await often.api.get(`messages/${ours.messageId}/files`);
    expect([...statuses, refused.status]).toEqual([200, 429, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
