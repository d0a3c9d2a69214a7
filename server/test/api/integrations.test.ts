import fs from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auth1Context } from '#domain/integrations/index.ts';
import { removeStrayFiles } from '#domain/messages/index.ts';
import { filesInFolder } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import { type FakeBot, type FakeMessengers, startFakeMessengers } from '#test/rigs/fake-messengers.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { dumpOf } from './everything-of.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins } from './people.ts';
import { byId, rows } from './rows-of.ts';

type Firm = Company & { api: ApiClient };
let messengers: FakeMessengers;
let at: TestParley;
let shop: Firm;
let rival: Firm;
let agent: ApiClient;
let photo: Buffer;
beforeAll(async () => {
  messengers = await startFakeMessengers();
  at = await aParley({ role: 'all', env: messengers.env });
  const olena = await aPerson(at, 'Olena');
  shop = { ...(await aCompany(olena.api, 'Lumen & Oak', 'LO')), api: olena.api };
  const rita = await aPerson(at, 'Rita');
  rival = { ...(await aCompany(rita.api, 'Fjordvik', 'FJ')), api: rita.api };
  const andriy = await aPerson(at, 'Andriy');
  await joins(at, andriy.id, shop.companyId, 1);
  agent = andriy.api;
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0b6b60' } })
    .withExif({ IFD0: { Artist: 'Olena at home' } })
    .png()
    .toBuffer();
});
afterAll(async () => {
  await at?.close();
  await messengers?.stop();
});
beforeEach(() => {
  messengers.trouble = null;
});

let last = 1000;
const telegramBot = (about: Partial<FakeBot> = {}): FakeBot => {
  const id = String(++last);
  const token = `${about.id ?? id}:AAHdqTcvCH1vGWJxfSeofSAs0K5PALD${id}`;
  const bot: FakeBot = { messenger: 'telegram', token, id, name: 'Lumen helper', address: '@lumen_bot', ...about };
  messengers.bots.push(bot);
  return bot;
};
const viberAccount = (about: Partial<FakeBot> = {}): FakeBot => {
  const id = String(++last);
  const token = `445da6az1s345z78-dazcczb2542zv51a-e0vc5fva1748${id}`;
  const bot: FakeBot = { messenger: 'viber', token, id, name: 'Lumen on Viber', address: 'lumenoak', ...about };
  messengers.bots.push(bot);
  return bot;
};
const whatsappNumber = (): FakeBot => {
  const id = String(100_000 + ++last);
  const bot: FakeBot = {
    ...{ messenger: 'whatsapp', token: `EAAG${'x'.repeat(30)}${id}`, id, name: 'Lumen & Oak' },
    ...{ address: '+380 44 123 45 67', appSecret: 'a1'.repeat(16) },
  };
  messengers.bots.push(bot);
  return bot;
};
const settingsIds = { telegram: 1, viber: 2, whatsapp: 3 };
const integrationOf = (bot: FakeBot, firm: Company, about: Record<string, unknown> = {}) => ({
  ...{ company_id: firm.companyId, product_id: firm.productId, settings_id: settingsIds[bot.messenger] },
  additional: { messenger: bot.messenger, ...(bot.messenger === 'whatsapp' ? { phone_number_id: bot.id } : {}) },
  auth1: bot.token,
  ...(bot.appSecret ? { auth2: bot.appSecret } : {}),
  ...about,
});
const create = (bot: FakeBot, firm: Firm = shop, about: Record<string, unknown> = {}) =>
  firm.api.post('integrations/create', { data: [integrationOf(bot, firm, about)] });
const connected = async (bot: FakeBot, firm: Firm = shop, about: Record<string, unknown> = {}): Promise<number> =>
  rows(await create(bot, firm, about), 'integrations')[0].id;
const read = async (id: number, api = shop.api) =>
  rows(await api.post('integrations/get', byId(id)), 'integrations')[0];
const inState = (id: number, state: string, key: string | null = null) =>
  waitUntil(async () => ((one) => one.health_state === state && one.health_key === key && one)(await read(id)), {
    what: `integration ${id} to be ${state} for ${key}`,
  });
