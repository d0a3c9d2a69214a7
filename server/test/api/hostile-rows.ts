import { z } from 'zod';
import type { Entity, Field } from '#contract/entity.ts';
import type { Answer } from './api-client.ts';
import { aRowOf } from './contract-registry.ts';

/** What `said` a text, and where: `texts.en`, `holidays.0.name`. */
export type HostileRow = {
  row: Record<string, unknown>;
  said: readonly string[];
  /** What it must have, in plain words. */
  plain: Readonly<Record<string, unknown>>;
};

type Schema = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
};
type Path = readonly PropertyKey[];
/** A text of a value: what it is to say, and how many shapes of it were refused. */
type Text = { readonly path: Path; readonly says: string; tries: number };
type Says = (maxLength: number) => string;

/**
 * A row that says what attacks say in every text that takes it, also in those that lie within others, as the fields' own
 * schemas tell. `says` is asked for each of them.
 */
export function hostileRowOf(
  of: Entity,
  mode: 'create' | 'update',
  refers: Readonly<Record<string, number>>,
  says: Says,
): HostileRow {
  const plain = mode === 'create' ? aRowOf(of, refers) : {};
  const row: Record<string, unknown> = { ...plain };
  const said: string[] = [];
  for (const [name, field] of textsOf(of, mode)) {
    const value = hostileValue(field, says);
    if (!value) continue;
    row[name] = value.value;
    said.push(...value.said.map((place) => [name, ...place].join('.')));
  }
  return { row, said, plain };
}

/** The fields that somebody may write words into, and that somebody else reads. */
export const textsOf = (of: Entity, mode: 'create' | 'update'): [string, Field][] =>
  Object.entries(of.fields).filter(
    ([, field]) =>
      (field.kind === 'text' || field.kind === 'json') &&
      !field.refersTo &&
      field.readable &&
      (field.write === 'always' || field.write === mode),
  );

/** Sends the row; what the server refuses of it by name is plain or left out, and no longer said. */
export async function sendHostile(
  { row, said, plain }: HostileRow,
  send: (row: Record<string, unknown>) => Promise<Answer>,
): Promise<{ answer: Answer; said: readonly string[]; row: Record<string, unknown> }> {
  const left = { ...row };
  let kept = said;
  for (;;) {
    const answer = await send(left);
    const refused: unknown = [400, 422].includes(answer.status) ? answer.body.errors?.[0]?.field : undefined;
    const [, name = ''] = /^data(?:\[0\])?\.(\w+)/.exec(String(refused)) ?? [];
    if (!kept.some((place) => place.split('.')[0] === name)) return { answer, said: kept, row: left };
    if (name in plain) left[name] = plain[name];
    else delete left[name];
    kept = kept.filter((place) => place.split('.')[0] !== name);
  }
}

/** Null where the field takes no such text anywhere. */
function hostileValue(field: Field, says: Says): { value: unknown; said: Path[] } | null {
  const schema = z.toJSONSchema(field.value, { io: 'input', unrepresentable: 'any' }) as Schema;
  const texts: Text[] = [];
  let value = leafOrParts(schema, says, [], texts);
  // What the schema cannot tell in JSON, its own refusals tell: each names a place, which goes without.
  for (let parsed = field.value.safeParse(value); !parsed.success; parsed = field.value.safeParse(value)) {
    let path: Path = parsed.error.issues[0]?.path ?? [];
    // What is missing lies in what cannot be had without it.
    while (path.length > 0 && at(value, path) === undefined) path = path.slice(0, -1);
    if (path.length === 0) return null;
    const text = texts.find((one) => one.path.join() === path.join());
    value = within(value, path, text && shapes[text.tries++]?.(text.says));
  }
  const said = texts
    .filter(({ path, says }) => says !== '' && String(at(value, path)).endsWith(says))
    .map(({ path }) => path);
  return said.length > 0 ? { value, said } : null;
}

function leafOrParts(schema: Schema, says: Says, path: Path, texts: Text[]): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return leafOrParts(choices.find((one) => one.type !== 'null') ?? {}, says, path, texts);
  if (schema.type === 'string') {
    const text = says(schema.maxLength ?? Number.POSITIVE_INFINITY);
    texts.push({ path, says: text, tries: 0 });
    return text;
  }
  if (schema.type === 'array') {
    const items = schema.prefixItems ?? (schema.items ? [schema.items] : []);
    return items.map((one, index) => leafOrParts(one, says, [...path, index], texts));
  }
  if (schema.type === 'object') {
    const parts = Object.entries(schema.properties ?? {});
    return Object.fromEntries(parts.map(([name, one]) => [name, leafOrParts(one, says, [...path, name], texts)]));
  }
  return schema.type === 'number' || schema.type === 'integer' ? Math.max(0, schema.minimum ?? 0) : undefined;
}

/** What a place that refuses mere words may take: words after what they must begin with, then what is no words. */
const shapes: readonly ((text: string) => string)[] = [
  (text) => `https://evil.test/?${text}`,
  (text) => `X-Note: ${text}`,
  () => 'stranger@evil.test',
  () => '2026-12-24',
];
/** The value with another one at that place; with none, without it: an item of a list takes the list with it. */
function within(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value)) {
    const item = within(value[Number(step)], rest, other);
    return item === undefined ? [] : value.with(Number(step), item);
  }
  const { [step as string]: part, ...kept } = value as Record<string, unknown>;
  const changed = within(part, rest, other);
  return changed === undefined ? kept : { ...kept, [step]: changed };
}

const isDeep = (value: unknown): value is object => typeof value === 'object' && value !== null;
const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (part, step) => (isDeep(part) ? (part as Record<PropertyKey, unknown>)[step] : undefined),
    value,
  );
