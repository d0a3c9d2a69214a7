import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
import { verdicts } from './access-verdicts.ts';
import { aChangeOf, aRowOf, calls, entities } from './contract-registry.ts';
import { everythingOf } from './everything-of.ts';
import type { TestParley } from './parley-in-process.ts';
import { idFields, payloads } from './payloads.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, aPixel, type Shop } from './two-companies.ts';

const absent = 999_999_999;

let at: TestParley;
let ours: Shop;
let theirs: Shop;
let uploadId: number;
let theirUploadId: number;
shopsAtHand((it) => ({ at, ours, theirs } = it));
beforeAll(async () => {
  uploadId = (await ours.owner.upload('table.png', aPixel)).body.data.files[0].id;
  theirUploadId = (await theirs.owner.upload('table.png', aPixel)).body.data.files[0].id;
});

const everything = async () => [await everythingOf(at, ours.companyId), await everythingOf(at, theirs.companyId)];

describe('A7 a field that refers to another noun', () => {
  const references = entities.flatMap((of) =>
    Object.entries(of.fields)
      .filter(([name, field]) => field.refersTo !== undefined && field.write !== 'never' && name !== 'company_id')
      .map(([name, field]) => [of.name, name, field.refersTo ?? '', of] as const),
  );

  test('there are such fields', () => {
    expect(references.map(([entity, name]) => `${entity}.${name}`)).toEqual([
      'integrations.product_id',
      'links.product_ids',
      'mailboxes.product_id',
      'products.team_id',
      'products.mailbox_id',
      'products.auto_reply_calendar_id',
      'quidgets.product_id',
      'quidgets.calendar_id',
      'teams.calendar_id',
      'templates.category_id',
      'templates.product_id',
      'templates.team_id',
      'tickets.product_id',
      'tickets.assignee_id',
      'tickets.team_id',
      'tickets.label_id',
    ]);
  });

  test.each(references)('%s: %s never points into the other company', async (entity, name, target, of) => {
    const field = of.fields[name];
    const before = await everything();
    const to = (id: number) => ({ [name]: field?.kind === 'ids' ? [id] : id });
    const change = (id: number) =>
      ours.owner.post(`${entity}/update`, {
        data: { ...aChangeOf(of, ours.ids), ...to(id) },
        filter: { conditions: [['id', '=', ours.ids[entity]]] },
      });
    const create = (id: number) =>
      ours.owner.post(`${entity}/create`, { data: [{ ...aRowOf(of, ours.ids), ...to(id) }] });
    const ways = [
      ...(field?.write !== 'create' ? [{ way: change, place: `data.${name}` }] : []),
      ...(of.actions.includes('create') && field?.write !== 'update'
        ? [{ way: create, place: `data[0].${name}` }]
        : []),
    ];
    expect(ways.length).toBeGreaterThan(0);
    for (const { way, place } of ways) {
      const [foreign, nothing] = [await way(theirs.ids[target] ?? 0), await way(absent)];
      expect(foreign.status, foreign.text).toBe(404);
      expect(foreign.body.errors).toEqual([expect.objectContaining({ key: 'not_found', field: place })]);
      expect(foreign.text).toBe(nothing.text);
    }
    expect(await everything()).toEqual(before);
  });
});

