import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Entity, Field } from '#contract/entity.ts';
import type { Answer } from './api-client.ts';
import { aChangeOf, aRowOf, entities, valuesToTry } from './contract-registry.ts';
import { rowCounts } from './everything-of.ts';
import type { TestParley } from './parley-in-process.ts';
import { byId } from './rows-of.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import type { Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
shopsAtHand((it) => ({ at, ours, theirs } = it));

/** Against each kind of database, others each time. */
const runs = 20;
/** More than anybody writes into a field of a row: what is longer are letters, which have calls of their own. */
const textLengthMax = 100_000;
const pasted = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', minLength: 250, maxLength: 300 }),
  fc.emailAddress(),
  fc.webUrl(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.boolean(),
  fc.jsonValue({ maxDepth: 3 }),
  fc.object({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    [],
    {},
    'a\nb',
    'a\0b',
    '\ud800',
    '#AbCdEf',
    '\u202E',
    '=1+1',
    '<img src=x onerror=alert(1)>',
  ),
);

type Pools = Record<string, { good: unknown[]; bad: unknown[] }>;

/** Everything that might be typed into a field, sorted by what the field's own declaration says of it. */
function poolsOf(of: Entity, action: 'create' | 'update', ids: Shop['ids']): Pools {
  const fields = Object.entries(of.fields).filter(([, one]) => one.write === 'always' || one.write === action);
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const all = [...valuesToTry(field), ...fc.sample(pasted, 150)]
        .filter((one) => one !== undefined)
        .map(asItArrives);
      const fits = (one: unknown) => field.value.safeParse(one).success;
      const good = field.refersTo ? referencesOf(field, ids) : all.filter(fits);
      if (good.length === 0) throw new Error(`nothing fits ${of.name}.${name}: add a value to try`);
      const bad = all.filter((one) => !fits(one));
      return [name, { good, bad }];
    }),
  );
}

/** JSON knows neither infinite numbers nor what is undefined in an object. */
const asItArrives = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const referencesOf = (field: Field, ids: Shop['ids']): unknown[] => {
  const id = ids[field.refersTo ?? ''];
  return field.kind === 'ids' ? [[], [id]] : [id];
};

/** Taken; or refused for who asks, how often, or how many there are already, which is no fault of a field. */
const isTakenOrNotNow = (answer: Answer): boolean =>
  [200, 403, 429].includes(answer.status) || answer.body.errors?.[0]?.key === 'limit_reached';

/** Some of the fields, and all that must be there. */
const someOf = (of: Entity, pools: Pools, isNew: boolean) =>
  fc.record(Object.fromEntries(Object.entries(pools).map(([name, { good }]) => [name, fc.constantFrom(...good)])), {
    requiredKeys: isNew ? Object.keys(pools).filter((name) => of.fields[name]?.required) : [],
  });
const oneBad = (pools: Pools) =>
  fc
    .constantFrom(...Object.entries(pools).filter(([, { bad }]) => bad.length > 0))
    .chain(([name, { bad }]) => fc.tuple(fc.constant(name), fc.constantFrom(...bad)));