const checkNow = async (id: number) => {
  await at.db.transaction('system', (tx) => tx.run(sql`update messengers set due_at = now() where id = ${id}`));
  at.wake.nudge('integrations');
};
const picturesOnDisk = async () => (await fs.readdir(`${at.folder}/files/bot-pictures`)).sort();
const picturesNamed = async () => {
  const named = await at.db.read<{ picture: string }>(
    'system',
    sql`select picture from messengers where picture is not null`,
  );
  return named.map(({ picture }) => `${picture.replace('bot-pictures/', '')}.webp`).sort();
};
const keyOf = (answer: { status: number; body: { errors?: { key: string; field?: string }[] } }) => [
  answer.status,
  answer.body.errors?.[0]?.key,
  answer.body.errors?.[0]?.field,
];
const check = (api: ApiClient, bot: FakeBot, about: Record<string, unknown> = {}) => {
  const { additional, auth1, auth2 } = integrationOf(bot, shop) as {
    additional: unknown;
    auth1: string;
    auth2?: string;
  };
  return api.call('integrations/check', {
    company_id: shop.companyId,
    additional,
    auth1,
    ...(auth2 ? { auth2 } : {}),
    ...about,
  });
};
const found = async (bot: FakeBot, about: Record<string, unknown> = {}) =>
  (await check(shop.api, bot, about)).body.data;

describe('what there is', () => {
  test('is told to everybody who may see integrations, and changed by nobody (SPEC section 7)', async () => {
    const asked = { fields: ['id', 'code'], sort: [['id', 'asc']] };
    for (const api of [shop.api, agent])
      expect(rows(await api.post('system-settings/get', asked), 'system-settings')).toEqual([
        { id: 1, code: 'telegram' },
        { id: 2, code: 'viber' },
        { id: 3, code: 'whatsapp' },
      ]);
    expect((await shop.api.post('system-settings/create', { data: [{ code: 'icq' }] })).status).toBe(404);
  });
});

