import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import type { ApiClient } from './api-client.ts';
import type { TestParley } from './parley-in-process.ts';
import { byId, rows } from './rows-of.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, type Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
let photo: Buffer;
shopsAtHand((it) => ({ at, ours, theirs } = it));
beforeAll(async () => {
  photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#0b6b60' } })
    .withExif({ IFD0: { Artist: 'Olena at home' } })
    .jpeg()
    .toBuffer();
});

const upload = (api: ApiClient, companyId: number, bytes: Buffer = photo) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'logo.jpg');
  return api.request(`companies/${companyId}/logo`, { method: 'POST', body: form });
};
const save = (api: ApiClient, companyId: number, logo: string | null) =>
  api.post('companies/update', { data: { logo }, ...byId(companyId) });
const fetched = async (api: ApiClient, logo: string, size = 256) => {
  const answer = await fetch(`${at.listening}/v1/api/${logo}?size=${size}`, { headers: { cookie: api.cookie } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const logoOf = async (shop: Shop) =>
  rows(await shop.owner.post('companies/get', byId(shop.companyId)), 'companies')[0].logo;
const strays = () =>
  at.db.read<{ file_key: string }>(
    'system',
    sql`select file_key from stray_files where file_key like 'logos/%' order by 1`,
  );

test('A25 A38 a logo is written anew as a square, saved with its company, and seen by whoever works there', async () => {
  const uploaded = await upload(ours.owner, ours.companyId);
  const { logo } = uploaded.body.data as { logo: string };
  expect([uploaded.status, logo]).toEqual([200, expect.stringMatching(/^logos\/[0-9a-f]{40}$/)]);
  // Looked at before it is saved.
  expect((await fetched(ours.owner, logo)).status).toBe(200);
  expect(await logoOf(ours)).toBeNull();
  expect((await save(ours.owner, ours.companyId, logo)).status).toBe(200);
  const agent = await aMember(at, ours, 1, 'Andriy');
  const { status, bytes } = await fetched(agent.api, logo);
  expect([status, bytes.includes('Olena at home')]).toEqual([200, false]);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  expect((await sharp((await fetched(agent.api, logo, 64)).bytes).metadata()).width).toBe(64);
  expect((await fetched(theirs.owner, logo)).status).toBe(404);
  const self = (await agent.api.call('users/self')).body.data as { companies: { logo: string }[] };
  expect(self.companies[0]?.logo).toBe(logo);

  // The old one goes when another takes its place; the new one is nobody's stray any more.
  const next = (await upload(ours.owner, ours.companyId)).body.data.logo as string;
  await save(ours.owner, ours.companyId, next);
  expect((await strays()).map((one) => one.file_key)).toEqual([
    `${logo}-256.webp`,
    `${logo}-64.webp`,
    `${logo}-letter.png`,
  ]);
  expect((await save(ours.owner, ours.companyId, null)).status).toBe(200);
  expect(await logoOf(ours)).toBeNull();
});

test('A7 a logo is of the company it was uploaded for, by whoever may change that', async () => {
  const agent = await aMember(at, ours, 1, 'Borys');
  expect((await upload(agent.api, ours.companyId)).status).toBe(403);
  expect((await upload(theirs.owner, ours.companyId)).status).toBe(404);
  const logo = (await upload(ours.owner, ours.companyId)).body.data.logo as string;
  for (const wrong of [`logos/${'0'.repeat(40)}`, 'https://tracker.test/x.png', logo])
    expect((await save(theirs.owner, theirs.companyId, wrong)).body.errors?.[0]).toMatchObject({
      key: 'invalid_value',
      field: 'data.logo',
    });
  expect((await save(ours.owner, ours.companyId, logo)).status).toBe(200);
  expect((await upload(ours.owner, ours.companyId, Buffer.from('<svg onload=alert(1)>'))).body.errors?.[0]?.key).toBe(
    'picture_unreadable',
  );
});