const written = entities.filter((one) => one.actions.includes('create') || one.actions.includes('update'));
describe.each(written.map((one) => [one.name, one] as const))('A2 %s', (name, of) => {
  let id = 0;
  beforeEach(() => {
    id = ours.ids[name] ?? 0;
    if (id === 0) throw new Error(`aShop has no row of ${name}`);
  });

  test('has no text that could be as long as one likes', () => {
    const endless = 'a'.repeat(textLengthMax + 1);
    for (const [field, { kind, write, value }] of Object.entries(of.fields))
      if (kind === 'text' && (write === 'always' || of.actions.some((action) => action === write)))
        expect(value.safeParse(endless).success, field).toBe(false);
  });

  if (of.actions.includes('create')) {
    test('create takes what its own schema takes, or says which field is wrong', async () => {
      const pools = poolsOf(of, 'create', ours.ids);
      let taken = 0;
      await fc.assert(
        fc.asyncProperty(someOf(of, pools, true), async (row) => {
          const answer = await ours.owner.post(`${name}/create`, { data: [row] });
          expect(answer.status, answer.text).toBeLessThan(500);
          if (answer.status === 200) taken += 1;
          if (!isTakenOrNotNow(answer)) expect(answer.body.errors?.[0]?.field, answer.text).toMatch(/^data\[0\]/);
        }),
        { numRuns: runs, examples: [[aRowOf(of, ours.ids)]] },
      );
      expect(taken, 'some are taken').toBeGreaterThan(0);
    });

    test('create refuses a value that breaks its rule, by the name of its field, and writes nothing', async () => {
      const pools = poolsOf(of, 'create', ours.ids);
      const before = await rowCounts(at);
      await fc.assert(
        fc.asyncProperty(oneBad(pools), async ([field, value]) => {
          const row = aRowOf(of, ours.ids);
          const answer = await ours.owner.post(`${name}/create`, { data: [row, { ...row, [field]: value }] });
          expect(answer.status, `${field} = ${JSON.stringify(value)}: ${answer.text}`).toBe(422);
          for (const error of answer.body.errors ?? [])
            expect(error.field, answer.text).toMatch(new RegExp(`^data\\[1\\]\\.${field}\\b`));
        }),
        { numRuns: runs },
      );
      expect(await rowCounts(at)).toEqual(before);
    });
  }

  if (of.actions.includes('update')) {
    test('update takes what its own schema takes, or says which field is wrong', async () => {
      const pools = poolsOf(of, 'update', ours.ids);
      let taken = 0;
      await fc.assert(
        fc.asyncProperty(someOf(of, pools, false), async (data) => {
          const answer = await ours.owner.post(`${name}/update`, { ...byId(id), data });
          expect(answer.status, answer.text).toBeLessThan(500);
          if (answer.status === 200) taken += 1;
          if (!isTakenOrNotNow(answer)) expect(answer.body.errors?.[0]?.field, answer.text).toMatch(/^data/);
        }),
        { numRuns: runs, examples: [[aChangeOf(of, ours.ids)]] },
      );
      expect(taken, 'some are taken').toBeGreaterThan(0);
    });

    test('update refuses a value that breaks its rule, by the name of its field, and changes nothing', async () => {
      const pools = poolsOf(of, 'update', ours.ids);
      const row = async () => (await ours.owner.post(`${name}/get`, byId(id))).text;
      const before = await row();
      await fc.assert(
        fc.asyncProperty(oneBad(pools), async ([field, value]) => {
          const answer = await ours.owner.post(`${name}/update`, { ...byId(id), data: { [field]: value } });
          expect(answer.status, `${field} = ${JSON.stringify(value)}: ${answer.text}`).toBe(422);
          for (const error of answer.body.errors ?? [])
            expect(error.field, answer.text).toMatch(new RegExp(`^data\\.${field}\\b`));
        }),
        { numRuns: runs },
      );
      expect(await row()).toBe(before);
    });
  }

  test('A7 takes no row of another company for its own', async () => {
    const refers = Object.entries(of.fields).filter(([, one]) => one.refersTo && one.write !== 'never');
    for (const [field, { refersTo = '', kind, write }] of refers) {
      const foreign = kind === 'ids' ? [theirs.ids[refersTo]] : theirs.ids[refersTo];
      if (of.actions.includes('create') && write !== 'update') {
        const row = { ...aRowOf(of, ours.ids), [field]: foreign };
        expect((await ours.owner.post(`${name}/create`, { data: [row] })).status, field).toBe(404);
      }
      if (of.actions.includes('update') && write !== 'create')
        expect(
          (await ours.owner.post(`${name}/update`, { ...byId(id), data: { [field]: foreign } })).status,
          field,
        ).toBe(404);
    }
  });
});
