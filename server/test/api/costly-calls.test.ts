import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLimits, type Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import { createSecrets } from '#platform/secrets.ts';
import { paceLetters } from '../../src/http/pace-letters.ts';
import { ordinaryTables } from '../../src/mount-entities.ts';
import { aTicket } from './a-ticket.ts';
import { aRowOf, calls, entities } from './contract-registry.ts';
import { neverTooMany } from './never-too-many.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { payloads } from './payloads.ts';
import { aMember, aPixel, type Shop, twoShops } from './two-companies.ts';

/**
 * A48: what costs (hashes, sends mail, connects to others, makes rows) is limited in how often. Every call of the contract
 * is made while all limits are used up: it is refused, or stands here with the reason why it needs none.
 */
const readsOnly = 'reads what its caller sees, page by page';
const writesOneRow = 'changes rows that are there, of its caller or of what they may change';
const paced =
  'is the work of an agent, recorded under their name; what leaves is paced by the deliveries of the mailbox and its server';
const bounded = 'makes rows up to a number per account';
const unlimited: Readonly<Record<string, string>> = {
  'auth/logout': writesOneRow,
  'tickets/compose-senders': readsOnly,
  'tickets/chat': readsOnly,
  'visits/here': readsOnly,
  'customers/card': readsOnly,
  'customers/find': readsOnly,
  'customers/erasure-preview': readsOnly,
  'customers/erasure-receipt': readsOnly,
  'customers/duplicates': readsOnly,
  'customers/add-identity': 'makes rows up to a number per customer',
  'customers/remove-identity': writesOneRow,
  'customers/make-primary': writesOneRow,
  'customers/note': 'makes rows up to a number per customer',
  'customers/change-note': writesOneRow,
  'customers/tag': 'makes rows up to a number per customer',
  'customers/keep-apart': writesOneRow,
  'customers/merge': writesOneRow,
  'customers/unmerge': writesOneRow,
  'google2fa/status': readsOnly,
  'google2fa/enable': writesOneRow,
  'google2fa/confirm': 'locks after five wrong codes',
  'google2fa/check': 'locks after five wrong codes',
  'google2fa/disable': 'locks after five wrong codes',
  'google2fa/recovery-codes': 'locks after five wrong codes',
  'google2fa/forget-device': writesOneRow,
  'sessions/get': readsOnly,
  'sessions/end': writesOneRow,
  'sessions/end-others': writesOneRow,
  'new-letters/mine': readsOnly,
  'new-letters/save': bounded,
  'new-letters/discard': writesOneRow,
  'new-letters/take-back': writesOneRow,
  'new-letters/send-now': paced,
  'drafts/of-ticket': readsOnly,
  'drafts/save': bounded,
  'drafts/discard': writesOneRow,
  'drafts/take-over': bounded,
  'drafts/take-back': writesOneRow,
  'drafts/change-time': writesOneRow,
  'drafts/discard-waiting': writesOneRow,
  'drafts/send-now': paced,
  'drafts/mentionable': readsOnly,
  'invite/delete': writesOneRow,
  'invite/get': readsOnly,
  'invite/withdraw': writesOneRow,
  'notifications/at-desk': writesOneRow,
  'notifications/list': readsOnly,
  'notifications/unread': readsOnly,
  'notifications/read': writesOneRow,
  'push/devices': readsOnly,
  'push/resume': writesOneRow,
  'push/unsubscribe': writesOneRow,
  'saved-searches/order': writesOneRow,
  'tags/merge': writesOneRow,
  'tickets/purge': 'takes away up to a hundred rows that are there',
  'tickets/tag': writesOneRow,
  'tickets/snooze': writesOneRow,
  'tickets/wake': writesOneRow,
  'tickets/spam': writesOneRow,
  'customers/block': writesOneRow,
  'customers/unblock': writesOneRow,
  'tickets/assign': writesOneRow,
  'tickets/assignees': readsOnly,
  'tickets/merge': writesOneRow,
  'tickets/merge-preview': readsOnly,
  'tickets/unmerge': writesOneRow,
  'tickets/split': paced,
  'tickets/unsplit': writesOneRow,
  'tickets/link': bounded,
  'tickets/unlink': writesOneRow,
  'tickets/relations': readsOnly,
  'tickets/find-others': readsOnly,
  'teams/members': readsOnly,
  'templates/find': readsOnly,
  'templates/insert': readsOnly,
  'templates/preview': readsOnly,
  'product-call-phones/create': 'for operators alone',
  'product-call-phones/edit': writesOneRow,
  'product-call-phones/history': readsOnly,
  'product-call-phones/list-all': readsOnly,
  'announcements/current': readsOnly,
  'announcements/list': readsOnly,
  'announcements/make': 'for operators, who said their password a moment ago',
  'announcements/withdraw': 'for operators, who said their password a moment ago',
  'announcements/put-away': 'makes a row for each announcement at most',
  'operated-companies/suspend': 'for operators, who said their password a moment ago',
  'operated-companies/resume': 'for operators, who said their password a moment ago',
  'promocode/list': readsOnly,
  'promocode/make': 'for operators, who said their password a moment ago',
  'promocode/revoke': 'for operators, who said their password a moment ago',
  'locked-account/list': readsOnly,
  'locked-account/unlock': 'for operators, who said their password a moment ago',
  'sso/offer': readsOnly,
  'sso/links': readsOnly,
  'sso/unlink': writesOneRow,
  'companies/content': readsOnly,
  'jobs/begin-download': readsOnly,
  'jobs/cancel': writesOneRow,
  'jobs/get': readsOnly,
  'jobs/list': readsOnly,
  'legal/read': readsOnly,
  'outbox/find': readsOnly,
  'users/self': readsOnly,
  'settings/ai': readsOnly,
  'user-ai-config/delete': writesOneRow,
  'settings/all': readsOnly,
  'settings/languages': readsOnly,
  'settings/change': writesOneRow,
  'api-tokens/get': readsOnly,
  'api-tokens/create': bounded,
  'api-tokens/revoke': writesOneRow,
  'profile/change': writesOneRow,
  'profile/remove-avatar': writesOneRow,
  'side-conversations/take-back': writesOneRow,
  'side-conversations/list': readsOnly,
  'side-conversations/settle': writesOneRow,
  'side-conversations/see': writesOneRow,
  'messages/edit-note': bounded,
  'messages/note-history': readsOnly,
  'messages/delete-note': writesOneRow,
  'tickets/note': paced,
  'tickets/retry-delivery': paced,
  'tickets/write-again': paced,
  'tickets/resolve': writesOneRow,
  'tickets/reopen': writesOneRow,
  'tickets/put-back': writesOneRow,
  'tickets/read': writesOneRow,
  'tickets/counters': readsOnly,
  'tickets/reply-defaults': readsOnly,
  'mailboxes/history': readsOnly,
  'integrations/history': readsOnly,
  'audit/list': readsOnly,
  'audit/newer': readsOnly,
  'audit/verify': 'reads so many entries at a time, of its caller’s company',
  'privileges/get': readsOnly,
  'users/access': readsOnly,
};

