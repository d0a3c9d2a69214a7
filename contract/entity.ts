import { z } from 'zod';
import type { ErrorKey } from './errors.ts';
import { comparableAddress, hasAsciiLocalPart, wireAddress } from './mail-address.ts';

/** The operators of the generic calls. A field declares which of them it understands. */
export const operators = ['=', '!=', '>', '<', '>=', '<=', 'in'] as const;
export type Operator = (typeof operators)[number];

const equality = ['=', '!=', 'in'] as const;
const order = operators;

/** How a value travels and is stored. Flags are 0 or 1, times are `YYYY-MM-DD HH:mm:ss` in UTC. */
export type FieldKind = 'id' | 'ids' | 'integer' | 'text' | 'flag' | 'time' | 'json';

export type Field<T = unknown> = {
  readonly kind: FieldKind;
  /** What may be written, and the type of what is read. */
  readonly value: z.ZodType<T>;
  readonly filter: readonly Operator[];
  readonly sort: boolean;
  /** Sorted as people sort words, whatever their letters: І stands before Я, though computers count it first of all. */
  readonly isWords: boolean;
  /** When a caller may set it. `never`: Parley does. */
  readonly write: 'never' | 'create' | 'update' | 'always';
  /** Must be given on create. */
  readonly required: boolean;
  /** False: a secret. It is written and never read, filtered or sorted by anybody. */
  readonly readable: boolean;
  readonly nullable: boolean;
  /** The entity whose id this is: it must exist in the same company. */
  readonly refersTo: string | undefined;
};

type Options = Partial<Pick<Field, 'write' | 'required' | 'readable' | 'sort' | 'refersTo'>> & {
  filter?: readonly Operator[] | false;
};
type OrNull<O, T> = O extends { nullable: true } ? T | null : T;

function field<T>(
  kind: FieldKind,
  value: z.ZodType<T>,
  filter: readonly Operator[],
  o: Options & { nullable?: boolean },
  isWords = false,
) {
  const readable = o.readable ?? true;
  return {
    kind,
    value: (o.nullable ? value.nullable() : value) as z.ZodType<T>,
    filter: readable ? (o.filter === false ? [] : (o.filter ?? filter)) : [],
    sort: readable && (o.sort ?? filter.length > 0),
    isWords,
    write: o.write ?? 'never',
    required: o.required ?? false,
    readable,
    nullable: o.nullable ?? false,
    refersTo: o.refersTo,
  } satisfies Field<T>;
}

/** Text that PostgreSQL can hold and a header cannot be smuggled into: no NUL, no lone surrogate. */
export const safeText = (max: number, min = 0, kind = z.string()) =>
  kind
    // What is too long is read no further: nothing else is asked of it, nor told.
    .max(max, { abort: true })
    .min(min)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), { params: { key: 'invalid_value' } });

/** One line: line breaks and control characters are refused, and blanks alone where something is asked for. */
export const safeLine = (max: number, min = 0, kind = z.string()) =>
  safeText(max, min, kind)
    .refine((value) => !hasControls(value), { params: { key: 'invalid_value' } })
    .refine((value) => min === 0 || value === '' || isVisible.test(value), { params: { key: 'required' } });

/** A record of so many at most. They are counted before any is read: whoever sends half a million is told so at once. */
export const countedFirst = <R extends z.ZodType>(max: number, record: R) =>
  z.preprocess((all: z.input<R>, context) => {
    if (typeof all === 'object' && Object.keys(all ?? {}).length > max)
      context.addIssue({ code: 'custom', params: { key: 'invalid_value' } });
    return all;
  }, record);

/** A line in which nothing hides: two that look alike are the same. */
export const nameLine = (max: number, min = 0) => safeLine(max, min, z.string().overwrite(tidyLine));

