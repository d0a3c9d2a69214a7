import type { CsvEntity } from '#contract/csv.ts';
import { withoutGuards } from '#contract/csv-line.ts';
import type { ErrorKey } from '#contract/errors.ts';
import type { RoleName, RoleScope } from '#contract/privileges.ts';

/** Ids of what a row may name, by the column that names it and the name in lower case. */
export type Named = Readonly<Record<string, ReadonlyMap<string, number>>>;

/** A column that says something that there is not, and what there is where that can be listed. */
export type UnknownCell = {
  readonly field: string;
  readonly key: ErrorKey;
  readonly values?: { readonly allowed: string };
};
/** What a row says, by field. */
export type RowValues = { readonly values: Record<string, unknown>; readonly unknown: readonly UnknownCell[] };

/** Columns that name another thing, and the field that holds its id. */
const idOf: Readonly<Record<string, string>> = { category: 'category_id', product: 'product_id', team: 'team_id' };

const unnamed: Readonly<Record<string, ErrorKey>> = {
  category: 'csv_no_category',
  product: 'csv_no_product',
  team: 'csv_no_team',
};

/** The field that a problem with this one is told of. */
export const columnOfField = (field: string): string =>
  Object.entries(idOf).find(([, one]) => one === field)?.[0] ?? field;

/**
 * The values of a row, each as its field takes it. A cell that is empty says nothing, so it changes nothing; the
 * apostrophes that keep a spreadsheet from running it are none of it.
 */
export function rowValues(
  entity: CsvEntity,
  columns: readonly (string | null)[],
  cells: readonly string[],
  named: Named,
): RowValues {
  const values: Record<string, unknown> = {};
  const unknown: UnknownCell[] = [];
  for (const [i, name] of columns.entries()) {
    const cell = withoutGuards((cells[i] ?? '').trim());
    if (name === null || cell === '') continue;
    const reference = idOf[name];
    if (entity === 'users' && name === 'team') {
      const ids = idsOfAll(cell, named.team);
      if (ids.includes(undefined)) unknown.push({ field: name, key: 'csv_no_team' });
      else values.team_ids = ids;
    } else if (reference) {
      const id = named[name]?.get(cell.toLowerCase());
      if (id === undefined) unknown.push({ field: name, key: unnamed[name] ?? 'not_found' });
      else values[reference] = id;
    } else if (name.startsWith('texts.')) {
      values.texts = { ...(values.texts as object | undefined), [name.slice('texts.'.length)]: asHtml(cell) };
    } else if (choices[name]) {
      const all = choices[name];
      const chosen = Object.hasOwn(all, cell.toLowerCase()) ? all[cell.toLowerCase()] : undefined;
      const allowed = [...new Set(Object.values(all))].join(', ');
      if (chosen === undefined) unknown.push({ field: name, key: 'csv_not_one_of', values: { allowed } });
      else values[name] = chosen;
    } else values[name] = read(entity, name, cell);
  }
  // Whoever names a team for a template means that it is for the team.
  if (entity === 'templates' && values.team_id !== undefined) values.visibility ??= 'team';
  return { values, unknown };
}

/** A name may hold a comma itself; else there are as many as the list of people has written with commas between them. */
function idsOfAll(cell: string, ids: ReadonlyMap<string, number> | undefined): (number | undefined)[] {
  const whole = ids?.get(cell.toLowerCase());
  if (whole !== undefined) return [whole];
  return [...new Set(cell.split(',').map((one) => ids?.get(one.trim().toLowerCase())))];
}

function read(entity: CsvEntity, name: string, cell: string): unknown {
  if (entity === 'tags' && name === 'color' && /^[0-9a-f]{6}$/i.test(cell)) return `#${cell}`;
  return cell;
}

const languageOf: Readonly<Record<string, string>> = {
  ...{ en: 'en', english: 'en', англійська: 'en' },
  ...{ ua: 'ua', uk: 'ua', ukrainian: 'ua', українська: 'ua' },
};
const roleOf: Readonly<Record<string, RoleName>> = {
  ...{ agent: 'agent', агент: 'agent', supervisor: 'supervisor', супервізор: 'supervisor' },
  ...{ admin: 'admin', administrator: 'admin', адміністратор: 'admin', owner: 'owner', власник: 'owner' },
};
const scopeOf: Readonly<Record<string, RoleScope>> = {
  ...{ own: 'own', свої: 'own', team: 'team', 'of the team': 'team', команди: 'team' },
  ...{ product: 'product', 'of their products': 'product', 'своїх продуктів': 'product' },
  ...{ company: 'company', all: 'company', усі: 'company' },
};
const visibilityOf: Readonly<Record<string, string>> = {
  ...{ team: 'team', команда: 'team' },
  ...{ personal: 'personal', private: 'personal', особистий: 'personal', особиста: 'personal' },
  ...{
    company: 'company',
    everybody: 'company',
    everyone: 'company',
    компанія: 'company',
    усі: 'company',
    всі: 'company',
  },
};

const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  language: languageOf,
  role: roleOf,
  scope: scopeOf,
  visibility: visibilityOf,
};

/** A text as it was typed, line by line; what is HTML already stays so, and is cleaned like any other. */
function asHtml(text: string): string {
  if (/<(p|br|div|ul|ol|a|b|strong|em|i)\b[^<>]*>/i.test(text)) return text;
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  return lines.map((line) => `<p>${line}</p>`).join('');
}
