import type { Language } from './lumen-and-oak.ts';

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
    '+353 91 555 142',
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
