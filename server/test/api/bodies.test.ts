import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createSchema, getBody, updateSchema } from '#contract/entity.ts';
import { errors } from '#contract/errors.ts';
import { deleteBody, dependentsBody, restoreBody, updateBody } from '#contract/generic-calls.ts';
import { chatHello, chatSaid, pageHello } from '#contract/quidget-chat.ts';
import { realtimeHello } from '#contract/realtime.ts';
import { sql } from '#platform/sql.ts';
import type { Answer } from './api-client.ts';
import { aChangeOf, aRowOf, calls, entities } from './contract-registry.ts';
import { rowCounts } from './everything-of.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { listPayloads, payloads } from './payloads.ts';
import { aPixel, aShop, type Shop } from './two-companies.ts';

let at: TestParley;
let shop: Shop;
let uploadId: number;
beforeAll(async () => {
  at = await aParley();
  shop = await aShop(at, 'lumenoak', 'LO');
  uploadId = (await shop.owner.upload('table.png', aPixel)).body.data.files[0].id;
});
afterAll(() => at?.close());

/** As they were counted last: tests follow one another, and each begins with what the one before has left. */
let counted: Record<string, number> | undefined;
const countsBefore = async () => {
  counted ??= await rowCounts(at);
  return counted;
};
const countsNow = async () => {
  counted = await rowCounts(at);
  return counted;
};

/**
 * Sends one value after the other, and has the answers of those that were not done judged: they have written nothing.
 * Counting takes longer than a call, so what cannot be good is sent first, all of it between two counts. What could have
 * been good and was refused is sent once more, between two counts of its own.
 *
 * What cannot be good no database ever hears of: it is sent beside one kind of them, the rest beside each.
 */
async function sendEach(
  values: readonly (readonly [string, unknown])[],
  the: {
    couldBeGood: (value: unknown) => boolean;
    send: (value: unknown) => Promise<Answer>;
    judge: (answer: Answer, what: string) => void;
  },
): Promise<void> {
  let before: Record<string, number>;
  if (inject('databaseKind') === 'embedded') {
    before = await countsBefore();
    for (const [what, value] of values.filter(([, one]) => !the.couldBeGood(one))) {
      const answer = await the.send(value);
      if (answer.status === 200) before = await countsNow();
      else the.judge(answer, what);
    }
    expect(await countsNow()).toEqual(before);
  }

  for (const [what, value] of values.filter(([, one]) => the.couldBeGood(one))) {
    counted = undefined;
    if ((await the.send(value)).status === 200) continue;
    before = await countsNow();
    const answer = await the.send(value);
    if (answer.status === 200) continue;
    the.judge(answer, what);
    expect(await countsNow(), what).toEqual(before);
  }
}

/** Refused in the contract's words, naming the place; nothing of ours or PostgreSQL's shines through. */
function refused(answer: Answer, what: string): void {
  expect(answer.status, `${what}: ${answer.text}`).toBeGreaterThanOrEqual(400);
  expect(answer.status, `${what}: ${answer.text}`).toBeLessThan(500);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(answer.body).sort(), what).toEqual(['errors', 'success']);
  for (const error of answer.body.errors) {
    expect(errors[error.key]?.[0], `${what}: ${error.key}`).toBe(answer.status);
    expect(answer.text).not.toMatch(/SyntaxError|at .*\.ts|zod|postgres|relation|node_modules/i);
  }
}
const names = (answer: Answer): (string | undefined)[] => answer.body.errors.map((one) => one.field);

const namesOnly = (answer: Answer, place: string): boolean => names(answer).every((one) => one?.startsWith(place));

const odd: readonly [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a number', 1],
  ['a fraction', 1.5],
  ['a negative number', -1],
  ['2^53', 2 ** 53],
  ['a text', 'walnut'],
  ['an empty text', ''],
  ['a NUL', 'a\0b'],
  ['half a letter', 'a\uD800'],
  ['a list', [1]],
  ['an empty list', []],
  ['a list of odd things', [null, 'x', {}, [], 1.5]],
  ['an object', { $ne: 1 }],
  ['an empty object', {}],
  ['deep lists', JSON.parse('['.repeat(500) + ']'.repeat(500))],
  ['headers with half a letter', ['X-A: \uD800']],
  ['a long text', 'a'.repeat(20_000)],
  ['an address', 'a@b.test'],
  ['a date that is none', '2024-02-30'],
  ['the year 0', '0000-01-01'],
  ['the year 9999', '9999-12-31'],
];

