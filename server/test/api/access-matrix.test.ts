import { beforeAll, describe, expect, test } from 'vitest';
import type { Action, Entity } from '#contract/entity.ts';
import { sql } from '#platform/sql.ts';
import { verdicts } from './access-verdicts.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aChangeOf, aRowOf, calls, commonEntities, entities } from './contract-registry.ts';
import { everythingOf } from './everything-of.ts';
import type { TestParley } from './parley-in-process.ts';
import { listPayloads, payloads } from './payloads.ts';
import { aCompany, aPerson, joins } from './people.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, aPixel, type Level, levels, type Shop } from './two-companies.ts';

/**
 * Everything that can be asked of Parley, made of the contract itself, against everybody who could ask: in no state at
 * all, half signed in, from a closed address, and at every level of a company. A new call has to be judged in
 * access-verdicts.ts; a new entity is judged by its privileges (tenant-matrix.test.ts).
 */
let at: TestParley;
let ours: Shop;
let theirs: Shop;
const members = new Map<Level, ApiClient>();
let half: ApiClient;
let closed: ApiClient;
let suspended: ApiClient;
let uploadId: number;

shopsAtHand((it) => ({ at, ours, theirs } = it));
beforeAll(async () => {
  for (const level of levels) members.set(level, (await aMember(at, ours, level)).api);
  uploadId = (await ours.owner.upload('table.png', aPixel)).body.data.files[0].id;

  const hal = await aPerson(at, 'Hal', 'hal@lumenoak.test');
  await joins(at, hal.id, ours.companyId, 4);
  half = hal.api;
  const clo = await aPerson(at, 'Clo', 'clo@closed.test');
  const shut = await aCompany(clo.api, 'Closed', 'CL');
  closed = clo.api;
  const sue = await aPerson(at, 'Sue', 'sue@suspended.test');
  const stopped = await aCompany(sue.api, 'Stopped', 'ST');
  suspended = sue.api;
  await at.db.transaction('system', async (tx) => {
    await tx.run(sql`update sessions set is_half = true where user_id = ${hal.id}`);
    await tx.run(
      sql`update companies set restrict_remote_access = 1, ips_list = '203.0.113.7', subnets = '192.0.2.0/24' where id = ${shut.companyId}`,
    );
    await tx.run(
      sql`insert into company_suspensions (company_id, reason, contact) values (${stopped.companyId}, 'Not paid.', 'ops@parley.test')`,
    );
  });
  for (const shop of [ours, theirs]) {
    const [visit] = await at.db.transaction('system', (tx) =>
      tx.rows<{ id: number }>(
        sql`insert into visits (process, company_id, quidget_id, page_url, page_title, referrer, language, until)
            values (gen_random_uuid(), ${shop.companyId}, ${shop.ids.quidgets}, '', ${shop.canary}, '', 'en', now() + interval '1 hour') returning id`,
      ),
    );
    Object.assign(shop.ids, { visits: visit?.id });
  }
  at.wake.nudge('sessions');
});

const absent = 999_999_999;
const keyOf = (answer: Answer) => answer.body.errors?.[0]?.key;
const make = (api: ApiClient, path: string, data: object): Promise<Answer> =>
  calls.find((one) => one.path === path)?.method === 'GET' ? api.get(path) : api.call(path, data);

test('A1 what belongs to the installation is read by everybody who works for a company, and written by nobody', async () => {
  for (const of of commonEntities) {
    expect(of.actions, of.name).toEqual(['get']);
    const seen = (await (members.get(1) as ApiClient).post(`${of.name}/get`, {})).body;
    expect(seen.total, of.name).toBeGreaterThan(0);
    for (const api of [ours.owner, theirs.owner]) expect((await api.post(`${of.name}/get`, {})).body).toEqual(seen);
    expect((await (members.get(0) as ApiClient).post(`${of.name}/get`, {})).body.total).toBe(0);
    expect((await at.stranger().post(`${of.name}/get`, {})).status).toBe(401);
  }
});