/** Without what is never seen: what was pasted along, what turns the text around it, and blanks that are all there is. */
export const tidyLine = (text: string) => (isVisible.test(text) ? text.replace(unseen, '$1') : '');
/** Kept where it changes what is drawn: in pictures that are one, flags, keys, and where Arabic and Indian letters would join. */
const unseen =
  /([\p{ExtPict}\p{EMod}]\uFE0F?(?:\u200D(?=\p{ExtPict}))?(?:[\u{E0061}-\u{E007A}]+\u{E007F})?|[#*\d]\uFE0F\u20E3|[\p{sc=Arab}\u094D\u0D4D][\u200C\u200D](?=\p{L}))|\p{DI}|\u2800/gu;

/** Something that is drawn: no blank of any width, nor what only joins or directs letters. */
const isVisible = /[^\p{C}\p{Z}\p{DI}\u2800]/u;

export const idValue = z.int().positive().max(Number.MAX_SAFE_INTEGER);
/**
 * The address of somebody, by the rule by which letters are sent: whoever can write can be answered. It is kept as intake
 * has it, so that who is typed and who writes are the same. Longest address of RFC 5321; SPEC section 5 says 255.
 */
export const emailValue = z
  .email({ pattern: /^[^@\s]+@[^@\s]+\.(?!\d+$)[^@\s.]+$/, abort: true })
  .max(255, { abort: true })
  .refine((text) => wireAddress(text) !== null, { params: { key: 'invalid_email' } })
  .overwrite(comparableAddress);
/** Of whoever signs in: what only looks like another one's is none. */
export const accountEmail = emailValue.refine(hasAsciiLocalPart, { params: { key: 'invalid_email' } });
export const timeValue = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .refine(isOnCalendar, { params: { key: 'invalid_value' } });

/** February has no 30th, though `Date` takes it for a day of March; PostgreSQL knows no year 0. */
function isOnCalendar(text: string): boolean {
  const at = new Date(`${text.replace(' ', 'T')}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.replace(' ', 'T')) && at.getUTCFullYear() > 0;
}

export function id<O extends Options & { nullable?: boolean }>(o: O = {} as O) {
  return field<OrNull<O, number>>('id', idValue as z.ZodType<OrNull<O, number>>, order, o);
}
export function integer<O extends Options & { nullable?: boolean; min?: number; max?: number }>(o: O = {} as O) {
  const value = z
    .int()
    .min(o.min ?? -2147483648)
    .max(o.max ?? 2147483647);
  return field<OrNull<O, number>>('integer', value as unknown as z.ZodType<OrNull<O, number>>, order, o);
}
export function text<O extends Options & { nullable?: boolean; min?: number; max: number }>(o: O) {
  // A secret is what it is.
  const line = o.readable === false ? safeLine(o.max, o.min) : nameLine(o.max, o.min);
  return field<OrNull<O, string>>('text', line as unknown as z.ZodType<OrNull<O, string>>, order, o, true);
}
/** A rule of one field, and how it is told that it was broken. */
type TextRule = { readonly key: ErrorKey; readonly holds: (text: string) => boolean };
export function longText<
  O extends Options & { nullable?: boolean; min?: number; max: number; rule?: TextRule | readonly TextRule[] },
>(o: O) {
  const plain = safeText(o.max, o.min);
  const value = [o.rule ?? []].flat().reduce((all, { key, holds }) => all.refine(holds, { params: { key } }), plain);
  return field<OrNull<O, string>>('text', value as unknown as z.ZodType<OrNull<O, string>>, [], o);
}
export function email<O extends Options & { nullable?: boolean }>(o: O = {} as O) {
  return field<OrNull<O, string>>('text', emailValue as unknown as z.ZodType<OrNull<O, string>>, order, o);
}
export function choice<const V extends readonly [string, ...string[]], O extends Options & { nullable?: boolean }>(
  values: V,
  o: O = {} as O,
) {
  return field<OrNull<O, V[number]>>('text', z.enum(values) as unknown as z.ZodType<OrNull<O, V[number]>>, equality, o);
}
export function flag(o: Options = {}) {
  return field<0 | 1>('flag', z.union([z.literal(0), z.literal(1)]), equality, o);
}
export function time<O extends Options & { nullable?: boolean }>(o: O = {} as O) {
  return field<OrNull<O, string>>('time', timeValue as unknown as z.ZodType<OrNull<O, string>>, order, o);
}
/**
 * Several ids of another entity, such as the members of a team; each must exist in the same company. The operators of a
 * filter ask whether one that is named is among them.
 */
export function several(refersTo: string, o: Pick<Options, 'write' | 'required' | 'filter'> & { max: number }) {
  const value = z
    .array(idValue)
    .max(o.max)
    .refine((ids) => new Set(ids).size === ids.length, { params: { key: 'not_unique' } });
  return field<number[]>('ids', value, [], { ...o, refersTo });
}
/** A structure with a schema of its own. It is neither filtered nor sorted by. */
export function json<T>(value: z.ZodType<T>, o: Options = {}) {
  return field<T>('json', value, [], o);
}

/** `#rrggbb`. */
export function colour(o: Options = {}) {
  const value = z.string().refine((text) => /^#[0-9a-f]{6}$/i.test(text), { params: { key: 'color_malformed' } });
  return json(value, o);
}

/** C0 controls, DEL and the Unicode line separators. */
function hasControls(value: string): boolean {
  for (const letter of value) {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 32 || code === 127 || code === 0x2028 || code === 0x2029) return true;
  }
  return false;
}

export type Fields = Readonly<Record<string, Field>>;
export type Action = 'get' | 'create' | 'update' | 'delete' | 'restore';

export type Entity<N extends string = string, F extends Fields = Fields> = {
  /** Plural, as in the address: `products`. */
  readonly name: N;
  readonly fields: F;
  readonly actions: readonly Action[];
  /** Fields that the `search` of a list looks into. */
  readonly searched: readonly string[];
  /** What may depend on a row, as people name it (`open_tickets`): asked about before it is disabled. */
  readonly dependents: readonly string[];
  /** Belongs to the installation: alike for everybody who may read it, and written by no company. */
  readonly isCommon: boolean;
};

/** Declares a noun once; calls, validation, documentation and SQL follow from it. */
export function entity<const N extends string, const F extends Fields>(
  name: N,
  declaration: {
    fields: F;
    actions?: readonly Action[];
    searched?: readonly (keyof F & string)[];
    dependents?: readonly string[];
    isCommon?: boolean;
  },
): Entity<N, F> {
  const { fields, actions = allActions, searched = [], dependents = [], isCommon = false } = declaration;
  return { name, fields, actions, searched, dependents, isCommon };
}
const allActions = ['get', 'create', 'update', 'delete', 'restore'] as const;

type ValueOf<T> = T extends Field<infer V> ? V : never;
/** A row as it travels: dotted fields become objects (`customer.first_name` → `customer: {first_name}`). */
export type Row<E extends Entity> = {
  [K in keyof E['fields'] as K extends `${string}.${string}`
    ? never
    : E['fields'][K] extends { readable: false }
      ? never
      : K]: ValueOf<E['fields'][K]>;
} & MergeHeads<E['fields']>;
type Heads<F> = keyof F extends infer K ? (K extends `${infer H}.${string}` ? H : never) : never;
type MergeHeads<F> = {
  [H in Heads<F>]: { [K in keyof F as K extends `${H}.${infer Tail}` ? Tail : never]: ValueOf<F[K]> };
};

export const rowsPerCallMax = 100;
export const rowsPerWriteMax = 100;
export const conditionsMax = 20;
export const inValuesMax = 1000;
export const totalCountedMax = 10_000;
/** Characters and words of a search; more of them find nothing that fewer would not. */
export const searchMax = 100;
export const searchWordsMax = 8;
/** Letters of a search over everything (search-query.ts). */
export const searchQueryMax = 400;

/** The words of a search, in lower case. Every one of them must occur. */
export const wordsOf = (search: string): string[] =>
  search === '' ? [] : [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, searchWordsMax))];

const conditions = z.array(z.tuple([z.string().max(100), z.string().max(10), z.unknown()])).max(conditionsMax);
export const filterBody = z.strictObject({ conditions });

/** What a caller may ask `{entity}/get`. Names are checked against the declaration, so an unknown one is named. */
export const getBody = z.strictObject({
  fields: z.array(z.string().max(100)).min(1).max(100).optional(),
  filter: filterBody.optional(),
  sort: z
    .array(z.tuple([z.string().max(100), z.enum(['asc', 'desc'])]))
    .max(5)
    .optional(),
  range: z.tuple([z.int().min(0), z.int().min(0)]).optional(),
  /** Words that must all occur in what the entity declares as searched, in any order and case. */
  search: safeText(searchMax).optional(),
  /** The generic calls carry `data` for writes only; clients that always wrap may send an empty one. */
  data: z.strictObject({}).optional(),
});
export type GetBody = z.infer<typeof getBody>;
export type Condition = readonly [field: string, operator: string, value: unknown];

/** The shape of one row to create. */
export function createSchema(of: Entity): z.ZodObject {
  return remembered(creates, of, () =>
    shapeOf(of, (f) =>
      f.write === 'create' || f.write === 'always' ? (f.required ? f.value : f.value.optional()) : undefined,
    ),
  );
}

/** The shape of a change. */
export function updateSchema(of: Entity): z.ZodObject {
  return remembered(updates, of, () =>
    shapeOf(of, (f) => (f.write === 'update' || f.write === 'always' ? f.value.optional() : undefined)),
  );
}

const creates = new WeakMap<Entity, z.ZodObject>();
const updates = new WeakMap<Entity, z.ZodObject>();

function remembered(schemas: WeakMap<Entity, z.ZodObject>, of: Entity, make: () => z.ZodObject): z.ZodObject {
  const schema = schemas.get(of) ?? make();
  schemas.set(of, schema);
  return schema;
}

function shapeOf(of: Entity, pick: (field: Field) => z.ZodType | undefined): z.ZodObject {
  const shape = Object.entries(of.fields).flatMap(([name, field]): [string, z.ZodType][] => {
    const value = pick(field);
    return value ? [[name, value]] : [];
  });
  return z.strictObject(Object.fromEntries(shape));
}