test('A41 the contract has no call that these tests do not know', () => {
  expect([...Object.keys(payloads), ...Object.keys(listPayloads)].sort()).toEqual(calls.map((one) => one.path).sort());
});

/** Every schema by which something is read that comes from outside, with those inside them. */
function everyInput(): [string, z.ZodType][] {
  const found = new Map<z.ZodType, string>();
  const within = (schema: z.ZodType, place: string): void => {
    if (found.has(schema)) return;
    found.set(schema, place);
    for (const [name, part] of partsOf(schema)) within(part, `${place}${name}`);
  };
  // What is asked by GET is no longer than an address.
  for (const call of calls.filter((one) => one.method === 'POST')) within(call.data, call.path);
  for (const of of entities) {
    within(createSchema(of), `${of.name}/create`);
    within(updateSchema(of), `${of.name}/update`);
  }
  const generic = { getBody, updateBody, deleteBody, restoreBody, dependentsBody };
  const sockets = { chatHello, pageHello, chatSaid, realtimeHello };
  for (const [name, one] of Object.entries({ ...generic, ...sockets })) within(one, name);
  return [...found].map(([schema, place]) => [place, schema]);
}

/** What a schema is made of. Of a pipe, the whole is what refuses. */
function partsOf(schema: z.ZodType): [string, z.ZodType][] {
  const inner = (one: z.core.$ZodType, name = ''): [string, z.ZodType] => [name, one as z.ZodType]; // all schemas are zod's classic ones
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).map(([name, one]) => inner(one, `.${name}`));
  if (schema instanceof z.ZodArray) return [inner(schema.element, '[]')];
  if (schema instanceof z.ZodRecord) return [inner(schema.keyType, '{}'), inner(schema.valueType, '{}')];
  if (schema instanceof z.ZodTuple) return schema.def.items.map((one, i) => inner(one, `[${i}]`));
  if (schema instanceof z.ZodUnion) return schema.options.map((one) => inner(one));
  if (schema instanceof z.ZodPipe) return partsOf(schema.out as z.ZodType);
  return 'unwrap' in schema && typeof schema.unwrap === 'function' ? [inner(schema.unwrap())] : [];
}

test('A41 of a list, an object or a text that is far too long, nothing is asked but how long it is', () => {
  const inputs = everyInput();
  expect(inputs.length).toBeGreaterThan(800);
  const names = Array.from({ length: 2000 }, (_, i) => `${i}`);
  const looksAt = (schema: z.ZodType, of: object): number => {
    let looks = 0;
    const watched = new Proxy(of, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks++;
        return Reflect.get(target, name);
      },
    });
    schema.safeParse(watched);
    return looks;
  };
  const many = Object.fromEntries(names.map((name) => [name, 1]));
  const wordy = inputs.filter(([, schema]) => {
    // A tuple has a handful of places, whatever comes after them.
    if (looksAt(schema, names) > 10 || looksAt(schema, many) > 0) return true;
    if (!(schema instanceof z.ZodString) || schema.maxLength === null) return false;
    return schema.safeParse(`${'a'.repeat(schema.maxLength)}\0\uD800`).error?.issues.length !== 1;
  });
  expect(wordy.map(([place]) => place)).toEqual([]);
});

// These would end the session, or connect somewhere, each time that a spoiled payload happens to be good.
const spoiled = calls.filter(
  (call) => call.method === 'POST' && Object.keys(payloads[call.path]?.(shop ?? {}, 0) ?? {}).length > 0,
);