let at: TestParley;
let ours: Shop;
let uploadId: number;
let areUsedUp = false;
/** How often each limit was counted. */
const counted = new Map<string, number>();
beforeAll(async () => {
  const limits: Limits = {
    ...(await neverTooMany()),
    async take(limit, _who, points = 1) {
      counted.set(limit.name, (counted.get(limit.name) ?? 0) + points);
      if (areUsedUp) throw new Problem('too_many_requests', { values: { seconds: limit.seconds } });
    },
  };
  at = await aParley({
    limits,
    // A provider of single sign-on that is never asked.
    env: { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'parley', OIDC_CLIENT_SECRET: 'shared' },
  });
  [ours] = await twoShops(at);
  uploadId = (await ours.owner.upload('table.png', aPixel)).body.data.files[0].id;
});
afterAll(() => at?.close());

const whileUsedUp = async <T>(work: () => Promise<T>): Promise<T> => {
  areUsedUp = true;
  try {
    return await work();
  } finally {
    areUsedUp = false;
  }
};

test('A48 letters to others are counted by whom they reach, whoever else writes', async () => {
  const limits = await createLimits({ onError: () => {} });
  const pace = paceLetters({ db: at.db, limits });
  const writer = (userId: number) => ({ userId, companies: [ours.companyId] });
  const people = (count: number) => Array.from({ length: count }, (_, n) => ({ address: `p${n}@far.test` }));
  const isNew = async () => false;
  const refused = { key: 'too_many_requests' };
  await pace.others(writer(1), [people(100), people(900), undefined], isNew);
  await pace.others(writer(1), [people(1000)], isNew);
  await expect(pace.others(writer(1), [people(1)], isNew)).rejects.toMatchObject(refused);
  await pace.others(writer(2), [people(1)], isNew);
  await pace.reply(writer(1), ours.ticketId, [people(2000)], isNew);
  await expect(pace.reply(writer(1), ours.ticketId, [people(1)], isNew)).rejects.toMatchObject(refused);
  await pace.reply(writer(1), ours.ticketId, [], isNew);
  limits.close();
});