test('A1 every call of the contract is judged, and nothing else', () => {
  const unjudged = calls.map((one) => one.path).filter((path) => verdicts[path] === undefined);
  expect(unjudged, 'judge these in access-verdicts.ts').toEqual([]);
  for (const call of calls) {
    const isPublic = verdicts[call.path] === 'public';
    expect({ path: call.path, isPublic }).toEqual({ path: call.path, isPublic: call.access === 'public' });
    const isMine = isPublic || verdicts[call.path] === 'mine';
    expect(
      isMine || call.path in payloads || call.path in listPayloads,
      `${call.path} needs a good request in payloads.ts`,
    ).toBe(true);
  }
});

describe('A16 A22 whoever is not wholly in', () => {
  const doors: [string, (api: ApiClient) => Promise<Answer>][] = [
    ...entities.flatMap((of) =>
      of.actions.map((action): [string, (api: ApiClient) => Promise<Answer>] => [
        `${of.name}/${action}`,
        (api) => api.post(`${of.name}/${action}`, bodyOf(of, action)),
      ]),
    ),
    ['mailboxes-new/create', (api) => api.post('mailboxes-new/create', { data: [] })],
    ['files/upload', (api) => api.upload('x.png', aPixel)],
    ['files', (api) => api.get(`files/${ours.attachmentIds[0]}`)],
    ['files of a letter', (api) => api.get(`messages/${ours.messageId}/files`)],
    ['files of a ticket', (api) => api.get(`tickets/${ours.ticketId}/files`)],
    ['frame', (api) => api.get(`messages/${ours.messageId}/frame`)],
    ['message source', (api) => api.get(`messages/${ours.messageId}/source`)],
    ['mail source', (api) => api.get(`inbound-mails/${ours.inboundMailId}/source`)],
    ['what a job made', (api) => api.get('jobs/1/file')],
    ['audit/export', (api) => api.get(`audit/export?company_id=${ours.companyId}`)],
  ];
  const bodyOf = (of: Entity, action: Action) => {
    const filter = { conditions: [['id', '=', ours.ids[of.name]]] };
    if (action === 'create') return { data: [aRowOf(of, ours.ids)] };
    return action === 'update' ? { data: aChangeOf(of, ours.ids), filter } : { filter };
  };
  const everything = async () => [await everythingOf(at, ours.companyId), await everythingOf(at, theirs.companyId)];

  test.each([
    ['nobody', () => at.stranger(), 401, 'unauthorized'],
    ['half signed in', () => half, 403, 'google2fa_required'],
    ['at a closed address', () => closed, 403, 'access_denied_by_ip'],
    ['of a suspended company', () => suspended, 403, 'company_suspended'],
  ] as const)('%s is refused at every door, and nothing changes', async (_who, api, status, key) => {
    const before = await everything();
    for (const { path, access } of calls.filter((one) => one.access !== 'public')) {
      // A code that is owed is asked of everybody, before anything is told them.
      if ((key === 'google2fa_required' || key === 'company_suspended') && access === 'half') continue;
      const answer = await make(api(), path, listPayloads[path] ?? payloads[path]?.(ours, uploadId) ?? {});
      expect([path, answer.status, keyOf(answer)]).toEqual([path, status, key]);
    }
    for (const [name, knock] of doors) {
      const answer = await knock(api());
      expect([name, answer.status, keyOf(answer)]).toEqual([name, status, key]);
      expect(answer.text).not.toContain(ours.canary);
    }
    expect(await everything()).toEqual(before);
  });
});

