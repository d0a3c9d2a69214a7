import type { RoleName } from '#contract/privileges.ts';

/** The company of the demo: who works there, what it sells under which address, and who writes to it. */
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

export type DemoCustomer = {
  name: string;
  address: string;
  phone: string | null;
  language: Language;
  /** How a letter addresses them: the first name, in Ukrainian in the vocative. */
  called: string;
  city: string;
  note?: string;
};

const en = (name: string, address: string, city: string, phone: string | null = null, note?: string): DemoCustomer => ({
  name,
  address,
  city,
  phone,
  language: 'en',
  called: name.split(' ')[0] ?? name,
  ...(note ? { note } : {}),
});
const ua = (
  name: string,
  called: string,
  address: string,
  city: string,
  phone: string | null = null,
  note?: string,
): DemoCustomer => ({
  name,
  called,
  address,
  city,
  phone,
  language: 'ua',
  ...(note ? { note } : {}),
});

export const customers: readonly DemoCustomer[] = [
  en('Alasdair Finch', 'alasdair.finch@northpost.example', 'Leith', '+44 131 496 0112'),
  en(
    'Beatriz Amaral',
    'bea.amaral@correio.example',
    'Porto',
    null,
    'Writes in English, prefers to be called after 18:00.',
  ),
  en(
    'Cormac Delaney',
    'cormac@delaneys-table.example',
    'Galway',
    '+353 91 555 0142',
    'Owns a café. Buys chairs in lots.',
  ),
  en('Dorothea Kern', 'd.kern@briefkasten.example', 'Freiburg'),
  en('Elin Sandberg', 'elin.sandberg@brevlada.example', 'Uppsala', '+46 18 555 01 70'),
  en('Farouk Idris', 'farouk.idris@letterbox.example', 'Leeds'),
  en('Gwen Tudor', 'gwen.tudor@llythyr.example', 'Bangor', '+44 1248 496 018'),
  en('Henrik Aas', 'henrik.aas@postkasse.example', 'Bergen', '+47 55 55 01 29'),
  en(
    'Imogen Parrish',
    'imogen@parrish-interiors.example',
    'Bath',
    '+44 1225 496 077',
    'Interior designer, orders for her clients.',
  ),
  en('Jasper de Wit', 'jasper.dewit@brievenbus.example', 'Utrecht'),
  en('Katarzyna Lis', 'kasia.lis@skrzynka.example', 'Wrocław', '+48 71 555 01 33'),
  en('Lorenzo Ferri', 'lorenzo.ferri@casella.example', 'Bologna'),
  en('Maeve Corrigan', 'maeve.corrigan@northpost.example', 'Derry'),
  en(
    'Niall Preston',
    'niall.preston@letterbox.example',
    'Kirkwall',
    null,
    'Lives on an island: two days more for delivery.',
  ),
  en('Odile Garnier', 'odile.garnier@boiteauxlettres.example', 'Nantes', '+33 2 55 55 01 08'),
  en('Priya Raman', 'priya.raman@letterbox.example', 'Leicester', '+44 116 496 0155'),
  en('Quentin Shaw', 'q.shaw@shaw-and-daughter.example', 'York'),
  en('Rosalind Meyer', 'rosalind.meyer@briefkasten.example', 'Bremen'),
  en('Stellan Berg', 'stellan.berg@brevlada.example', 'Malmö'),
  en('Teodora Ilić', 'teodora.ilic@sanduce.example', 'Novi Sad'),
  en('Una Whelan', 'una.whelan@northpost.example', 'Cork', '+353 21 555 0186'),
  en('Viktor Halas', 'viktor.halas@schranka.example', 'Brno'),
  en(
    'Winifred Oyelaran',
    'winifred@millbank-school.example',
    'Norwich',
    '+44 1603 496 024',
    'School librarian. Invoices go to the school.',
  ),
  en('Zachary Poole', 'zach.poole@letterbox.example', 'Bristol'),
  ua('Андрій Литвин', 'Андрію', 'andrii.lytvyn@skrynka.example', 'Київ', '+380 44 555 01 12'),
  ua('Валентина Гуцул', 'Валентино', 'v.hutsul@lystonosha.example', 'Чернівці'),
  ua('Галина Кушнір', 'Галино', 'halyna.kushnir@skrynka.example', 'Львів', '+380 32 555 01 47'),
  ua(
    'Дмитро Ярема',
    'Дмитре',
    'dmytro@yarema-kava.example',
    'Тернопіль',
    '+380 35 555 01 90',
    'Власник кав’ярні, купує партіями.',
  ),
  ua('Євгенія Романюк', 'Євгеніє', 'yevheniia.romaniuk@poshta.example', 'Одеса'),
  ua('Захар Климчук', 'Захаре', 'zakhar.klymchuk@poshta.example', 'Рівне'),
  ua('Інна Бойчук', 'Інно', 'inna.boichuk@skrynka.example', 'Івано-Франківськ', '+380 34 555 01 05'),
  ua('Костянтин Дорош', 'Костянтине', 'k.dorosh@lystonosha.example', 'Полтава'),
  ua('Леся Тимчук', 'Лесю', 'lesia.tymchuk@poshta.example', 'Житомир', '+380 41 555 01 61'),
  ua('Микола Вербицький', 'Миколо', 'mykola.verbytskyi@skrynka.example', 'Харків'),
  ua(
    'Наталія Осадча',
    'Наталіє',
    'osadcha@lipa-library.example',
    'Вінниця',
    '+380 43 555 01 38',
    'Бібліотека. Потрібні рахунок і акт.',
  ),
  ua('Орест Федорів', 'Оресте', 'orest.fedoriv@poshta.example', 'Стрий'),
  ua('Поліна Шульга', 'Поліно', 'polina.shulha@skrynka.example', 'Дніпро', '+380 56 555 01 74'),
  ua('Руслана Гончар', 'Руслано', 'ruslana.honchar@lystonosha.example', 'Черкаси'),
  ua(
    'Тарас Мельничук',
    'Тарасе',
    'taras@melnychuk-design.example',
    'Луцьк',
    '+380 33 555 01 26',
    'Дизайнер інтер’єрів, працює в Studio.',
  ),
  ua('Юлія Петрик', 'Юліє', 'yuliia.petryk@poshta.example', 'Ужгород'),
];