describe('A7 the ids in a call', () => {
  const referring = calls.flatMap((call) => {
    // What operators see belongs to no company.
    if (verdicts[call.path] === 'operators') return [];
    const payload = payloads[call.path]?.({} as Shop, 0) ?? {}; // only its keys are read here
    return Object.keys(payload)
      .filter((name) => name === 'id' || name in idFields)
      .map((name) => [call.path, name] as const);
  });

  test.each(referring)('%s: a foreign %s is as good as none', async (path, name) => {
    const idOf = (shop: Shop) => {
      if (name === 'attachments') return theirUploadId;
      const [noun = ''] = path.split('/');
      if (name !== 'id' && (name !== 'ids' || noun === 'tickets')) return idFields[name]?.(shop) ?? 0;
      return noun === 'users' ? shop.memberId : (shop.ids[noun] ?? shop.inboundMailId);
    };
    const before = await everything();
    const ask = (id: number) => {
      const good = payloads[path]?.(ours, uploadId) ?? {};
      return ours.owner.call(path, { ...good, [name]: Array.isArray(good[name]) ? [id] : id });
    };
    const [foreign, nothing] = [await ask(idOf(theirs)), await ask(absent)];
    expect(foreign.status, foreign.text).toBe(nothing.status);
    expect(foreign.text).toBe(nothing.text);
    expect(foreign.text).not.toContain(theirs.canary);
    // Marking read and counting take what is visible and pass over the rest.
    if (path === 'tickets/read') expect(foreign.body).toMatchObject({ success: true, data: {} });
    else if (path === 'search/find') expect(foreign.status).toBe(200);
    // The first account runs this installation, and may reset anybody's: nobody here has anything to reset.
    else if (path === 'users/reset-two-factor') expect(foreign.body.errors[0]?.key).toBe('not_in_this_state');
    // Operators alone, after their password: whose ids they are is no question here.
    else if (path === 'promocode/revoke') expect(foreign.body.errors[0]?.key).toBe('password_needed');
    else if (path === 'tickets/counters') expect(foreign.body.data).toMatchObject({ views: { open: 0 }, products: [] });
    else if (path === 'tickets/reply-defaults' && name === 'message_id') {
      expect(foreign.body.data).toMatchObject({ message_id: null, to: [], cc: [] });
    } else {
      expect([403, 404]).toContain(foreign.status);
      expect(foreign.body.errors[0]?.field).toBe(`data.${name}`);
    }
    expect(await everything()).toEqual(before);
  });

  test('tickets/read, resolve and reopen with one foreign id among own ones leave the foreign one alone', async () => {
    const before = await everythingOf(at, theirs.companyId);
    for (const path of ['tickets/resolve', 'tickets/reopen']) {
      const answer = await ours.owner.call(path, { ids: [ours.ticketId, theirs.ticketId] });
      expect(answer.status).toBe(404);
    }
    expect((await ours.owner.call('tickets/read', { ids: [ours.ticketId, theirs.ticketId] })).status).toBe(200);
    expect(await everythingOf(at, theirs.companyId)).toBe(before);
  });

  test('a mail moves to the ticket with this number of its own company, never to the other one', async () => {
    const further = await aTicket(at, theirs, { subject: 'A second one' });
    const [row] = (await theirs.owner.post('tickets/get', { filter: { conditions: [['id', '=', further.ticketId]] } }))
      .body.data.tickets;
    const answer = await ours.owner.call('inbound-mails/move-to-ticket', {
      id: ours.inboundMailId,
      number: row.number,
    });
    expect(answer.body.errors[0]).toMatchObject({ key: 'ticket_not_found', field: 'data.number' });
  });

  test('an answer on one ticket cannot name a message or take a file of another', async () => {
    const other = await aTicket(at, ours, { attachments: [{ name: 'a.png', type: 'image/png', bytes: aPixel }] });
    const good = () => payloads['tickets/reply']?.(ours, uploadId) ?? {};
    const named = await ours.owner.call('tickets/reply', { ...good(), in_reply_to: other.messageId });
    expect(named.body.errors[0]).toMatchObject({ key: 'not_found', field: 'data.in_reply_to' });
    for (const attachments of [[other.attachmentIds[0]], [uploadId, other.attachmentIds[0]], ours.attachmentIds]) {
      const taken = await ours.owner.call('tickets/reply', { ...good(), attachments });
      expect(taken.body.errors[0]).toMatchObject({ key: 'not_found', field: 'data.attachments' });
    }
    const colleague = (await aMember(at, ours, 4, 'Colleague')).api;
    const stolen = await colleague.call('tickets/note', { ...payloads['tickets/note']?.(ours, uploadId) });
    expect(stolen.body.errors[0]).toMatchObject({ key: 'not_found', field: 'data.attachments' });
  });
});

describe('A8 what one may see by address', () => {
  const addresses = (shop: Shop) => [
    `files/${shop.attachmentIds[0]}`,
    `files/${shop.attachmentIds[0]}?inline=1`,
    `messages/${shop.messageId}/files?inline=1`,
    `tickets/${shop.ticketId}/files?inline=1`,
    `messages/${shop.messageId}/frame`,
    `messages/${shop.messageId}/source`,
    `messages/${shop.messageId}/source?headers=1`,
    `inbound-mails/${shop.inboundMailId}/source`,
    `inbound-mails/${shop.inboundMailId}/source?headers=1`,
  ];

  test('files, letters and sources answer their company, and others as if they were absent', async () => {
    for (const [i, address] of addresses(theirs).entries()) {
      expect((await theirs.owner.get(address)).status, address).toBe(200);
      const foreign = await ours.owner.get(address);
      const nothing = await ours.owner.get(address.replace(/\d+/, String(absent)));
      expect(foreign.status, address).toBe(404);
      expect(foreign.text).toBe(nothing.text);
      expect((await at.stranger().get(address)).status).toBe(401);
      expect((await ours.owner.get(addresses(ours)[i] ?? '')).status).toBe(200);
    }
  });

  test('an upload is its owner’s alone until it is sent', async () => {
    expect((await ours.owner.get(`files/${uploadId}`)).status).toBe(200);
    expect((await (await aMember(at, ours, 4, 'Neighbour')).api.get(`files/${uploadId}`)).status).toBe(404);
  });

  test.each([
    [0, { tickets: 0, messages: 0, 'inbound-mails': 0, customers: 0 }],
    [1, { tickets: 1, messages: 1, 'inbound-mails': 0, customers: 1 }],
    [2, { tickets: 1, messages: 1, 'inbound-mails': 1, customers: 1 }],
  ] as const)('rows, totals, counters, letters and sources agree for level %i', async (level, sees) => {
    const { api } = await aMember(at, theirs, level, `Oracle ${level}`);
    for (const [entity, some] of Object.entries(sees)) {
      const filter = { conditions: [['id', '=', theirs.ids[entity]]] };
      const answer = await api.post(`${entity}/get`, { filter });
      expect(answer.body.total, entity).toBe(some);
      expect(answer.body.data[entity].length).toBe(some);
    }
    const open = (await api.call('tickets/counters', {})).body.data;
    expect(open.views.open > 0).toBe(sees.tickets === 1);
    expect(open.products.map((one: { id: number }) => one.id)).toEqual(sees.tickets ? [theirs.productId] : []);
    const [file, inline, ofLetter, ofTicket, frame, source, headers, mail, mailHeaders] = addresses(theirs);
    for (const address of [file, inline, ofLetter, ofTicket, frame, source, headers]) {
      expect((await api.get(address ?? '')).status, address).toBe(sees.messages ? 200 : 404);
    }
    for (const address of [mail, mailHeaders]) {
      expect((await api.get(address ?? '')).status, address).toBe(sees['inbound-mails'] ? 200 : 404);
    }
  });
});