describe.each(spoiled.map((call) => [call.path, call] as const))('A41 %s', (path, call) => {
  const good = () => payloads[path]?.(shop, uploadId) ?? {};
  const api = () => (call.access === 'public' ? at.stranger() : shop.owner);
  const keys = Object.keys(payloads[path]?.({} as Shop, 0) ?? {}); // only its keys are read here

  test.each(keys)('with %s spoiled is refused by its name, or was good after all', async (key) => {
    const tooLong: [string, unknown] = ['a text beyond every limit', 'a'.repeat(1_100_000)];
    const couldBeGood = (value: unknown) => call.data.safeParse({ ...good(), [key]: value }).success;
    const values = key === 'body_html' ? [...odd, tooLong] : odd;
    await sendEach(isHarmless(path) ? values : values.filter(([, value]) => !couldBeGood(value)), {
      couldBeGood,
      send: (value) => api().call(path, { ...good(), [key]: value }),
      judge(answer, what) {
        expect(answer.status, `${path} with ${what}: the limit hides the answer`).not.toBe(429);
        refused(answer, `${path} ${key} = ${what}`);
        if (answer.status === 422) expect(namesOnly(answer, `data.${key}`), `${what}: ${answer.text}`).toBe(true);
      },
    });
  });

  test('without each of its fields is refused by the name of what is missing', async () => {
    for (const key of keys) {
      const { [key]: _left, ...sent } = good();
      if (call.data.safeParse(sent).success) continue;
      const answer = await api().call(path, sent);
      expect(answer.body.errors).toEqual([expect.objectContaining({ key: 'required', field: `data.${key}` })]);
    }
  });

  test('with no object for data, or the fields outside of it, is refused', async () => {
    for (const data of [null, 1, 'x', [], [good()], true]) {
      const answer = await api().post(path, { data });
      refused(answer, JSON.stringify(data));
      expect(names(answer)[0]).toMatch(/^data/);
    }
    const bare = await api().post(path, good());
    refused(bare, 'bare');
    expect(names(bare)).toContain(keys[0]);
  });
});

/** May be carried out for real, again and again: it reaches nobody and spends no limit. */
const isHarmless = (path: string): boolean =>
  ![
    'auth/confirm-password',
    'google2fa/check',
    'google2fa/confirm',
    'google2fa/disable',
    'google2fa/recovery-codes',
    'sessions/end',
    'sso/begin',
    // It asks a server, which is not there whatever else is good.
    'user-ai-config/add',
    'sso/link',
    'users/change-password',
    'users/change-address',
    'auth/login',
    'users/registration',
    'chat/begin',
    // Another customer's id is good, and their name is another one.
    'customers/erase',
    'email-confirmation/confirm',
    'invite/register',
    'mailboxes/check',
    'mailboxes/detect',
    'mailboxes/send-test',
    'quidgets/check-installation',
    'quidgets/rotate-secret',
  ].includes(path);

/** What a change has to bring along: a mailbox asks for its passwords again when its server changes. */
const alongside: Record<string, Record<string, unknown>> = {
  mailboxes: { imap_password: 'app password', smtp_password: 'app password' },
};
/** What cannot be said alone: the field that is missing is named. */
const needsToo: Readonly<Record<string, string>> = { restrict_remote_access: 'ipsList', is_signed: 'secret' };

const writable = entities.flatMap((of) =>
  (['create', 'update'] as const)
    .filter((action) => of.actions.includes(action))
    .map((action) => [of.name, action, of] as const),
);