describe('a live check', () => {
  test('shows whose a Telegram token is, with its picture written anew, and who else receives its messages', async () => {
    const bot = telegramBot({ picture: photo, webhook: 'https://other-desk.test/hook/secret' });
    const answer = await found(bot);
    expect(answer).toMatchObject({ ok: true, key: null, retry_seconds: null });
    expect(answer.bot).toMatchObject({ name: 'Lumen helper', address: '@lumen_bot', other_webhook: 'other-desk.test' });
    const small = Buffer.from(answer.bot.picture.replace('data:image/webp;base64,', ''), 'base64');
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 128, height: 128 });
    expect(small.includes('Olena at home')).toBe(false);
  });

  test('asks Viber and WhatsApp as they document it; the app secret is proved too', async () => {
    const viber: FakeBot = {
      ...{
        messenger: 'viber',
        token: '445da6az1s345z78-dazcczb2542zv51a-e0vc5fva17480im9',
        id: '75346594275468546724',
      },
      ...{ name: 'Lumen on Viber', address: 'lumenoak', picture: photo },
    };
    messengers.bots.push(viber);
    expect((await found(viber)).bot).toMatchObject({
      name: 'Lumen on Viber',
      address: 'lumenoak',
      other_webhook: null,
    });

    const number = whatsappNumber();
    expect((await found(number)).bot).toMatchObject({ name: 'Lumen & Oak', address: '+380 44 123 45 67' });
    expect((await found(number, { auth2: 'b2'.repeat(16) })).key).toBe('app_secret_wrong');
    const additional = { messenger: 'whatsapp', phone_number_id: '99999999' };
    expect((await found(number, { additional })).key).toBe('number_unknown');
    expect((await found({ ...number, token: 'EAAGnobodyhasthistoken0' })).key).toBe('token_wrong');
    expect(keyOf(await check(shop.api, number, { auth2: undefined }))).toEqual([422, 'required', 'data.auth2']);
  });

  test('says in plain words what is wrong, and for how long to wait', async () => {
    const bot = telegramBot();
    const wrong = await found({ ...bot, token: `${bot.id}:wrong` });
    expect(wrong).toMatchObject({ ok: false, key: 'token_wrong', bot: null });
    // Whatever a provider says, the token is not in it.
    expect(wrong.details).toBe('Unauthorized …');

    const tooMany = { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 37 } };
    messengers.trouble = { status: 429, body: tooMany };
    expect(await found(bot)).toMatchObject({ key: 'rate_limited', retry_seconds: 37 });
    messengers.trouble = { status: 502, body: {} };
    expect((await found(bot)).key).toBe('provider_down');
    messengers.trouble = 'no json';
    expect((await found(bot)).key).toBe('answer_unreadable');
    messengers.trouble = null;
    expect((await found(bot, { api_url: 'http://127.0.0.1:2' })).key).toBe('connection_refused');
    expect((await found(bot, { api_url: 'https://nowhere.invalid' })).key).toMatch(/^(?:host_not_found|dns_failed)$/);
  });

  test('A32 goes nowhere that the installation does not allow, whatever address is named', async () => {
    const bot = telegramBot();
    // Whether a name without a dot is there inside, nobody learns.
    for (const api_url of ['http://169.254.169.254', 'http://10.0.0.1', 'https://[::1]', 'http://8.8.8.8', 'http://db'])
      expect([api_url, (await found(bot, { api_url })).key]).toEqual([api_url, 'address_refused']);
    for (const api_url of [
      ...['file:///etc/passwd', 'https://me:word@bots.test', 'https://bots.test?to=them', 'https://bots.test:99999'],
      ...['https://[::::]'],
    ])
      expect(keyOf(await check(shop.api, bot, { api_url }))).toEqual([422, 'api_url_malformed', 'data.api_url']);
  });

  test('A32 speaks at no port of another protocol, also where any port is allowed', async () => {
    const bot = telegramBot();
    for (const port of [25, 110, 143, 465, 587, 993, 4190]) {
      const api_url = `http://127.0.0.1:${port}/bots`;
      expect(keyOf(await check(shop.api, bot, { api_url }))).toEqual([422, 'outbound_address_refused', 'data.api_url']);
      expect(keyOf(await create(bot, shop, { api_url }))).toEqual([422, 'outbound_address_refused', 'data[0].api_url']);
    }
  });

  test('is for whoever may connect a messenger, in their own company', async () => {
    const bot = telegramBot();
    expect((await check(agent, bot)).status).toBe(403);
    expect(keyOf(await check(rival.api, bot))).toEqual([404, 'not_found', 'data.company_id']);
    const id = await connected(bot);
    expect((await check(rival.api, bot, { company_id: rival.companyId, id, auth1: undefined })).status).toBe(404);
    expect((await rival.api.call('integrations/look', { id })).status).toBe(404);
    expect((await rival.api.call('integrations/history', { id })).status).toBe(404);
    expect((await agent.call('integrations/look', { id })).status).toBe(403);
    expect((await agent.call('integrations/history', { id })).status).toBe(200);
  });
});

