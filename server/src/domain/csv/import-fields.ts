import type { CsvEntity } from '#contract/csv.ts';

/** What a column of a file may be, and what people write above such a column: in lower case, letters and digits alone. */
export type ImportField = { readonly name: string; readonly titles: readonly string[] };

const email = [
  'email',
  'emailaddress',
  'mail',
  'пошта',
  'електроннапошта',
  'емейл',
  'імейл',
  'адреса',
  'електроннаадреса',
];
const team = ['team', 'teamname', 'команда'];
const name = ['name', 'title', 'назва', 'імя', 'найменування'];

export const importFields: Readonly<Record<CsvEntity, readonly ImportField[]>> = {
  customers: [
    { name: 'first_name', titles: ['firstname', 'givenname', 'forename', ...name, 'імя'] },
    { name: 'last_name', titles: ['lastname', 'surname', 'familyname', 'прізвище'] },
    { name: 'email', titles: email },
    {
      name: 'phone',
      titles: ['phone', 'phonenumber', 'telephone', 'mobile', 'tel', 'телефон', 'номертелефону', 'мобільний'],
    },
    { name: 'language', titles: ['language', 'lang', 'мова'] },
    { name: 'time_zone', titles: ['timezone', 'zone', 'часовийпояс', 'пояс'] },
    {
      name: 'note',
      titles: [
        'note',
        'notes',
        'comment',
        'aboutthiscustomerfortheteamonly',
        'нотатка',
        'примітка',
        'коментар',
        'проклієнталишедлякоманди',
      ],
    },
  ],
  users: [
    { name: 'name', titles: ['fullname', 'повнеімя', 'піб', ...name] },
    { name: 'email', titles: email },
    { name: 'role', titles: ['role', 'роль'] },
    { name: 'team', titles: ['teams', 'команди', ...team] },
    { name: 'scope', titles: ['scope', 'seestickets', 'щобачить', 'бачитьзвернення'] },
  ],
  templates: [
    { name: 'name', titles: name },
    {
      name: 'texts.en',
      titles: [
        'text',
        'textsen',
        'english',
        'textenglish',
        'textinenglish',
        'англійська',
        'текст',
        'англійською',
        'текстанглійською',
      ],
    },
    {
      name: 'texts.ua',
      titles: [
        'textsua',
        'ukrainian',
        'textukrainian',
        'textinukrainian',
        'українська',
        'українською',
        'текстукраїнською',
      ],
    },
    { name: 'category', titles: ['category', 'folder', 'категорія'] },
    { name: 'product', titles: ['product', 'продукт'] },
    { name: 'visibility', titles: ['visibility', 'видимість', 'хтобачить'] },
    { name: 'team', titles: team },
  ],
  tags: [
    { name: 'name', titles: ['tag', 'тег', ...name] },
    { name: 'color', titles: ['color', 'colour', 'колір'] },
  ],
  'product-call-phones': [
    { name: 'phone_number', titles: ['phonenumber', 'number', 'phone', 'номер', 'номертелефону', 'телефон'] },
    { name: 'name', titles: name },
    { name: 'product', titles: ['product', 'productname', 'продукт'] },
    {
      name: 'acd_provider',
      titles: [
        'carrier',
        'carriedby',
        'provider',
        'acdprovider',
        'операторзвязку',
        'оператор',
        'обслуговує',
        'провайдер',
      ],
    },
  ],
};

/** By which of its columns a row is recognised: one of them must be there. */
export const keyColumns: Readonly<Record<CsvEntity, readonly string[]>> = {
  customers: ['email', 'phone'],
  users: ['email'],
  templates: ['name'],
  tags: ['name'],
  'product-call-phones': ['phone_number'],
};

/** What each column means, as far as its title says; no field twice. */
export function matchTitles(entity: CsvEntity, titles: readonly string[]): (string | null)[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const plain = plainOf(title);
    const field = importFields[entity].find(
      (one) => !taken.has(one.name) && (plainOf(one.name) === plain || one.titles.includes(plain)),
    );
    if (!field || plain === '') return null;
    taken.add(field.name);
    return field.name;
  });
}

const plainOf = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