describe.each(writable)('A41 %s/%s', (name, action, of) => {
  const fields = Object.entries(of.fields).filter(([, one]) => one.write === 'always' || one.write === action);
  const bodyWith = (data: Record<string, unknown>) =>
    action === 'create' ? { data: [data] } : { data, filter: { conditions: [['id', '=', shop.ids[name]]] } };
  const place = action === 'create' ? 'data[0]' : 'data';

  test.each(fields)('with an odd %s is done or refused by its name, all or nothing', async (field, declared) => {
    // Another row each time: what one creates is not in the way of the next.
    const base = () => (action === 'create' ? aRowOf(of, shop.ids) : (alongside[name] ?? {}));
    const send = (value: unknown) => shop.owner.post(`${name}/${action}`, bodyWith({ ...base(), [field]: value }));
    const couldBeGood = (value: unknown) => declared.value.safeParse(value).success;
    const judge = (answer: Answer, what: string) => {
      // Nobody founds more than twenty companies, and one token serves one product: it did a moment ago.
      if (answer.status === 429 || answer.body.errors?.[0]?.key === 'token_in_use') return;
      refused(answer, `${field} = ${what}`);
      const told = field in needsToo ? `${place}.${needsToo[field]}` : `${place}.${field}`;
      const isTold = namesOnly(answer, `${place}.${field}`) || namesOnly(answer, told);
      expect(isTold, `${field} = ${what}: ${answer.text}`).toBe(true);
    };
    // A change is held to what a new row is held to, by the same schema: of what that refused, each field meets a third.
    const isMet = action === 'update' && of.actions.includes('create') && declared.write === 'always';
    const at = fields.findIndex(([one]) => one === field);
    const sent = odd.filter(([, value], i) => !isMet || couldBeGood(value) || (i + at) % 3 === 0);
    await sendEach(sent, { couldBeGood, send, judge });
    // What PostgreSQL holds to be too much after our own checks: letters that grow when they are made large.
    for (const value of ['ßß', 'ŉŉŉ', 'İ', '👩‍👩‍👧', '\u202E', 'a'.repeat(49)]) {
      if (declared.kind !== 'text' || !declared.value.safeParse(value).success) continue;
      const answer = await send(value);
      expect(answer.status, `${field} = ${value}: ${answer.text}`).toBeLessThan(500);
      if (answer.status === 200) counted = undefined;
    }
  });

  test('odd data and odd filters are refused by name', async () => {
    for (const data of [
      undefined,
      null,
      1,
      'x',
      true,
      [[]],
      [null],
      [[{}]],
      action === 'create' ? {} : [{}],
      action === 'create' ? [] : {},
    ]) {
      const body = action === 'create' ? { data } : { data, filter: { conditions: [['id', '=', 1]] } };
      const answer = await shop.owner.post(`${name}/${action}`, body);
      refused(answer, JSON.stringify(data));
      expect(names(answer)[0]).toMatch(/^data/);
    }
    if (action === 'create') {
      const many = await shop.owner.post(`${name}/create`, {
        data: Array.from({ length: 101 }, () => aRowOf(of, shop.ids)),
      });
      expect(names(many)).toEqual(['data']);
      return;
    }
    for (const filter of [
      null,
      1,
      'id=1',
      [],
      { conditions: 1 },
      { conditions: [[]] },
      { conditions: [['id']] },
      { conditions: [['id', '=']] },
      { conditions: [['id', '=', 1, 2]] },
      { conditions: [{ id: 1 }] },
      { condition: [] },
    ]) {
      const answer = await shop.owner.post(`${name}/update`, { data: aChangeOf(of, shop.ids), filter });
      refused(answer, JSON.stringify(filter));
      expect(names(answer)[0]).toMatch(/^filter/);
    }
  });

  if (action === 'create') {
    test('one bad row among good ones: none is written', async () => {
      const before = await countsBefore();
      const [required] = fields.filter(([, one]) => one.required).map(([field]) => field);
      const answer = await shop.owner.post(`${name}/create`, {
        data: [aRowOf(of, shop.ids), { ...aRowOf(of, shop.ids), [required ?? '']: undefined }, aRowOf(of, shop.ids)],
      });
      expect(names(answer)).toEqual([`data[1].${required}`]);
      expect(await countsNow()).toEqual(before);
    });
  }
});

