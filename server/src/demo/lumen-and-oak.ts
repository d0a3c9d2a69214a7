import type { RoleName } from '#contract/privileges.ts';

/** The company of the demo: who works there, and under which addresses it is written to. */
export const company = { name: 'Lumen & Oak', casePrefix: 'LO', url: 'https://www.lumen-oak.example' } as const;

/** Satisfies the rule of passwords, is printed at start, and opens nothing but this demo on this machine. */
export const demoPassword = 'walnut-lamp-42!';

export type Language = 'en' | 'ua';
export type ProductKey = 'SHP' | 'DLV' | 'STD';

export const products: readonly { key: ProductKey; name: string; color: string; address: string; from: string }[] = [
  { key: 'SHP', name: 'Shop', color: '#d9480f', address: 'hello@lumen-oak.example', from: 'Lumen & Oak' },
  {
    key: 'DLV',
    name: 'Delivery',
    color: '#1971c2',
    address: 'delivery@lumen-oak.example',
    from: 'Lumen & Oak Delivery',
  },
  { key: 'STD', name: 'Studio', color: '#7048e8', address: 'studio@lumen-oak.example', from: 'Lumen & Oak Studio' },
];

export type DemoAgent = {
  name: string;
  nameUa: string;
  email: string;
  role: RoleName;
  language: Language;
  answers: readonly ProductKey[];
};

export const agents: readonly DemoAgent[] = [
  {
    name: 'Daryna Moroz',
    nameUa: 'Дарина Мороз',
    email: 'daryna@lumen-oak.example',
    role: 'owner',
    language: 'en',
    answers: ['SHP'],
  },
  {
    name: 'Edward Lyle',
    nameUa: 'Едвард Лайл',
    email: 'edward@lumen-oak.example',
    role: 'admin',
    language: 'en',
    answers: ['STD'],
  },
  {
    name: 'Iryna Savchuk',
    nameUa: 'Ірина Савчук',
    email: 'iryna@lumen-oak.example',
    role: 'supervisor',
    language: 'ua',
    answers: ['SHP', 'DLV'],
  },
  {
    name: 'Tamsin Holt',
    nameUa: 'Темсін Голт',
    email: 'tamsin@lumen-oak.example',
    role: 'agent',
    language: 'en',
    answers: ['SHP', 'STD'],
  },
  {
    name: 'Bohdan Kravets',
    nameUa: 'Богдан Кравець',
    email: 'bohdan@lumen-oak.example',
    role: 'agent',
    language: 'ua',
    answers: ['SHP', 'DLV'],
  },
  {
    name: 'Oksana Hnatiuk',
    nameUa: 'Оксана Гнатюк',
    email: 'oksana@lumen-oak.example',
    role: 'agent',
    language: 'ua',
    answers: ['SHP', 'STD'],
  },
  {
    name: 'Rhys Calder',
    nameUa: 'Ріс Колдер',
    email: 'rhys@lumen-oak.example',
    role: 'agent',
    language: 'en',
    answers: ['DLV'],
  },
  {
    name: 'Marta Zelenko',
    nameUa: 'Марта Зеленко',
    email: 'marta@lumen-oak.example',
    role: 'agent',
    language: 'ua',
    answers: ['DLV', 'STD'],
  },
];