test('A48 what is made is counted by its rows, however many a call makes', async () => {
  const row = (n: number) => ({ company_id: ours.companyId, name: `Counted ${n}` });
  const countedBy = async (noun: string, data: unknown) => {
    const before = counted.get('creations') ?? 0;
    await ours.owner.post(`${noun}/create`, { data });
    return (counted.get('creations') ?? 0) - before;
  };
  expect(await countedBy('tags', [1, 2, 3].map(row))).toBe(3);
  expect(await countedBy('companies', [{ company_name: 'Counted', case_prefix: 'C1' }])).toBe(1);
  // What is refused for its number, or is no list of rows, is one call.
  for (const data of [[], 'x', Array.from({ length: 5000 }, () => 1)]) expect(await countedBy('tags', data)).toBe(1);
});

test('of every noun a company has so many rows at most, or as many as write to it', async () => {
  const secrets = createSecrets('the key of this installation, long enough');
  const cleanHtml = () => Promise.reject(new Error('nothing is cleaned here'));
  const tables = await ordinaryTables({ secrets, cleanHtml, apiUrl: () => '' });
  const endless = tables.filter((one) => one.entity.actions.includes('create') && one.rowsMax === undefined);
  expect(endless.map((one) => one.entity.name)).toEqual(['customers']);
});

