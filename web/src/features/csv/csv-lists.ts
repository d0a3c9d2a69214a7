import type { CsvEntity } from '#contract/csv.ts';

/** What can be written of each list, the usual first: those are chosen. */
export const exportColumns: Readonly<Record<CsvEntity, { usual: readonly ColumnWord[]; more: readonly ColumnWord[] }>> =
  {
    customers: {
      usual: ['first_name', 'last_name', 'email', 'phone', 'language', 'note'],
      more: ['time_zone', 'id', 'is_deleted', 'added', 'updated'],
    },
    users: {
      usual: ['name', 'email', 'phone', 'role', 'teams', 'scope', 'last_seen'],
      more: ['open_tickets', 'id', 'is_deleted', 'added'],
    },
    templates: {
      usual: ['name', 'texts.en', 'texts.ua', 'category', 'product', 'visibility', 'team'],
      more: ['owner.name', 'times_used', 'id', 'is_deleted', 'added', 'updated'],
    },
    tags: { usual: ['name', 'color'], more: ['ticket_count', 'id', 'is_deleted', 'added', 'updated'] },
    'product-call-phones': {
      usual: ['phone_number', 'name', 'product.name', 'country_code', 'acd_provider'],
      more: ['id', 'added', 'updated'],
    },
  };

/** How a column is called in the words of the desk. */
const words = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  language: 'language',
  time_zone: 'time_zone',
  note: 'note',
  id: 'id',
  is_deleted: 'is_deleted',
  added: 'added',
  updated: 'updated',
  name: 'name',
  role: 'role',
  scope: 'scope',
  last_seen: 'last_seen',
  open_tickets: 'open_tickets',
  team: 'team',
  teams: 'teams',
  texts: 'texts_en',
  'texts.en': 'texts_en',
  'texts.ua': 'texts_ua',
  category: 'category',
  product: 'product',
  visibility: 'visibility',
  'owner.name': 'owner',
  times_used: 'times_used',
  color: 'color',
  ticket_count: 'ticket_count',
  phone_number: 'phone_number',
  'product.name': 'product',
  country_code: 'country',
  acd_provider: 'carrier',
} as const;
export type ColumnWord = keyof typeof words;
export const isColumnWord = (name: string): name is ColumnWord => Object.hasOwn(words, name);
type Word = (typeof words)[ColumnWord] | 'person';
/** What has a name is called; somebody is called by theirs. */
export const wordOf = (name: ColumnWord, entity?: CsvEntity): `csv.columns.${Word}` =>
  `csv.columns.${entity === 'users' && name === 'name' ? 'person' : words[name]}`;

const imported: Readonly<Record<CsvEntity, readonly ColumnWord[]>> = {
  customers: ['first_name', 'last_name', 'email', 'phone', 'language', 'time_zone', 'note'],
  users: ['name', 'email', 'role', 'team', 'scope'],
  templates: ['name', 'texts.en', 'texts.ua', 'category', 'product', 'visibility', 'team'],
  tags: ['name', 'color'],
  'product-call-phones': ['phone_number', 'name', 'product', 'acd_provider'],
};
/** What a file may say of each row. */
export const importFieldWords = (entity: CsvEntity) => imported[entity].map((name) => wordOf(name, entity));
