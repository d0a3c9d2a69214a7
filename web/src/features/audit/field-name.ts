import i18next from 'i18next';

/** What a field is called on its form, or in the trail alone; else its own name as people read it. */
export function fieldName(entity: string, name: string): string {
  const onForm = `entities.${entity}.fields.${name}`;
  if (i18next.exists(onForm)) return i18next.t(onForm as 'entities.products.fields.name'); // it exists, as just asked
  if (!i18next.exists(`audit.fields.${name}`)) return readable(name);
  return i18next.t(`audit.fields.${name}` as 'audit.fields.name'); // so does this
}

/** `from_email` as people read it: `From email`. */
export function readable(key: string): string {
  const words = key.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value of a change as text; nothing is a dash. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
