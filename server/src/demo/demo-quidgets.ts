import { demoShopPath, demoShopQuidget } from './demo-shop-address.ts';
import type { ProductKey } from './lumen-and-oak.ts';

/** When somebody is in the showroom, and so in the chat. */
export const showroomHours = {
  name: 'Showroom',
  time_zone: 'Europe/Kyiv',
  week: {
    mon: [['09:00', '18:00']],
    tue: [['09:00', '18:00']],
    wed: [['09:00', '18:00']],
    thu: [['09:00', '20:00']],
    fri: [['09:00', '18:00']],
    sat: [['10:00', '16:00']],
    sun: [],
  },
  holidays: [],
};

export type DemoQuidget = {
  product: ProductKey;
  name: string;
  title: string;
  /** Not given: the product's. */
  color?: string;
  domains: readonly string[];
  /** What differs from the usual. */
  settings: Record<string, unknown>;
};

/** One chat for each of the company's sites, in both languages. */
export const demoQuidgets: readonly DemoQuidget[] = [
  {
    product: 'SHP',
    name: 'Shop chat',
    title: 'Lumen & Oak',
    color: '#0b6b60',
    domains: ['www.lumen-oak.example', 'shop.lumen-oak.example'],
    settings: {
      look: { shape: 'pill' },
      texts: {
        en: {
          greeting: 'Looking for a table?',
          intro: 'Wood, sizes, what is in stock: ask, and somebody from the showroom answers.',
          launcher: 'Ask the showroom',
          offline: 'The showroom is closed. Leave your e-mail, and we answer in the morning.',
        },
        ua: {
          title: 'Lumen & Oak',
          greeting: 'Шукаєте стіл?',
          intro: 'Дерево, розміри, наявність: питайте, відповість хтось із салону.',
          launcher: 'Запитати в салоні',
          offline: 'Салон зачинено. Залиште свою пошту, і ми відповімо вранці.',
        },
      },
      form: { consent: 'notice', privacy_url: 'https://www.lumen-oak.example/privacy' },
    },
  },
  {
    product: 'DLV',
    name: 'Where is my order',
    title: 'Delivery',
    domains: ['track.lumen-oak.example'],
    settings: {
      look: { shape: 'circle', position: 'left' },
      texts: {
        en: {
          greeting: 'Where is your order?',
          intro: 'Tell us its number and we look where the van is.',
          question: 'Number of your order',
          offline: 'The drivers have parked. Leave your phone number, and we ring you by nine.',
        },
        ua: {
          title: 'Доставка',
          greeting: 'Де ваше замовлення?',
          intro: 'Назвіть його номер, і ми подивимося, де машина.',
          question: 'Номер замовлення',
          offline: 'Водії вже вдома. Залиште номер телефону, і ми зателефонуємо до дев’ятої.',
        },
      },
      form: {
        online: { name: 'off', email: 'optional', question: 'required' },
        offline: { email: 'optional', phone: 'required', question: 'required' },
      },
      behaviour: { page_rule: 'only', pages: ['/track/*', '/orders/*'], takes_files: 0 },
    },
  },
  {
    product: 'STD',
    name: 'Studio, by appointment',
    title: 'Lumen & Oak Studio',
    domains: ['*.lumen-oak.example'],
    settings: {
      look: { shape: 'square', scheme: 'dark' },
      texts: {
        en: {
          greeting: 'A piece of your own?',
          intro: 'Send a sketch or a photo of the room. A designer looks at it with you.',
          thanks: 'Got it. A designer writes to you within two working days.',
        },
        ua: {
          title: 'Студія Lumen & Oak',
          greeting: 'Меблі саме для вас?',
          intro: 'Надішліть ескіз або фото кімнати. Дизайнер подивиться його разом із вами.',
          thanks: 'Отримали. Дизайнер напише вам протягом двох робочих днів.',
        },
      },
      behaviour: { asks_rating: 0, opens_after_seconds: 45 },
    },
  },
  {
    product: 'SHP',
    name: demoShopQuidget,
    title: 'Lumen & Oak',
    color: '#0b6b60',
    domains: [],
    settings: {
      texts: {
        en: {
          greeting: 'Looking for a table?',
          intro: 'You are the visitor now. Whatever you write is a ticket in the desk.',
        },
        ua: { greeting: 'Шукаєте стіл?', intro: 'Тепер ви відвідувач. Усе, що напишете, стане зверненням.' },
      },
      proactive: {
        messages: [
          {
            key: '6f1c6a52-4a0e-4f5e-9d0f-3f6f1f0c2b11',
            page: `${demoShopPath}/tables`,
            seconds: 5,
            texts: {
              en: 'Oak or walnut? I can tell you which is in stock.',
              ua: 'Дуб чи горіх? Підкажу, що є в наявності.',
            },
            only_when_open: 0,
          },
        ],
      },
    },
  },
];