describe('A1 roles and calls', () => {
  const needs: Record<string, { sees: number; may: number }> = {
    'mailboxes/check': { sees: 1, may: 3 },
    'mailboxes/fetch-since': { sees: 1, may: 3 },
    'mailboxes/send-test': { sees: 1, may: 3 },
    'mailboxes/history': { sees: 1, may: 1 },
    'inbound-mails/process-again': { sees: 2, may: 2 },
    'inbound-mails/move-to-ticket': { sees: 2, may: 2 },
    'tickets/reply': { sees: 1, may: 1 },
    'tickets/note': { sees: 1, may: 1 },
    'tickets/resolve': { sees: 1, may: 1 },
    'tickets/reopen': { sees: 1, may: 1 },
    'tickets/put-back': { sees: 1, may: 1 },
    'tickets/reply-defaults': { sees: 1, may: 1 },
    'tickets/snooze': { sees: 1, may: 1 },
    'tickets/spam': { sees: 1, may: 1 },
    'tickets/tag': { sees: 1, may: 1 },
    'tickets/wake': { sees: 1, may: 1 },
    'customers/block': { sees: 1, may: 1 },
    'customers/unblock': { sees: 1, may: 1 },
    'templates/find': { sees: 1, may: 1 },
    'templates/insert': { sees: 1, may: 1 },
    'templates/preview': { sees: 1, may: 1 },
    'saved-searches/order': { sees: 1, may: 1 },
    'tags/merge': { sees: 1, may: 2 },
    'privileges/get': { sees: 1, may: 3 },
    'privileges/change': { sees: 1, may: 3 },
    'privileges/require-two-factor': { sees: 1, may: 3 },
    'users/access': { sees: 1, may: 1 },
    'users/change-access': { sees: 1, may: 3 },
    'users/remove': { sees: 1, may: 3 },
    'users/take-back': { sees: 1, may: 3 },
  };

  test.each([0, 1, 2, 3] as const)('level %i may call what its role allows', async (level) => {
    const { api } = await aMember(at, ours, level, `Caller ${level}`);
    for (const [path, { sees, may }] of Object.entries(needs)) {
      const good = payloads[path]?.(ours, uploadId) ?? {};
      const answer = await api.call(path, { ...good, ...('attachments' in good ? { attachments: [] } : {}) });
      const expected = level < sees ? [404] : level < may ? [403] : [200];
      expect(expected, `${path} ${answer.status} ${answer.text}`).toContain(answer.status);
    }
  });

  test('what the company itself took from a role, the role cannot do', async () => {
    const { api } = await aMember(at, ours, 1, 'Restricted');
    await at.db.transaction('system', (tx) =>
      tx.run(sql`insert into company_privileges values (${ours.companyId}, 'agent', 'messages.create', 0), (${ours.companyId}, 'agent', 'messages.get', 0),
          (${ours.companyId}, 'agent', 'products.update', 1)`),
    );
    at.wake.nudge('sessions');
    for (const path of ['tickets/reply', 'tickets/note']) {
      expect((await api.call(path, payloads[path]?.(ours, uploadId))).status).toBe(403);
    }
    expect((await api.upload('x.png', aPixel)).status).toBe(403);
    expect((await api.post('messages/get', {})).body.total).toBe(0);
    const letter = await aTicket(at, ours, { attachments: [{ name: 'a.png', type: 'image/png', bytes: aPixel }] });
    expect((await ours.owner.get(`files/${letter.attachmentIds[0]}`)).status).toBe(200);
    expect((await api.get(`files/${letter.attachmentIds[0]}`)).status).toBe(404);
    expect((await api.get(`messages/${ours.messageId}/frame`)).status).toBe(404);
    const granted = { data: { name: 'Renamed' }, filter: { conditions: [['id', '=', ours.productId]] } };
    expect((await api.post('products/update', granted)).status).toBe(200);
  });
});