export type Kind = 'table' | 'chair' | 'sofa' | 'storage' | 'lamp' | 'bed';

/** What the company sells. In Ukrainian also as an object (accusative). */
export const catalogue: Readonly<
  Record<Kind, { en: readonly string[]; ua: readonly (readonly [nominative: string, accusative: string])[] }>
> = {
  table: {
    en: ['Tamarack dining table', 'Sorrel side table', 'Fenwick desk', 'Harrow round table'],
    ua: [
      ['стіл «Смерека»', 'стіл «Смерека»'],
      ['столик «Чебрець»', 'столик «Чебрець»'],
      ['письмовий стіл «Явір»', 'письмовий стіл «Явір»'],
    ],
  },
  chair: {
    en: ['Wren chair', 'Plover stool', 'Curlew armchair', 'Wren chair with arms'],
    ua: [
      ['стілець «Ластівка»', 'стілець «Ластівка»'],
      ['табурет «Одуд»', 'табурет «Одуд»'],
      ['крісло «Лелека»', 'крісло «Лелека»'],
    ],
  },
  sofa: {
    en: ['Heath two-seat sofa', 'Heath corner sofa', 'Moorland daybed'],
    ua: [
      ['диван «Полонина»', 'диван «Полонина»'],
      ['кутовий диван «Яр»', 'кутовий диван «Яр»'],
    ],
  },
  storage: {
    en: ['Bracken dresser', 'Larch sideboard', 'Thistle cabinet', 'Juniper wardrobe'],
    ua: [
      ['буфет «Папороть»', 'буфет «Папороть»'],
      ['сервант «Верес»', 'сервант «Верес»'],
      ['шафа «Терен»', 'шафу «Терен»'],
    ],
  },
  lamp: {
    en: ['Glow floor lamp', 'Glow table lamp', 'Dusk pendant lamp'],
    ua: [
      ['торшер «Світлячок»', 'торшер «Світлячок»'],
      ['лампа «Сутінки»', 'лампу «Сутінки»'],
    ],
  },
  bed: {
    en: ['Yarrow bed, 160 cm', 'Yarrow bed, 140 cm', 'Clover children’s bed'],
    ua: [
      ['ліжко «Деревій»', 'ліжко «Деревій»'],
      ['дитяче ліжко «Конюшина»', 'дитяче ліжко «Конюшина»'],
    ],
  },
};
