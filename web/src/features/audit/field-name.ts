import i18next from 'i18next';

/** Fields that no form has, and what events say beside them. */
const ownWords = [
  'name',
  'email',
  'phone',
  'language',
  'theme',
  'time_zone',
  'company_id',
  'level',
  'role',
  'call',
  'times',
  'minute',
  'address',
  'entries',
  'broken',
  'by',
  'issuer',
  'how',
  'tags',
  'label_id',
  'merged_into',
] as const;
const isOwn = (name: string): name is (typeof ownWords)[number] => ownWords.some((one) => one === name);

/** What a field is called on its form; else its own name as people read it. */
export function fieldName(entity: string, name: string): string {
  const onForm = `entities.${entity}.fields.${name}`;
  if (i18next.exists(onForm)) return i18next.t(onForm as 'entities.products.fields.name'); // it exists, as just asked
  return isOwn(name) ? i18next.t(`audit.fields.${name}`) : readable(name);
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
