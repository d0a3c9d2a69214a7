import { describe, expect, test } from 'vitest';
import { register } from '#contract/registration.ts';
import { changeSettings } from '#contract/settings.ts';
import { sql } from '#platform/sql.ts';
import { aChangeOf, aRowOf, aValueFor, calls, entities, entityNamed } from './contract-registry.ts';
import { everythingOf, rowCounts } from './everything-of.ts';
import type { TestParley } from './parley-in-process.ts';
import { listPayloads } from './payloads.ts';
import { password } from './people.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import type { Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
shopsAtHand((it) => ({ at, ours, theirs } = it));

/** What somebody might hope to set along the way, beside the fields that the declarations keep for Parley. */
const tempting: Record<string, unknown> = {
  id: 1,
  added: '2020-01-01 00:00:00',
  updated: '2020-01-01 00:00:00',
  is_deleted: 0,
  company: { id: 2 },
  user_id: 1,
  roles: [{ company_id: 2, level: 4, name: 'owner' }],
  role: 'owner',
  level: 4,
  privileges: { default: {} },
  email_confirmed: true,
  email_confirmed_at: '2020-01-01 00:00:00',
  is_operator: 1,
  stripe_id: 'cus_1',
  paypal_id: 'x',
  settings: { billing_status: { 1: 0 } },
  billing_status: 0,
  password_hash: 'x',
  token: 'x',
  lease_token: 1,
  settings_version: 99,
  last_ticket_number: 5,
  kind: 'mailbox',
  constructor: { prototype: { isAdmin: true } },
  toString: 'x',
};

const written = entities.filter((one) => one.actions.some((action) => action !== 'get'));
describe.each(written.map((one) => [one.name, one] as const))('A4 %s', (name, of) => {
  const fields = Object.entries(of.fields);
  const kept = (action: 'create' | 'update') =>
    fields.filter(([, one]) => one.write !== 'always' && one.write !== action).map(([field]) => field);
  const given = (field: string) => (of.fields[field] ? aValueFor(of, field, ours.ids) : tempting[field]);

  if (of.actions.includes('create')) {
    test('create refuses, by name, every field that is not for callers', async () => {
      const before = await rowCounts(at);
      for (const field of new Set([...kept('create'), ...Object.keys(tempting)])) {
        if (!kept('create').includes(field) && of.fields[field]) continue;
        const row = { ...aRowOf(of, ours.ids), [field]: given(field) };
        const answer = await ours.owner.post(`${name}/create`, { data: [row] });
        expect(answer.status, `${field}: ${answer.text}`).toBe(422);
        expect(answer.body.errors).toEqual([
          expect.objectContaining({ key: 'unknown_field', field: `data[0].${field}` }),
        ]);
      }
      const poisoned = JSON.stringify({ data: [aRowOf(of, ours.ids)] }).replace(
        '[{',
        '[{"__proto__":{"company_id":1},',
      );
      expect((await ours.owner.send(`${name}/create`, poisoned)).status).toBe(422);
      expect(await rowCounts(at)).toEqual(before);
    });
  }

  if (of.actions.includes('update')) {
    test('update refuses, by name, every field that is not for callers, the company above all', async () => {
      const before = await everythingOf(at, ours.companyId);
      const filter = { conditions: [['id', '=', ours.ids[name]]] };
      for (const field of new Set([...kept('update'), ...Object.keys(tempting), 'company_id'])) {
        if (!kept('update').includes(field) && of.fields[field]) continue;
        const data = { ...aChangeOf(of, ours.ids), [field]: field === 'company_id' ? theirs.companyId : given(field) };
        const answer = await ours.owner.post(`${name}/update`, { data, filter });
        expect(answer.status, `${field}: ${answer.text}`).toBe(422);
        expect(answer.body.errors).toEqual([expect.objectContaining({ key: 'unknown_field', field: `data.${field}` })]);
      }
      expect(await everythingOf(at, ours.companyId)).toBe(before);
    });

    test('update needs a filter, and a change', async () => {
      const data = aChangeOf(of, ours.ids);
      for (const filter of [undefined, { conditions: [] }]) {
        const answer = await ours.owner.post(`${name}/update`, { data, filter });
        expect(answer.status).toBe(422);
        expect(answer.body.errors[0]?.key).toBe('filter_required');
      }
      const empty = await ours.owner.post(`${name}/update`, { data: {}, filter: { conditions: [['id', '=', 1]] } });
      expect(empty.body.errors[0]).toMatchObject({ key: 'required', field: 'data' });
    });
  }

  for (const action of (['delete', 'restore'] as const).filter((one) => of.actions.includes(one))) {
    test(`${action} needs a filter and takes nothing else`, async () => {
      for (const body of [{}, { filter: { conditions: [] } }]) {
        expect((await ours.owner.post(`${name}/${action}`, body)).body.errors[0]?.key).toBe('filter_required');
      }
      const filter = { conditions: [['id', '=', ours.ids[name]]] };
      const answer = await ours.owner.post(`${name}/${action}`, { filter, data: { is_deleted: 0 } });
      expect(answer.body.errors[0]).toMatchObject({ key: 'unknown_field', field: 'data.is_deleted' });
    });
  }
});