describe('A48 while every limit is used up', () => {
  test.each(calls.map((call) => [call.path, call] as const))('%s is refused, or says why not', async (path, call) => {
    // Somebody of their own, since some calls end the session that makes them.
    const { api } = await aMember(at, ours, 4, `Caller of ${path}`);
    const { provider: _any, ...data } = payloads[path]?.(ours, uploadId) ?? {};
    const query = new URLSearchParams(data as Record<string, string>);
    const answer = await whileUsedUp(() =>
      call.method === 'GET' ? api.get(`${path}?${query}`) : api.call(path, data),
    );
    if (path in unlimited) expect(answer.status, `${path} needs no reason any more: it has a limit`).not.toBe(429);
    else expect([answer.status, answer.body.errors?.[0]?.key], path).toEqual([429, 'too_many_requests']);
  });

  test.each(
    entities.filter((entity) => entity.actions.includes('create')).map((entity) => [entity.name, entity] as const),
  )('%s/create is refused', async (name, entity) => {
    const row = aRowOf(entity, { companies: ours.companyId, products: ours.productId });
    const answer = await whileUsedUp(() => ours.owner.post(`${name}/create`, { data: [row] }));
    expect(answer.status).toBe(429);
  });

  test('a reply goes to those of the ticket, and to nobody else', async () => {
    const reply = (more: object) =>
      whileUsedUp(() => ours.owner.call('tickets/reply', { ...payloads['tickets/reply']?.(ours, uploadId), ...more }));
    const customer = { address: 'customer@lumenoak.test' };
    const plain = { attachments: [], from: undefined, cc: [], bcc: [], client_id: crypto.randomUUID() };
    const toCustomer = await reply({ ...plain, to: [customer] });
    expect(toCustomer.status, toCustomer.text).toBe(200);
    for (const list of ['to', 'cc', 'bcc']) {
      const all = { ...plain, to: [customer], [list]: [customer, { address: 'nobody@far.test' }] };
      const refused = await reply({ ...all, client_id: crypto.randomUUID() });
      expect([list, refused.status, refused.body.errors?.[0]?.key]).toEqual([list, 429, 'too_many_requests']);
    }
  });

  test('a reply goes to those of the ticket that the named one was merged into', async () => {
    const [named, survivor] = [
      await aTicket(at, ours, { subject: 'A shade', address: 'maryna@home.test' }),
      await aTicket(at, ours, { subject: 'A bulb', address: 'ostap@home.test' }),
    ];
    const merged = await ours.owner.call('tickets/merge', { survivor_id: survivor.ticketId, ids: [named.ticketId] });
    expect(merged.status, merged.text).toBe(200);
    const written = { ...payloads['tickets/reply']?.(ours, uploadId), ticket_id: named.ticketId };
    const reply = (address: string) =>
      whileUsedUp(() =>
        ours.owner.call('tickets/reply', {
          ...{ ...written, attachments: [], from: undefined, cc: [], bcc: [], client_id: crypto.randomUUID() },
          ...{ to: [{ address }], in_reply_to: undefined, and_then: undefined },
        }),
      );
    for (const address of ['maryna@home.test', 'ostap@home.test']) {
      const answer = await reply(address);
      expect(answer.status, answer.text).toBe(200);
    }
    expect((await reply('nobody@far.test')).status).toBe(429);
  });

  const of = (path: string) => payloads[path]?.(ours, uploadId);
  const plain = { attachments: [], from: undefined, template_ids: [], cc: [], bcc: [], and_then: undefined };
  test.each([
    ['a reply', 'tickets/reply', () => ({ ...of('tickets/reply'), ...plain })],
    ['a reply that waits', 'tickets/reply', () => ({ ...of('tickets/reply'), ...plain, hold_seconds: 10 })],
    ['a letter that begins tickets', 'tickets/compose', () => ({ ...of('tickets/compose'), ...plain })],
    ['one that waits', 'tickets/compose', () => ({ ...of('tickets/compose'), ...plain, hold_seconds: 10 })],
    ['a letter that begins a side conversation', 'side-conversations/open', () => of('side-conversations/open')],
    ['one that goes on with it', 'side-conversations/reply', () => of('side-conversations/reply')],
    ['an export of a list', 'csv/export', () => of('csv/export')],
    ['an export of a customer', 'customers/export', () => of('customers/export')],
    ['emptying the trash', 'tickets/empty-trash', () => of('tickets/empty-trash')],
  ])('%s that comes again is answered as the first time', async (_what, path, made) => {
    const data = { ...made() };
    const first = await ours.owner.call(path, data);
    expect(first.status, first.text).toBe(200);
    const again = await whileUsedUp(() => ours.owner.call(path, data));
    expect(again.status, again.text).toBe(200);
    const { waits_until: _until, ...told } = first.body.data;
    expect(again.body.data).toMatchObject(told);
  });

  test('nothing has a reason that is no call', () => {
    const paths = calls.map((call) => call.path);
    expect(Object.keys(unlimited).filter((path) => !paths.includes(path))).toEqual([]);
  });
});