describe('a connected messenger', () => {
  test('A52 answers with its secrets masked, and keeps them sealed', async () => {
    const number = whatsappNumber();
    // The name that SPEC section 7 has for it.
    const data = [integrationOf(number, shop, { title: 'Line for returns', instant: 1 })];
    const [made] = rows(await shop.api.post('systems/create', { data }), 'systems');
    expect(made).toMatchObject({
      auth1: '***',
      auth2: '***',
      title: 'Line for returns',
      messenger: 'whatsapp',
      instant: 1,
    });
    expect(await read(made.id)).not.toHaveProperty('auth1');
    expect(keyOf(await shop.api.post('integrations/get', { fields: ['id', 'auth1'] }))[1]).toBe('unknown_field');
    const dump = await dumpOf(at);
    expect(dump.includes(number.token)).toBe(false);
    expect(dump.includes(number.appSecret ?? '-')).toBe(false);
    await inState(made.id, 'ok');
  });

  test('is looked at by itself, soon and again; what it said is history, and its bot is shown', async () => {
    const bot = telegramBot({ picture: photo });
    messengers.losesFiles = true;
    const id = await connected(bot);
    expect(await inState(id, 'ok')).toMatchObject({ picture: null });
    // What did not come once is not for ever without.
    messengers.losesFiles = false;
    await checkNow(id);
    await waitUntil(async () => (await read(id)).picture !== null, { what: 'its picture' });
    const fine = await inState(id, 'ok');
    expect(fine).toMatchObject({ bot_name: 'Lumen helper', bot_address: '@lumen_bot', title: 'Telegram' });
    expect(fine.company_name).toBe('Lumen & Oak');
    expect(fine.picture).toMatch(/^bot-pictures\/[0-9a-f]{40}$/);
    const picture = await agent.get(fine.picture);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await rival.api.get(fine.picture)).status).toBe(404);
    const wait = Date.parse(`${fine.next_try_at}Z`) - Date.parse(`${fine.checked_at}Z`);
    expect(wait / 60_000).toBeGreaterThanOrEqual(23);
    expect(wait / 60_000).toBeLessThanOrEqual(37);

    messengers.bots = messengers.bots.filter((one) => one !== bot);
    await checkNow(id);
    // It worked before, so this is no slip of the pen.
    expect(await inState(id, 'action_needed', 'token_revoked')).toMatchObject({ bot_name: 'Lumen helper' });
    const other = telegramBot({ id: bot.id, name: 'Lumen anew' });
    await shop.api.post('integrations/update', { data: { auth1: other.token }, ...byId(id) });
    expect(await inState(id, 'ok')).toMatchObject({ bot_name: 'Lumen anew' });
    messengers.trouble = { status: 503, body: {} };
    await checkNow(id);
    await inState(id, 'degraded', 'provider_down');
    messengers.trouble = null;
    const look = await shop.api.call('integrations/look', { id });
    expect(look.body.data).toMatchObject({ ok: true, bot: { name: 'Lumen anew' } });
    const { entries } = (await shop.api.call('integrations/history', { id })).body.data as {
      entries: { state: string }[];
    };
    expect(entries.map((one) => one.state)).toEqual(['ok', 'degraded', 'ok', 'action_needed', 'ok']);
  });

  test('that asks for patience gets it', async () => {
    const bot = telegramBot();
    const id = await connected(bot);
    await inState(id, 'ok');
    const body = { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 7200 } };
    messengers.trouble = { status: 429, body };
    await checkNow(id);
    const one = await inState(id, 'degraded', 'rate_limited');
    expect(Date.parse(`${one.next_try_at}Z`) - Date.parse(`${one.checked_at}Z`)).toBeGreaterThanOrEqual(7_199_000);
  });

  test('serves one product of one company: whose else it is, nobody learns', async () => {
    const bot = telegramBot();
    const id = await connected(bot);
    await inState(id, 'ok');
    for (const firm of [shop, rival])
      expect(keyOf(await create(bot, firm))).toEqual([422, 'token_in_use', 'data[0].auth1']);
    expect((await create(bot, rival)).text).not.toMatch(/Lumen/);
    const other = await connected(telegramBot(), rival);
    const taking = await rival.api.post('integrations/update', { data: { auth1: bot.token }, ...byId(other) });
    expect(keyOf(taking)).toEqual([422, 'token_in_use', 'data.auth1']);

    // The same bot under a second token is the same bot.
    const second = { ...bot, token: `${bot.id}:AnotherTokenOfTheSameBot` };
    messengers.bots.push(second);
    const theirs = await connected(second, rival);
    await waitUntil(async () => (await read(theirs, rival.api)).health_key === 'bot_in_use', {
      what: 'the bot to be in use',
    });

    // Disabled, it lets go; what somebody else took meanwhile cannot be had back.
    await shop.api.post('integrations/delete', byId(id));
    const taken = await connected(bot, rival);
    expect(keyOf(await shop.api.post('integrations/restore', byId(id)))[1]).toBe('token_in_use');
    await rival.api.post('integrations/delete', byId(taken, theirs));
    expect((await shop.api.post('integrations/restore', byId(id))).status).toBe(200);
    await inState(id, 'ok');
  });

  test('A1 a company whose own server claims the bot of another neither blocks it nor learns of it', async () => {
    const liar = await startFakeMessengers();
    try {
      const claim = async (real: FakeBot) => {
        const token = real.token.replace(/^.{5}/, 'rival');
        liar.bots.push({ ...real, token });
        const id = await connected({ ...real, token }, rival, { api_url: liar.url });
        await waitUntil(async () => (await read(id, rival.api)).health_state !== 'connecting', { what: 'the claim' });
        return { id, token, health: (await read(id, rival.api)).health_key };
      };
      const early = viberAccount();
      const claimed = await claim(early);
      expect(claimed.health).toBe(null);
      await inState(await connected(early), 'ok');
      const known = viberAccount();
      await inState(await connected(known), 'ok');
      expect((await claim(known)).health).toBe(null);

      // With the messenger itself it says nothing of the other either: what the own server said is forgotten first.
      const back = { data: { api_url: null, auth1: claimed.token }, ...byId(claimed.id) };
      expect((await rival.api.post('integrations/update', back)).text).toContain('"success":true');

      // Twice within the company is still twice.
      const again = { ...known, token: known.token.replace(/^.{5}/, 'twins') };
      liar.bots.push(again);
      const second = await connected(again, rival, { api_url: liar.url });
      await waitUntil(async () => (await read(second, rival.api)).health_key === 'bot_in_use', { what: 'the twin' });
    } finally {
      await liar.stop();
    }
  });

  test('of a server that names another bot than the token does, or names it by what no messenger would, is not believed', async () => {
    const bot = telegramBot();
    messengers.bots.push({ ...bot, token: `7${bot.token}` });
    expect((await found({ ...bot, token: `7${bot.token}` })).key).toBe('answer_unreadable');
    const account = viberAccount();
    for (const id of ['pa:\u0000', 'pa: 1', `pa:${'1'.repeat(5000)}`, 'па:1']) {
      messengers.trouble = { status: 200, body: { status: 0, status_message: 'ok', id, name: 'Lumen' } };
      expect((await found(account)).key, id.slice(0, 9)).toBe('answer_unreadable');
    }
  });

  test.each([
    ['Telegram', telegramBot],
    ['Viber', viberAccount],
  ])(
    'of %s keeps its picture while what is in use elsewhere is tried, and no picture stays that nobody names',
    async (_, aBot) => {
      const id = await connected(aBot({ picture: photo }));
      const { picture } = await inState(id, 'ok');
      const theirBot = aBot({ picture: photo });
      const theirs = await connected(theirBot, rival);
      await waitUntil(async () => (await read(theirs, rival.api)).health_state === 'ok', { what: 'their bot' });

      // Another token of a bot that is theirs.
      const second = aBot({ id: theirBot.id, picture: photo });
      await shop.api.post('integrations/update', { data: { auth1: second.token }, ...byId(id) });
      expect(await inState(id, 'action_needed', 'bot_in_use')).toMatchObject({ picture });
      expect((await shop.api.get(picture)).status).toBe(200);

      const other = aBot({ picture: photo });
      await shop.api.post('integrations/update', { data: { auth1: other.token }, ...byId(id) });
      const fine = await inState(id, 'ok');
      expect(fine.picture).not.toBe(picture);
      await at.db.transaction('system', (tx) =>
        tx.run(sql`update stray_files set due_at = now() where file_key like 'bot-pictures/%'`),
      );
      await removeStrayFiles(at.db, filesInFolder(`${at.folder}/files`));
      // The installation's own housekeeping may be taking some of them away.
      await waitUntil(async () => (await picturesOnDisk()).length === (await picturesNamed()).length, {
        what: 'no strays',
      });
      expect(await picturesOnDisk()).toEqual(await picturesNamed());
      expect((await shop.api.get(fine.picture)).status).toBe(200);
    },
  );

  test('that came with an archive, without its token, asks for it before it is restored, and is no twin of another', async () => {
    const moved = [await connected(telegramBot()), await connected(telegramBot())];
    await shop.api.post('integrations/delete', byId(...moved));
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update messengers set auth1 = ${at.secrets.seal('', auth1Context)} where id = any (${moved}::bigint[])`,
      ),
    );
    for (const id of moved)
      expect(keyOf(await shop.api.post('integrations/restore', byId(id))).slice(0, 2)).toEqual([422, 'token_missing']);
    const bot = telegramBot();
    const [first = 0] = moved;
    await shop.api.post('integrations/update', { data: { auth1: bot.token }, ...byId(first) });
    expect((await shop.api.post('integrations/restore', byId(first))).status).toBe(200);
    await inState(first, 'ok');
  });

  test('A51 is connected once, however many want it in the same moment', async () => {
    const bot = telegramBot();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => create(bot, i % 2 ? shop : rival)));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
  });

  test('takes what belongs to its kind alone, and names the field that does not', async () => {
    const bot = telegramBot();
    const viber = { messenger: 'viber' };
    const cases: [Record<string, unknown>, unknown[]][] = [
      [{ auth1: 'not a token' }, [422, 'token_malformed', 'data[0].auth1']],
      [{ auth1: '445da6az-dazccz-e0vc5f' }, [422, 'token_malformed', 'data[0].auth1']],
      [{ additional: viber }, [422, 'invalid_value', 'data[0].additional.messenger']],
      [{ auth2: 'a1'.repeat(16) }, [422, 'invalid_value', 'data[0].auth2']],
      [{ api_url: 'ftp://bots.test' }, [422, 'api_url_malformed', 'data[0].api_url']],
      [{ title: 'ab' }, [422, 'too_short', 'data[0].title']],
      [{ product_id: rival.productId }, [404, 'not_found', 'data[0].product_id']],
      [{ settings_id: 4 }, [422, 'invalid_value', 'data[0].settings_id']],
    ];
    for (const [about, refusal] of cases)
      expect(keyOf(await create(bot, shop, about)), JSON.stringify(about)).toEqual(refusal);
    // SAFETY A42: without the secret nobody could tell WhatsApp's own calls from a stranger's.
    const number = whatsappNumber();
    for (const auth2 of [undefined, null, ''])
      expect(keyOf(await create(number, shop, { auth2 }))[0], String(auth2)).toBe(422);
    expect(keyOf(await create(number, shop, { auth2: undefined }))).toEqual([422, 'required', 'data[0].auth2']);
    const withSecret = await connected(number);
    for (const auth2 of [null, ''])
      expect((await shop.api.post('integrations/update', { data: { auth2 }, ...byId(withSecret) })).status).toBe(422);

    const id = await connected(bot);
    const update = (data: Record<string, unknown>) => shop.api.post('integrations/update', { data, ...byId(id) });
    expect(keyOf(await update({ additional: viber }))).toEqual([422, 'invalid_value', 'data.additional.messenger']);
    // A server of one's own does not get to read a token that somebody else entered.
    expect(keyOf(await update({ api_url: messengers.url }))).toEqual([422, 'required', 'data.auth1']);
    expect(keyOf(await check(shop.api, bot, { id, auth1: undefined, api_url: messengers.url }))).toEqual([
      422,
      'required',
      'data.auth1',
    ]);
    expect((await update({ api_url: messengers.url, auth1: bot.token })).status).toBe(200);
  });

  test('tells whoever disables it how many open tickets can no longer be answered there', async () => {
    const id = await connected(telegramBot());
    const open = await aTicket(at, shop, { subject: 'Written to the bot' });
    const resolved = await aTicket(at, shop, { subject: 'Done' });
    await aTicket(at, shop, { subject: 'Written by mail' });
    const written = [open.ticketId, resolved.ticketId];
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update tickets set channel_account_id = ${id} where id = any (${written}::bigint[])`),
    );
    const inTheWay = async () => (await shop.api.post('integrations/dependents', byId(id))).body.data.dependents;
    const unanswerable = (count: number) => [{ name: 'messenger_tickets', count, can_move: false, must_move: false }];
    expect(await inTheWay()).toEqual(unanswerable(2));
    await shop.api.call('tickets/resolve', { ids: [resolved.ticketId] });
    expect(await inTheWay()).toEqual(unanswerable(1));
    expect((await shop.api.post('integrations/delete', byId(id))).status).toBe(200);
  });

  test('keeps its product from being disabled until it serves another', async () => {
    const product = await shop.api.post('products/create', { data: [{ name: 'Outlet', company_id: shop.companyId }] });
    const productId = rows(product, 'products')[0].id;
    const id = rows(await create(telegramBot(), shop, { product_id: productId }), 'integrations')[0].id;
    const { dependents } = (await shop.api.post('products/dependents', byId(productId))).body.data as {
      dependents: { name: string; count: number }[];
    };
    expect(dependents).toMatchObject([{ name: 'integrations', count: 1, can_move: true, must_move: true }]);
    expect(keyOf(await shop.api.post('products/delete', byId(productId)))[1]).toBe('has_dependents');
    await shop.api.post('products/delete', { ...byId(productId), move_to: shop.productId });
    expect((await read(id)).product_id).toBe(shop.productId);
  });
});
