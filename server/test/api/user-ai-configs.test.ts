import tls from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { askForModel } from '#channels/assistants/ask-for-model.ts';
import { aiConfigsPerPersonMax } from '#contract/user-ai-configs.ts';
import { createOutboundGuard, type OutboundLookup } from '#platform/outbound-guard.ts';
import { sql } from '#platform/sql.ts';
import { type FakeAiProvider, startFakeAiProvider } from '#test/rigs/fake-ai-provider.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { dumpOf } from './everything-of.ts';
import { neverTooMany } from './never-too-many.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins } from './people.ts';
import { tellTrail } from './tell-trail.ts';

let provider: FakeAiProvider;
let at: TestParley;
let olena: { id: number; api: ApiClient };
let ira: { id: number; api: ApiClient };
let shop: Company;
beforeAll(async () => {
  provider = await startFakeAiProvider();
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), provider.ca]);
  at = await aParley({ limits: await neverTooMany() });
  olena = await aPerson(at, 'Olena');
  shop = await aCompany(olena.api);
  ira = await aPerson(at, 'Ira');
  await joins(at, ira.id, shop.companyId, 1);
});
afterAll(async () => {
  await at?.close();
  await provider?.stop();
});
beforeEach(async () => {
  provider.trouble = null;
  provider.asked.length = 0;
  await at.db.transaction('system', (tx) => tx.run(sql`delete from user_ai_configs`));
});

const own = (about: Record<string, unknown> = {}) => ({
  ...{ protocol: 'openai', name: 'Own key', base_url: provider.openai, model: 'gpt-5', key: provider.key },
  ...about,
});
const add = (about: Record<string, unknown> = {}, api = olena.api) => api.call('user-ai-config/add', own(about));
const kept = async (api = olena.api) => (await api.call('settings/ai')).body.data['user-ai-config'];
const refusalOf = (answer: Answer) => [
  answer.status,
  answer.body.errors?.[0]?.key,
  answer.body.errors?.[0]?.field?.replace('data.', ''),
];
const refused = async (about: Record<string, unknown>) => refusalOf(await add(about));

test('a provider is asked for its models with the key, kept, listed with the key masked, and forgotten', async () => {
  const answer = await add({ base_url: `${provider.openai}/` });
  expect(answer.status, answer.text).toBe(200);
  const [added] = answer.body.data['user-ai-config'];
  expect(added).toMatchObject({ name: 'Own key', base_url: provider.openai, model: 'gpt-5', key: '***' });
  expect(provider.asked.map((one) => [one.path, one.headers.authorization])).toEqual([
    ['/v1/models', `Bearer ${provider.key}`],
  ]);
  expect(await kept()).toEqual([added]);
  expect((await olena.api.call('user-ai-config/delete', { id: added.id })).status).toBe(200);
  expect(await kept()).toEqual([]);
  expect(refusalOf(await olena.api.call('user-ai-config/delete', { id: added.id }))).toEqual([404, 'not_found', 'id']);
});

test('Anthropic is asked as it documents it; a name that no list has may be a model all the same', async () => {
  expect((await add({ protocol: 'anthropic', base_url: provider.anthropic })).status).toBe(200);
  const [first] = provider.asked;
  expect([first?.path, first?.headers['x-api-key'], first?.headers['anthropic-version']]).toEqual([
    ...['/anthropic/v1/models?limit=1000', provider.key, '2023-06-01'],
  ]);
  expect(first?.headers.authorization).toBeUndefined();
  expect((await add({ name: 'By another name', model: 'gpt-latest' })).status).toBe(200);
});

test('what is wrong is said in words, under its field, and nothing is half-written', async () => {
  expect(await refused({ key: 'sk-of-nobody' })).toEqual([422, 'ai_key_refused', 'key']);
  expect(await refused({ protocol: 'anthropic', base_url: provider.anthropic, key: 'x' })).toEqual([
    ...[422, 'ai_key_refused', 'key'],
  ]);
  expect(await refused({ model: 'gpt-2' })).toEqual([422, 'ai_model_unknown', 'model']);
  const elsewhere = await add({ base_url: provider.openai.replace('/v1', '/v2') });
  expect(refusalOf(elsewhere)).toEqual([422, 'ai_no_models', 'base_url']);
  expect(elsewhere.body.errors[0]?.message).toContain('HTTP 404');
  provider.trouble = 'no json';
  expect(await refused({})).toEqual([422, 'ai_no_models', 'base_url']);
  for (const [status, key, field] of [
    [401, 'ai_key_refused', 'key'],
    [403, 'ai_key_refused', 'key'],
    [429, 'ai_busy', 'key'],
    [503, 'ai_down', 'base_url'],
    [302, 'ai_no_models', 'base_url'],
  ] as const) {
    provider.trouble = { status, body: {} };
    expect([status, ...(await refused({}))]).toEqual([status, 422, key, field]);
  }
  // A list that is none.
  provider.trouble = { status: 200, body: { data: 'gpt-5' } };
  expect(await refused({})).toEqual([422, 'ai_no_models', 'base_url']);
  provider.trouble = { status: 200, body: { data: [null, { id: 7 }] } };
  expect(await refused({})).toEqual([422, 'ai_model_unknown', 'model']);
  expect(await refused({ base_url: 'https://127.0.0.1:2/v1' })).toEqual([422, 'ai_unreachable', 'base_url']);
  expect(await kept()).toEqual([]);
});

