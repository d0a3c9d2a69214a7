import { describe, expect, test } from 'vitest';
import en from '../../i18n/en.json';
import { speakInTests } from '../../i18n/speak-in-tests.ts';
import uk from '../../i18n/uk.json';
import { cellOf } from './cell-of.ts';
import { declarations } from './declarations/index.ts';
import { dependentWord } from './dependent-word.ts';
import { entityNames } from './entity-names.ts';
import { segmentText } from './words.ts';

const all = Object.entries(declarations);
const has = (words: object, key: string): boolean =>
  typeof key
    .split('.')
    .reduce<unknown>((inside, name) => (inside as Record<string, unknown> | undefined)?.[name], words) === 'string';

test('every noun in an address is declared, and every declaration has its address', () => {
  expect(Object.keys(declarations).sort()).toEqual([...entityNames].sort());
});

describe.each([
  ['English', en],
  ['Ukrainian', uk],
] as const)('in %s', (_language, words) => {
  test.each(all)('%s has words for all that it declares', (name, of) => {
    const fields = of.form.flatMap((part) => part.fields);
    const choices = [...fields, ...of.filters].flatMap((one) =>
      one.kind === 'choice' ? one.values.map((value) => `choices.${one.name}.${value}`) : [],
    );
    const wanted = [
      ...['plural', 'new', 'add', 'find', 'empty', 'empty_text'],
      ...of.columns.map((column) => `columns.${column.name}`),
      ...of.form.map(({ part }) => `parts.${part}`),
      ...fields.map((field) => `fields.${field.name}`),
      ...choices,
      ...(of.turning ? ['disable', 'restore', 'none_disabled', 'none_disabled_text'] : []),
      ...(of.segments ? ['segments.all', 'segments.disabled'] : []),
    ];
    expect(wanted.filter((key) => !has(words, `entities.${name}.${key}`))).toEqual([]);
    const unnamed = of.filters.filter(
      (filter) =>
        filter.kind !== 'company' &&
        !has(words, `entities.${name}.filters.${filter.name}`) &&
        !has(words, `entities.${name}.fields.${filter.name}`),
    );
    expect(unnamed).toEqual([]);
    // The audit trail tells of every field that can be written, by its word on the form or one of its own.
    const written = Object.entries(of.entity.fields).flatMap(([field, { write }]) =>
      write === 'never' ? [] : [field],
    );
    const nowhere = written.filter(
      (field) =>
        field !== 'lock_me_out' && // an answer to a question, kept nowhere
        !has(words, `entities.${name}.fields.${field}`) &&
        !has(words, `audit.fields.${field}`),
    );
    expect(nowhere).toEqual([]);
    expect(has(words, `audit.things.${of.entity.name.replaceAll('-', '_')}`)).toBe(true);
    expect(of.entity.dependents.filter((one) => !has(words, `dependents.${one}_other`))).toEqual([]);
  });
});

test.each(all)('%s: where two change the same, each field can show what both hold', (_name, of) => {
  // What nobody reads, and what is chosen once, has no second version.
  const mute = of.form
    .flatMap((part) => part.fields)
    .filter((field) => field.kind === 'custom' && !field.show && !field.isOnlyNew)
    .filter((field) => of.entity.fields[field.name]?.readable);
  expect(mute.map((field) => field.name)).toEqual([]);
});

// Elsewhere it is what nobody else has: a company's own name, the address of a bot.
const whose: Readonly<Record<string, string>> = { companies: 'name', integrations: 'bot' };
test.each(all)('%s: on a phone as well, whoever works for several companies sees whose a row is', (name, of) => {
  const at = of.columns.findIndex((column) => column.name === (whose[name] ?? 'company'));
  expect(at === 0 || of.columns[at]?.onPhone).toBeTruthy();
});

test.each(all)('%s sorts, filters and asks by fields that its contract has', (name, of) => {
  expect(of.name).toBe(name);
  const { fields } = of.entity;
  const sorts = [of.defaultSort.replace(/^-/, ''), ...of.columns.flatMap((column) => column.sort ?? [])];
  expect(sorts.filter((field) => !fields[field]?.sort)).toEqual([]);
  expect(of.filters.filter((filter) => !fields[filter.name]?.filter.includes('='))).toEqual([]);
  // What is taken is asked for by the rules of its taking.
  const isTaken = (field: { name: string; isOnlyNew?: boolean }) =>
    field.isOnlyNew && of.taking && field.name in of.taking.rules.shape;
  const asked = of.form
    .flatMap((part) => part.fields)
    .filter((field) => !isTaken(field) && (fields[field.name]?.write === 'never' || !fields[field.name]));
  expect(asked.map((field) => field.name)).toEqual([]);
  const once = of.form
    .flatMap((part) => part.fields)
    .filter((field) => fields[field.name]?.write === 'create' && !field.isOnlyNew);
  expect(once.map((field) => field.name)).toEqual([]);
});

test('how many there are is written as people write numbers, in lists and where what depends on a row is told', async () => {
  const row = new Proxy({ id: 1, updated: '' }, { get: () => 12_345 });
  for (const [language, number, word] of [
    ['en', '12,345', '12,345 tickets'],
    ['uk', '12\u00a0345', '12\u00a0345 звернень'],
  ] as const) {
    await speakInTests(language);
    const cells = all.flatMap(([name, of]) =>
      of.columns
        .filter((column) => column.isNumber)
        .map((column) => [name, cellOf(column, row, { companyNames: new Map() })]),
    );
    expect(cells).toContainEqual(['labels', number]);
    expect(cells.filter(([, cell]) => cell !== number)).toEqual([]);
    expect(dependentWord('tickets', 12_345)).toBe(word);
  }
});

test('above a list, too, nobody is told that there are ten thousand where nobody counted further', async () => {
  await speakInTests();
  const { customers, labels } = declarations;
  expect(segmentText(customers, 'all', { total: 10_000, totalIsCapped: true })).toBe('All 10,000+');
  expect(segmentText(labels, 'disabled', { total: 10_000, totalIsCapped: false })).toBe('Disabled 10,000');
  expect(segmentText(labels, 'all'), 'not counted yet').toBe('All');
});
