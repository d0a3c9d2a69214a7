import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import type { Entity, Field } from '#contract/entity.ts';

/** Everything the contract declares, read from its files: whoever adds a noun or a call has it attacked without asking. */
export const { entities, commonEntities, calls } = await readContract();

async function readContract(): Promise<{ entities: Entity[]; commonEntities: Entity[]; calls: Call[] }> {
  const folder = path.join(import.meta.dirname, '../../../contract');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(
    files.map((name) => import(pathToFileURL(path.join(folder, name)).href) as Promise<Record<string, unknown>>),
  );
  const all = modules.flatMap((one) => Object.values(one));
  const declared = all.filter(isEntity);
  return {
    entities: declared.filter((one) => !one.isCommon),
    /** Alike for everybody: nothing of one company's is in them. */
    commonEntities: declared.filter((one) => one.isCommon),
    calls: all.filter(isCall),
  };
}

function isEntity(one: unknown): one is Entity {
  return isObject(one) && 'fields' in one && 'actions' in one;
}
function isCall(one: unknown): one is Call {
  return isObject(one) && 'path' in one && 'answer' in one;
}
function isObject(one: unknown): one is object {
  return typeof one === 'object' && one !== null;
}

export function entityNamed(name: string): Entity {
  const found = entities.find((one) => one.name === name);
  if (!found) throw new Error(`no entity ${name}`);
  return found;
}

const aWeek = { mon: [['09:00', '18:00']], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
let unique = 0;

/** What may fit a field, the plainest first; a text is another one each time. */
export function valuesToTry(field: Field): unknown[] {
  unique++;
  const texts = [`Walnut ${unique}`, `hanna${unique}@lindqvist.test`, 'W', 'support', 'none', 'mail', 'ok'];
  const bots = [`${unique}:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw`, { messenger: 'telegram' }, 'http://127.0.0.1:1'];
  const others = [1, 0, '#123456', 'Europe/Kyiv', '', { en: '<p>Walnut</p>' }, {}, [], '2026-11-20 10:00:00', null];
  const noHealth = {
    health_kind: null,
    health_state: null,
    health_key: null,
    health_since: null,
    send_error_key: null,
  };
  const noChannels = { names: [], phones: 0, ...noHealth };
  return [
    ...texts,
    ...others,
    ...bots,
    aWeek,
    noChannels,
    ...(field.value instanceof z.ZodEnum ? field.value.options : []),
  ];
}

/** A value the field accepts, found by trying; references point into the given shop. */
export function aValueFor(of: Entity, name: string, refers: Readonly<Record<string, number>>): unknown {
  const field = of.fields[name];
  if (!field) throw new Error(`no field ${of.name}.${name}`);
  if (field.kind === 'ids') return [refers[field.refersTo ?? '']];
  if (field.refersTo) return refers[field.refersTo];
  const fits = valuesToTry(field).find((one) => field.value.safeParse(one).success);
  if (fits === undefined) throw new Error(`nothing fits ${of.name}.${name}: add a candidate`);
  return fits;
}

/** A row that `create` accepts. */
export const aRowOf = (of: Entity, refers: Readonly<Record<string, number>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(of.fields)
      .filter(([, field]) => field.required || (field.refersTo && field.write === 'create'))
      .map(([name]) => [name, aValueFor(of, name, refers)]),
  );

/** A change that `update` accepts: one field, a plain one where there is one. */
export function aChangeOf(of: Entity, refers: Readonly<Record<string, number>>): Record<string, unknown> {
  const writable = Object.entries(of.fields).filter(
    ([, field]) => field.write === 'always' || field.write === 'update',
  );
  const [name] = writable.find(([, field]) => !field.refersTo && field.readable) ?? writable[0] ?? [];
  if (!name) throw new Error(`${of.name} cannot be changed`);
  return { [name]: aValueFor(of, name, refers) };
}