test('a provider that never answers is given up', async () => {
  provider.trouble = 'silent';
  const { timeout } = AbortSignal;
  const soon = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 50));
  try {
    expect(await refused({})).toEqual([422, 'ai_timed_out', 'base_url']);
  } finally {
    soon.mockRestore();
  }
  expect(await kept()).toEqual([]);
});

test('A32 goes nowhere that the installation does not allow, and by https alone', async () => {
  for (const host of [
    ...['169.254.169.254', '10.0.0.1', '192.168.1.1', '[::1]', '0.0.0.0', '8.8.8.8:8443'],
    ...['127.0.0.1:25', '127.0.0.1:993', '8.8.8.8:465', 'nobody-inside', 'nobody-inside:587'],
  ])
    expect([host, ...(await refused({ base_url: `https://${host}/v1` }))]).toEqual([
      ...[host, 422, 'outbound_address_refused', 'base_url'],
    ]);
  for (const base_url of [
    ...['http://127.0.0.1/v1', 'file:///etc/passwd', 'https://me:word@ai.test/v1', 'https://ai.test/v1?to=them'],
    ...['https://ai.test/v1#x', 'https://ai.test\r\n/v1', 'ai.test/v1', 'https://ai.test:99999/v1'],
    ...['https://[::::]/v1', 'https://1.2.3.999/v1', 'https://127.0.0.1@ai.test/v1', 'https://ai.test\\@127.0.0.1/v1'],
  ])
    expect([base_url, ...(await refused({ base_url }))]).toEqual([base_url, 422, 'api_url_malformed', 'base_url']);
  expect(await refused({ key: 'sk\r\nx-forged: 1' })).toEqual([422, 'ai_key_malformed', 'key']);
  expect(await refused({ name: '  ' })).toEqual([422, 'too_short', 'name']);
  for (const [field, text] of [
    ['name', ' a '],
    ['name', 'Own\nkey'],
    ['model', 'gpt-5 HTTP/1.1\r\nx-forged: 1'],
  ] as const)
    expect([text, ...(await refused({ [field]: text }))]).toEqual([text, 422, 'invalid_value', field]);
  expect(provider.asked).toEqual([]);
});

test('A32 a name is judged anew for every question, and asked where it was judged, whoever it says it is', async () => {
  provider.aliases.push('behind');
  let times = 0;
  const rebinds: OutboundLookup = async () => [{ address: times++ === 0 ? '127.0.0.1' : '10.0.0.7', family: 4 }];
  const guard = createOutboundGuard({ allow: ['127.0.0.0/8'], lookup: rebinds });
  const asked = { protocol: 'openai', base_url: provider.openai, model: 'behind', key: provider.key } as const;
  await expect(askForModel(guard, asked)).rejects.toMatchObject({ key: 'outbound_address_refused' });
  expect(provider.asked.map((one) => one.path)).toEqual(['/v1/models']);
  // Nor does a certificate of the name count where the name is an address.
  const outside = createOutboundGuard({ allow: [], lookup: async () => [{ address: '::ffff:127.0.0.1', family: 6 }] });
  await expect(askForModel(outside, asked)).rejects.toMatchObject({ key: 'outbound_address_refused' });
});

test('A48 an answer that drips, never ends or is too long is given up, and costs nobody else', async () => {
  const { timeout } = AbortSignal;
  const soon = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 400));
  try {
    provider.trouble = 'drips';
    expect(await refused({})).toEqual([422, 'ai_timed_out', 'base_url']);
  } finally {
    soon.mockRestore();
  }
  provider.trouble = { status: 200, body: { data: ['x'.repeat(5 * 1024 * 1024)] } };
  expect(await refused({})).toEqual([422, 'ai_no_models', 'base_url']);
  expect(await kept()).toEqual([]);
});

test('a redirect is no answer: the key goes to the address that was typed, and to no other', async () => {
  const other = await startFakeAiProvider();
  try {
    provider.trouble = { status: 307, body: {}, location: `${other.openai}/models` };
    expect(await refused({})).toEqual([422, 'ai_no_models', 'base_url']);
    expect([provider.asked.length, other.asked.length]).toEqual([1, 0]);
  } finally {
    await other.stop();
  }
});

test('A51 of two who forget one at once, one does', async () => {
  const [one] = (await add()).body.data['user-ai-config'];
  const twice = await Promise.all([1, 2].map(() => olena.api.call('user-ai-config/delete', { id: one.id })));
  expect(twice.map((answer) => answer.status).sort()).toEqual([200, 404]);
});