test('A8 every call answers whoever sees a part of the company as if the rest were not there', async () => {
  const nora = await aMember(at, ours, 3, 'Nora');
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update roles set scope = 'own' where company_id = ${ours.companyId} and user_id = ${nora.id}`),
  );
  at.wake.nudge('sessions');
  const before = await everythingOf(at, ours.companyId);
  const asked: string[] = [];
  for (const { path } of calls) {
    const [hidden, gone] = [ours, withoutTickets(ours)].map((shop) => payloads[path]?.(shop, uploadId) ?? {});
    if (verdicts[path] === 'public' || !JSON.stringify(gone).includes(String(absent))) continue;
    asked.push(path);
    const [onHidden, onNothing] = [
      await make(nora.api, path, { ...hidden, ...('attachments' in hidden! && { attachments: [] }) }),
      await make(nora.api, path, { ...gone, ...('attachments' in gone! && { attachments: [] }) }),
    ];
    expect([path, onHidden.status, keyOf(onHidden)]).toEqual([path, onNothing.status, keyOf(onNothing)]);
    for (const word of ['Subject', 'Customer', 'Text', 'Note'])
      expect(onHidden.text, path).not.toContain(`${word} ${ours.canary}`);
  }
  expect(asked.length, asked.join(' ')).toBeGreaterThan(60);
  // A letter that she has begun is hers, whoever it is to; of them it tells her nothing.
  const { text } = await nora.api.call('new-letters/mine', {});
  expect(text).toContain('Your walnut table');
  expect(text).not.toContain(`Customer ${ours.canary}`);
  const isHers = (row: string) => /^(new_letters|events): /.test(row) && row.includes(`"user_id": ${nora.id},`);
  const after = (await everythingOf(at, ours.companyId)).split('\n').filter((row) => !isHers(row));
  expect(after.join('\n')).toBe(before);
});

/** The same shop with everything that belongs to tickets and customers pointing at nothing. */
function withoutTickets(shop: Shop): Shop {
  const gone = { tickets: absent, messages: absent, customers: absent, 'inbound-mails': absent };
  return {
    ...{ ...shop, ids: { ...shop.ids, ...gone }, ticketId: absent, messageId: absent, inboundMailId: absent },
    ...{ customerId: absent, otherCustomerId: absent, noteId: absent, customerMergeId: absent, draftId: absent },
    ...{ mergedTicketId: absent, mergeId: absent, splitId: absent },
    ...{ sideId: absent, sideMessageId: absent, ticketNoteId: absent },
  };
}

describe('A1 calls by level, on what is ours, foreign and absent', () => {
  const concerning = Object.entries(verdicts).filter(([path]) => calls.some((one) => one.path === path));
  // Asked for the password once more, somebody has the right already.
  const isRefused = ({ status, body }: Answer) =>
    [401, 403, 404].includes(status) && body.errors?.[0]?.key !== 'password_needed';

  describe.each(levels)('level %i', (level) => {
    const api = () => members.get(level) as ApiClient; // made for every level in beforeAll

    test('may do to its own company what its role allows', async () => {
      for (const [path, verdict] of concerning) {
        const ask = async () => make(api(), path, requestOn(ours, path));
        if (verdict === 'operators') {
          const answer = await ask();
          expect([path, answer.status], answer.text).toEqual([path, 403]);
        } else if (verdict === 'seen') {
          expect((await ask()).status, path).toBe(200);
        } else if (typeof verdict === 'object') {
          const answer = await ask();
          const expected = level < verdict.sees ? [404, 403] : level < verdict.may ? [403] : undefined;
          if (expected) expect(expected, `${path} ${answer.status} ${answer.text}`).toContain(answer.status);
          else expect(isRefused(answer), `${path} ${answer.status} ${answer.text}`).toBe(false);
        }
      }
    });

    test('cannot tell a foreign thing from one that is not there', async () => {
      const before = await everythingOf(at, theirs.companyId);
      for (const [path, verdict] of concerning) {
        if (verdict === 'public' || verdict === 'mine') continue;
        const [foreign, nothing] = [
          await make(api(), path, requestOn(theirs, path)),
          await make(api(), path, missing(path)),
        ];
        expect([path, foreign.status, keyOf(foreign)]).toEqual([path, nothing.status, keyOf(nothing)]);
        expect(foreign.text, path).not.toContain(theirs.canary);
        if (typeof verdict === 'object') expect([403, 404], `${path} ${foreign.text}`).toContain(foreign.status);
      }
      expect(await everythingOf(at, theirs.companyId)).toBe(before);
    });
  });

  /** A good request, without files: those belong to whoever uploaded them. */
  const requestOn = (shop: Shop, path: string): object => {
    const list = listPayloads[path];
    if (list) return list;
    const good = payloads[path]?.(shop, uploadId) ?? {};
    return 'attachments' in good ? { ...good, attachments: [] } : good;
  };
  /** The same with every id pointing at nothing. */
  const missing = (path: string) =>
    listPayloads[path] ??
    Object.fromEntries(
      Object.entries(requestOn(theirs, path)).map(([name, value]) => {
        if (!/(^|_)ids?$|^in_reply_to$/.test(name)) return [name, value];
        return [name, Array.isArray(value) ? value.map(() => absent) : typeof value === 'number' ? absent : value];
      }),
    );
});