describe('A41 bodies that are hardly JSON', () => {
  const paths = [
    'tickets/get',
    'customers/create',
    'customers/update',
    'customers/delete',
    'tickets/reply',
    'auth/login',
    'auth/logout',
  ];
  const broken = [
    '{',
    '}',
    '[',
    '{"data":',
    '{"data":{}}x',
    "{'data':{}}",
    '{data:{}}',
    '[1,]',
    '{"a":1,}',
    '01',
    '1.',
    '.5',
    '+1',
    '0x10',
    'NaN',
    'Infinity',
    'undefined',
    '"\u0001"',
    '"\\x41"',
    '"\\u12"',
    '\uFEFF{}',
    '{"data":{}}\0',
    '// {}',
    '{}{}',
  ];

  test.each(paths)('%s refuses what is broken', async (path) => {
    for (const body of broken) {
      const answer = await shop.owner.send(path, body);
      expect(answer.status, `${JSON.stringify(body)} ${answer.text}`).toBe(400);
      expect(answer.body.errors).toEqual([{ key: 'malformed_json', message: 'The request is not valid JSON' }]);
    }
  });

  test.each(paths.filter((path) => path !== 'auth/logout'))('%s survives what is valid and strange', async (path) => {
    const before = await rowCounts(at);
    const deep = 100_000;
    for (const body of [
      '['.repeat(deep) + ']'.repeat(deep),
      `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
      `{"data":${'['.repeat(deep)}${']'.repeat(deep)}}`,
      `{"data":[{"note":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}]}`,
      `{"filter":{"conditions":[["id","=",${'['.repeat(deep)}${']'.repeat(deep)}]]},"data":{"note":"x"}}`,
      '{"__proto__":{"data":{}}}',
      '{"data":{"__proto__":{"ticket_id":1}}}',
      '{"constructor":{"prototype":{"x":1}}}',
      `{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":1`).join(',')}}`,
      `[${'1,'.repeat(500_000)}1]`,
      '"text"',
      '1',
      'true',
      '{"data":9007199254740993}',
      '{"data":1e400}',
      '{"data":-0}',
    ]) {
      const started = performance.now();
      refused(await shop.owner.send(path, body), body.slice(0, 60));
      expect(performance.now() - started).toBeLessThan(10_000);
    }
    expect(await rowCounts(at)).toEqual(before);
    expect({} as Record<string, unknown>).not.toHaveProperty('data');
  });

  test('A31 __proto__ in a body or a query is refused by its name or means nothing, and changes no object', async () => {
    const inBody = await shop.owner.send(
      'customers/update',
      `{"data":{"note":"x","__proto__":{"isAdmin":1}},"filter":{"conditions":[["id","=",${shop.customerId}]]}}`,
    );
    expect([inBody.status, inBody.body.errors?.[0]?.key]).toEqual([422, 'unknown_field']);
    for (const name of [
      '__proto__',
      '__proto__[isAdmin]',
      'constructor[prototype][isAdmin]',
      'constructor.prototype.isAdmin',
    ]) {
      const query = await shop.owner.request(
        `audit/export?company_id=${shop.companyId}&${encodeURIComponent(name)}=1`,
        {},
      );
      expect([400, 422], `${name}: ${query.text.slice(0, 200)}`).toContain(query.status);
    }
    expect({}).not.toHaveProperty('isAdmin');
    // Keys of a record are read one by one: this one is none.
    const before = (await shop.owner.call('settings/all')).body.data;
    const settings = await shop.owner.send('settings/change', '{"data":{"notifications":{"__proto__":{"push":1}}}}');
    expect(settings.body.data).toEqual(before);
  });

  test('of a key said twice the last one counts, for validation and for what is done alike', async () => {
    const twice = `{"data":{"note":"first"},"data":{"note":"second","company_id":1},"filter":{"conditions":[["id","=",${shop.customerId}]]}}`;
    expect(names(await shop.owner.send('customers/update', twice))).toEqual(['data.company_id']);
    const inner = `{"data":{"note":"first","note":"second"},"filter":{"conditions":[["id","=",${shop.customerId}]]}}`;
    expect((await shop.owner.send('customers/update', inner)).body.data.customers[0].note).toBe('second');
  });

  test('an id beyond 2^53 is no other id', async () => {
    const answer = await shop.owner.send('tickets/get', '{"filter":{"conditions":[["id","=",9007199254740993]]}}');
    expect(names(answer)).toEqual(['filter.conditions[0][2]']);
    const resolved = await shop.owner.send('tickets/resolve', '{"data":{"ids":[9007199254740993]}}');
    expect(names(resolved)).toEqual(['data.ids[0]']);
  });

  test('texts of 10 MB are too large, and told so at once', async () => {
    const long = 'a'.repeat(10 * 1024 * 1024);
    for (const path of ['customers/create', 'tickets/reply', 'auth/login', 'settings/change']) {
      const started = performance.now();
      const answer = await shop.owner.call(path, { body_html: long, password: long, first_name: long });
      expect(answer.status).toBe(413);
      expect(answer.body.errors[0]?.key).toBe('body_too_large');
      expect(performance.now() - started).toBeLessThan(10_000);
    }
  });

  test('only JSON is JSON', async () => {
    const before = await rowCounts(at);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/json',
      'application/xml',
      'application/json-patch+json',
      'application/octet-stream',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'application/jsonx',
      'nonsense',
    ]) {
      for (const path of ['customers/create', 'tickets/resolve', 'tickets/get', 'auth/login', 'auth/logout']) {
        const answer = await shop.owner.send(path, '{"data":{}}', { 'content-type': type });
        expect(answer.status, `${path} as ${type}: ${answer.text}`).toBe(415);
        expect(answer.body.errors[0]?.key).toBe('unsupported_media_type');
      }
    }
    expect((await shop.owner.call('users/self')).status, 'still signed in').toBe(200);
    expect(await rowCounts(at)).toEqual(before);
  });

  test('bytes that are no UTF-8, and no bytes at all, are nothing to fail at', async () => {
    const bytes = Buffer.from('{"data":[{"company_id":1,"first_name":"\xff\xfe\xc0\x80"}]}', 'latin1');
    expect((await shop.owner.send('customers/create', new Uint8Array(bytes))).status).toBeLessThan(500);
    for (const body of ['', ' ', '\n']) expect((await shop.owner.send('tickets/get', body)).status).toBe(200);
  });

  test('addresses that cannot be are not found, in the contract’s words', async () => {
    for (const path of [
      '%',
      '%ff',
      'files/%',
      'files/%ff',
      'files/..%2f..%2fetc',
      'files/1%00',
      'files/0',
      'files/-1',
      'files/1e3',
      'files/99999999999999999999',
      `files/${'9'.repeat(400)}`,
      'messages/x/frame',
      'tickets',
      'tickets/',
      'tickets/get/',
      '__proto__/get',
      'constructor/create',
      'x'.repeat(5000),
    ]) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
        const answer = await shop.owner.request(path, { method });
        expect([400, 404, 414], `${method} ${path}: ${answer.text}`).toContain(answer.status);
        if (answer.status !== 414) refused(answer, `${method} ${path}`);
      }
    }
  });

  test('a request that lies about its length or never ends leaves the server well', async () => {
    const { hostname, port } = new URL(at.parley.url);
    await new Promise<void>((resolve) => {
      const asking = request({
        hostname,
        port,
        method: 'POST',
        path: '/v1/api/tickets/get',
        headers: { 'content-type': 'application/json', 'content-length': '1000' },
      });
      asking.on('error', () => resolve());
      asking.on('close', () => resolve());
      asking.write('{"data":');
      setTimeout(() => asking.destroy(), 50);
    });
    expect((await shop.owner.call('users/self')).status).toBe(200);
  });
});

test('A41 whoever has no session is told to sign in, whatever they send', async () => {
  for (const call of calls.filter((one) => one.access === 'session')) {
    const answer =
      call.method === 'GET' ? await at.stranger().get(call.path) : await at.stranger().call(call.path, { odd: 1 });
    expect([call.path, answer.status, answer.body.errors[0]?.key]).toEqual([call.path, 401, 'unauthorized']);
  }
  for (const of of entities) {
    for (const action of of.actions) {
      expect((await at.stranger().post(`${of.name}/${action}`, { data: [] })).status).toBe(401);
    }
  }
  expect((await at.stranger().upload('x', aPixel)).status).toBe(401);
});

test('A41 whatever was thrown at it, the server wrote no broken row', async () => {
  const rows = await at.db.transaction('system', (tx) =>
    tx.rows(sql`select 1 from customers where first_name like '%' || chr(65533) || chr(65533)`),
  );
  expect(rows.length).toBeLessThanOrEqual(1);
});
