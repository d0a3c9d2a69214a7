import i18next from 'i18next';
import { canonicalDomain, domainOf } from '#contract/allowed-domains.ts';
import { nearestReadable } from '#contract/contrast.ts';
import { createSchema, type Row, updateSchema } from '#contract/entity.ts';
import { pagesMax, type QuidgetSettings, quidgetPage, quidgetSettings } from '#contract/quidget-settings.ts';
import { quidgets } from '#contract/quidgets.ts';
import { type FieldErrors, fieldErrors, problemsOf } from '../../ui/form-problems.ts';

export type Quidget = Row<typeof quidgets>;

/**
 * What stands in the fields. Settings lie side by side, each under its path (`texts/en/greeting`), so that every one of them
 * is a field of its own: told when it is wrong, counted when it is changed, and chosen alone when two people changed it.
 * Lists are lines as typed.
 */
export type QuidgetValues = Record<string, string | number | null>;

const plain = ['name', 'title', 'product_id', 'color', 'calendar_id', 'allowed_domains'] as const;
const lists: readonly string[] = ['allowed_domains', 'behaviour/pages'];
/** What is a list of things rather than lines, as JSON: one field, whose editor knows its parts. */
const packed: readonly string[] = ['proactive/messages'];
const ids: readonly string[] = ['product_id', 'calendar_id'];
const usual = quidgetSettings.parse({});

export function valuesOf(row: Quidget): QuidgetValues {
  return {
    name: row.name,
    title: row.title,
    product_id: String(row.product_id),
    color: row.color,
    calendar_id: row.calendar_id === null ? '' : String(row.calendar_id),
    allowed_domains: row.allowed_domains.join('\n'),
    // Settings of an earlier Parley lack what came later.
    ...flat(quidgetSettings.parse(row.settings)),
  };
}

export const newQuidget = (product: { id: number; color: string } | undefined, title: string): QuidgetValues => ({
  ...{ name: title, title, calendar_id: '', allowed_domains: '' },
  product_id: String(product?.id ?? ''),
  // A new one begins without a warning: as little darker as white text on it takes.
  color: nearestReadable(product?.color ?? '#0b6b60', '#ffffff'),
  ...flat(usual),
});

/** `{look: {position}}` → `{'look/position'}`. The version is Parley's own. */
function flat({ version: _, ...settings }: QuidgetSettings): QuidgetValues {
  const all: QuidgetValues = {};
  const walk = (value: unknown, path: string) => {
    if (packed.includes(path)) all[path] = JSON.stringify(value);
    else if (Array.isArray(value)) all[path] = value.join('\n');
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, path ? `${path}/${name}` : name);
    else all[path] = value as string | number | null; // a leaf of the schema
  };
  walk(settings, '');
  return all;
}

/** The settings as they travel, right or wrong: the schema judges them. */
export function settingsOf(values: QuidgetValues): Record<string, unknown> {
  const settings: Record<string, unknown> = { version: 1 };
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('/');
    const last = names.pop();
    if (names.length === 0 || last === undefined) continue;
    let at = settings;
    for (const name of names) {
      at[name] ??= {};
      at = at[name] as Record<string, unknown>; // made just before
    }
    if (packed.includes(path)) at[last] = JSON.parse(String(value ?? '[]'));
    else if (path === 'behaviour/pages') at[last] = pagesOf(values);
    else at[last] = lists.includes(path) ? linesOf(value) : value === '' && isNumber(path) ? null : value;
  }
  return settings;
}

/** A quidget that is everywhere looks at none of them, and nobody sees them: what cannot be kept holds nothing up. */
function pagesOf(values: QuidgetValues): string[] {
  const pages = linesOf(values['behaviour/pages']);
  if (values['behaviour/page_rule'] !== 'everywhere') return pages;
  return pages.filter((one) => quidgetPage.safeParse(one).success).slice(0, pagesMax);
}

const isNumber = (path: string): boolean => /_px$|_seconds$/.test(path);

/** What the preview draws while something is half typed: numbers that are none are as usual. */
export function shownSettings(values: QuidgetValues): QuidgetSettings {
  const settings = settingsOf(values);
  const parsed = quidgetSettings.safeParse(settings);
  if (parsed.success) return parsed.data;
  const look = { ...usual.look, ...(settings.look as object) };
  const px = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? Math.min(value, 200) : 20);
  // Everything else has the right shape, if not the right length.
  return {
    ...(settings as QuidgetSettings),
    look: { ...look, offset_x_px: px(look.offset_x_px), offset_y_px: px(look.offset_y_px) },
  };
}

/** The named fields as they travel; one setting brings them all. */
export function dataOf(values: QuidgetValues, names: readonly string[]): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const name of plain) {
    if (!names.includes(name)) continue;
    const value = String(values[name] ?? '').trim();
    if (lists.includes(name)) data[name] = linesOf(value);
    else if (ids.includes(name))
      data[name] = value === '' ? (name === 'calendar_id' ? null : undefined) : Number(value);
    else data[name] = value;
  }
  if (names.some((name) => name.includes('/'))) data.settings = settingsOf(values);
  return data;
}

export const allFields = Object.keys(newQuidget(undefined, ''));

export function checkValues(values: QuidgetValues, isNew: boolean): FieldErrors {
  const data = dataOf(values, allFields);
  const errors = isNew
    ? problemsOf(createSchema(quidgets), { ...data, company_id: 1 })
    : problemsOf(updateSchema(quidgets), data);
  const told = byField(errors, values);
  // It would be shown nowhere.
  const isNowhere = values['behaviour/page_rule'] === 'only' && linesOf(values['behaviour/pages']).length === 0;
  return isNowhere ? { ...told, 'behaviour/pages': i18next.t('errors.required') } : told;
}

export const quidgetProblems = (error: unknown): FieldErrors => byField(fieldErrors(error), {});

/** A problem of one line belongs to the field they are all typed into, which says the line. */
function byField(errors: FieldErrors, values: QuidgetValues): FieldErrors {
  const told: FieldErrors = {};
  for (const [path, text] of Object.entries(errors)) {
    const names = path
      .replace(/\[(\d+)\]/g, '.$1')
      .replace(/^settings\./, '')
      .split('.');
    const line = /^\d+$/.test(names.at(-1) ?? '') ? Number(names.pop()) : null;
    const name = names.join('/');
    const typed = line === null ? undefined : linesOf(values[name])[line];
    told[name] ??= typed === undefined ? text : i18next.t('quidget.wrong_line', { line: typed, why: text });
  }
  return told;
}

/** A pasted address is as good as its domain. */
export function tidyDomains(text: string): string {
  // However they were listed where they come from.
  const tidy = linesOf(text.replace(/[\s,;]+/g, '\n')).map(
    (line) => (/^https?:\/\//i.test(line) ? domainOf(line) : canonicalDomain(line)) ?? line,
  );
  return [...new Set(tidy)].join('\n');
}

export function linesOf(text: unknown): string[] {
  return String(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