test('A1 what one keeps is nobody else’s, neither of a colleague nor of the company’s owner', async () => {
  const [hers] = (await add({}, ira.api)).body.data['user-ai-config'];
  expect(await kept()).toEqual([]);
  expect(refusalOf(await olena.api.call('user-ai-config/delete', { id: hers.id }))).toEqual([404, 'not_found', 'id']);
  expect(await kept(ira.api)).toEqual([hers]);
  const rows = await at.db.read({ companies: [shop.companyId] }, sql`select id from user_ai_configs`);
  expect(rows).toEqual([]);
});

test('A52 the key is sealed, in no answer and not in the audit trail, which tells all else', async () => {
  const key = 'sk-canary-of-olena-7xyz7xyz7xyz';
  provider.key = key;
  const answers = [await add(), await olena.api.call('settings/ai')];
  const [{ id }] = await kept();
  provider.key = 'sk-another';
  answers.push(await add({ name: 'Twice', key }));
  answers.push(await olena.api.call('user-ai-config/delete', { id }));
  provider.key = key;
  await add({ name: 'Stays' });
  await tellTrail(at);
  expect(answers.map((one) => one.status)).toEqual([200, 200, 422, 200]);
  for (const { text } of answers) expect(text).not.toContain(key);
  expect(await dumpOf(at)).not.toContain(key);
  const told = await at.db.read<{ action: string; detail: unknown }>(
    'system',
    sql`select action, detail from audit_entries where company_id = ${shop.companyId} and action like 'ai_config_%' order by number desc limit 3`,
  );
  const about = { protocol: 'openai', base_url: provider.openai, model: 'gpt-5' };
  expect(told).toEqual([
    { action: 'ai_config_added', detail: { ...about, name: 'Stays' } },
    { action: 'ai_config_deleted', detail: { ...about, name: 'Own key' } },
    { action: 'ai_config_added', detail: { ...about, name: 'Own key' } },
  ]);
});

test('a sealed key opens for its person and its server alone', async () => {
  await add();
  const [row] = await at.db.read<{ key: string }>('system', sql`select key from user_ai_configs`);
  const open = (userId: number, url: string) => at.secrets.open(row?.key ?? '', `user-ai-config.key ${userId} ${url}`);
  expect(open(olena.id, provider.openai)).toBe(provider.key);
  expect(() => open(ira.id, provider.openai)).toThrow();
  expect(() => open(olena.id, 'https://elsewhere.test')).toThrow();
});

test('A51 of many at once no more are kept than may be, and one of each name', async () => {
  const same = await Promise.all(Array.from({ length: 5 }, () => add()));
  expect(same.map((one) => one.status).sort()).toEqual([200, 422, 422, 422, 422]);
  expect(refusalOf(await add({ name: 'OWN KEY' }))).toEqual([422, 'name_in_use', 'name']);
  const many = await Promise.all(
    Array.from({ length: aiConfigsPerPersonMax + 3 }, (_, index) => add({ name: `Key ${index}` })),
  );
  expect(many.filter((one) => one.status === 200)).toHaveLength(aiConfigsPerPersonMax - 1);
  provider.asked.length = 0;
  expect(refusalOf(await add({ name: 'One more' }))).toEqual([422, 'limit_reached', undefined]);
  // Nobody is asked for what could not be kept.
  expect(provider.asked).toEqual([]);
});

test('a company says whose people may keep one; who works for none has nothing to use it for', async () => {
  const featuresOf = async (api: ApiClient) => [
    (await api.call('settings/ai')).body.data.ai_features,
    (await api.call('users/self')).body.data.settings.ai_features,
  ];
  expect(await featuresOf(ira.api)).toEqual(['own_provider', 'own_provider']);
  const [hers] = (await add({}, ira.api)).body.data['user-ai-config'];
  const lets = (value: 0 | null) =>
    olena.api.call('privileges/change', {
      company_id: shop.companyId,
      changes: [{ role: 'agent', privilege: 'user-ai-config.create', value }],
    });
  expect((await lets(0)).status).toBe(200);
  expect(await featuresOf(ira.api)).toEqual(['', '']);
  expect((await add({ name: 'Another' }, ira.api)).status).toBe(403);
  // What she has she still sees, and may take back.
  expect(await kept(ira.api)).toEqual([hers]);
  expect((await ira.api.call('user-ai-config/delete', { id: hers.id })).status).toBe(200);
  await lets(null);
  const nobody = await aPerson(at, 'Newcomer');
  expect(await featuresOf(nobody.api)).toEqual(['', '']);
  expect((await add({}, nobody.api)).status).toBe(403);
});

test('goes with its person', async () => {
  const gone = await aPerson(at, 'Gone');
  await joins(at, gone.id, shop.companyId, 1);
  expect((await add({}, gone.api)).status).toBe(200);
  await at.db.transaction('system', async (tx) => {
    for (const table of ['roles', 'sessions', 'devices'])
      await tx.run(sql`delete from ${sql.unsafe(table)} where user_id = ${gone.id}`);
    await tx.run(sql`delete from users where id = ${gone.id}`);
  });
  expect(await at.db.read('system', sql`select id from user_ai_configs where user_id = ${gone.id}`)).toEqual([]);
});
