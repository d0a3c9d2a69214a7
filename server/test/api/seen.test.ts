import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { aChangeOf, entities } from './contract-registry.ts';
import { byId, rows } from './rows-of.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import type { Shop } from './two-companies.ts';

let ours: Shop;
let theirs: Shop;
let owner: ApiClient;
shopsAtHand((it) => ({ ours, theirs } = it));
beforeAll(async () => {
  owner = ours.owner;
});

test('two people who change the same field: the second is shown what the first wrote', async () => {
  const seen = { name: 'Product lumenoak' };
  const first = await owner.post('products/update', { ...byId(ours.productId), data: { name: 'Walnut' }, seen });
  expect(first.status).toBe(200);
  const second = await owner.post('products/update', { ...byId(ours.productId), data: { name: 'Oak' }, seen });
  expect([second.status, second.body.errors]).toMatchObject([409, [{ key: 'conflict', field: 'data.name' }]]);
  expect(second.body.data.products).toMatchObject([{ id: ours.productId, name: 'Walnut' }]);
  const third = await owner.post('products/update', {
    ...byId(ours.productId),
    data: { name: 'Oak' },
    seen: { name: 'Walnut' },
  });
  expect(rows(third, 'products')[0].name).toBe('Oak');
});

test('what stands in another row is compared as it is read', async () => {
  const update = (name: string) =>
    owner.post('mailboxes/update', { ...byId(ours.mailboxId), data: { name: 'Post' }, seen: { 'product.name': name } });
  const [mailbox] = rows(await owner.post('mailboxes/get', byId(ours.mailboxId)), 'mailboxes');
  expect((await update('Another')).status).toBe(409);
  expect((await update(mailbox.product.name)).status).toBe(200);
});

test('what was not named may have changed, and fifty who saw the same have one winner', async () => {
  const seen = { abbreviation: (await row()).abbreviation };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_one, n) =>
      owner.post('products/update', { ...byId(ours.productId), data: { abbreviation: `A${n}` }, seen }),
    ),
  );
  expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, ...Array(49).fill(409)]);
  async function row() {
    return rows(await owner.post('products/get', byId(ours.productId)), 'products')[0];
  }
});

describe.each(entities.filter((of) => of.actions.includes('update')))('$name', (of) => {
  test('says whether a row is as it was seen, and of a secret or a stranger’s row nothing', async () => {
    const id = ours.ids[of.name] ?? 0;
    const [row] = rows(await owner.post(`${of.name}/get`, byId(id)), of.name);
    const data = aChangeOf(of, ours.ids);
    const plain = Object.keys(of.fields).filter((name) => of.fields[name]?.readable && !name.includes('.'));
    const seen = Object.fromEntries(plain.map((name) => [name, row[name]]));
    const update = (saw: unknown, ids = id) => owner.post(`${of.name}/update`, { ...byId(ids), data, seen: saw });

    for (const name of plain.filter((one) => !['is_unread', 'read_to'].includes(one)))
      expect((await update({ ...seen, [name]: { not: 'this' } })).status, name).toBe(409);
    for (const [name, field] of Object.entries(of.fields).filter(([, one]) => !one.readable)) {
      const answer = await update({ [name]: 'app password' });
      expect([answer.status, answer.body.errors?.[0]], String(field.kind)).toMatchObject([
        422,
        { key: 'unknown_field', field: `seen.${name}` },
      ]);
    }
    const theirRow = await update({ id: theirs.ids[of.name] }, theirs.ids[of.name]);
    expect(theirRow.status).toBe(404);
    expect(theirRow.text).not.toContain(theirs.canary);
    for (const wrong of [[], 'name', 1, null, { 'no such field': 1 }, { __proto__: 1, constructor: 1 }])
      expect((await update(wrong)).status).toBe(422);
    expect((await update(seen)).status).toBe(200);
  });
});