test('A4 an update by a filter that also fits foreign rows changes only the own ones', async () => {
  const before = await everythingOf(at, theirs.companyId);
  for (const conditions of [
    [['id', '>', 0]],
    [['id', 'in', [ours.customerId, theirs.customerId]]],
    [['company_id', 'in', [ours.companyId, theirs.companyId]]],
    [['company_id', '!=', 0]],
  ]) {
    // Whoever was merged is not there to be changed.
    const filter = { conditions: [...conditions, ['is_deleted', '=', 0]] };
    const answer = await ours.owner.post('customers/update', { data: { note: 'mine' }, filter });
    expect(answer.status, answer.text).toBe(200);
    const touched = answer.body.data.customers.map((row: { company_id: number }) => row.company_id);
    expect([...new Set(touched)]).toEqual([ours.companyId]);
  }
  expect(await everythingOf(at, theirs.companyId)).toBe(before);
});

describe('A5 mass assignment', () => {
  test('registration takes nothing but what it asks for', async () => {
    const asked = { name: 'Mallory', email_confirmation: 'mallory@evil.test', raw_password: password };
    const before = await rowCounts(at);
    for (const [field, value] of Object.entries(tempting)) {
      const answer = await at.stranger().call(register.path, { ...asked, [field]: value });
      expect(answer.status, field).toBe(422);
      expect(answer.body.errors[0]).toMatchObject({ key: 'unknown_field', field: `data.${field}` });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await rowCounts(at)).toEqual(before);
  });

  test('settings take nothing but what one may prefer', async () => {
    const read = () => at.db.transaction('system', (tx) => tx.row(sql`select * from users where id = ${ours.ownerId}`));
    const before = await read();
    for (const [field, value] of Object.entries({ ...tempting, email: 'x@evil.test', status: 8, name: 'X' })) {
      const answer = await ours.owner.call(changeSettings.path, { theme: 'dark', [field]: value });
      expect(answer.status, field).toBe(422);
      expect(answer.body.errors[0]).toMatchObject({ key: 'unknown_field', field: `data.${field}` });
    }
    expect(await read()).toEqual(before);
  });

  test('users cannot be written by the generic calls at all', async () => {
    expect(entityNamed('users').actions).toEqual(['get']);
    for (const action of ['create', 'update', 'delete', 'restore']) {
      const body = { data: { level: 4 }, filter: { conditions: [['id', '=', ours.ownerId]] } };
      expect((await ours.owner.post(`users/${action}`, body)).status).toBe(404);
    }
  });

  test('every call refuses fields it does not know, except the check that takes a whole form', async () => {
    for (const call of calls.filter((one) => one.method === 'POST' && one.path !== 'mailboxes/check')) {
      const isList = call.path in listPayloads;
      const answer = await ours.owner.call(call.path, isList ? [{ is_admin: true }] : { is_admin: true });
      expect(answer.status, `${call.path}: ${answer.text}`).toBe(422);
      expect(answer.body.errors.map((one) => one.field)).toContain(isList ? 'data[0].is_admin' : 'data.is_admin');
    }
  });
});
