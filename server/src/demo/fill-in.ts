import { catalogue } from './catalogue.ts';
import type { Conversation } from './conversations/conversation.ts';
import type { DemoCustomer } from './customers.ts';
import type { Language } from './lumen-and-oak.ts';
import type { Random } from './random.ts';

/** What one conversation speaks of, the same in all its letters. */
export type Facts = Readonly<
  Record<'order' | 'item' | 'itemAcc' | 'colour' | 'city' | 'amount' | 'fee' | 'percent' | 'quantity', string>
>;

export function chooseFacts(random: Random, { about, language }: Conversation, customer: DemoCustomer): Facts {
  const [item, itemAcc] = language === 'en' ? [random.pick(catalogue[about].en)] : random.pick(catalogue[about].ua);
  const colours = about === 'sofa' ? fabrics : woods;
  return {
    order: String(random.between(41_000, 69_999)),
    item,
    itemAcc: itemAcc ?? item,
    colour: random.pick(colours[language]),
    city: customer.city,
    amount: money(language, random.between(9, 89) * 10 - 1),
    fee: money(language, random.between(3, 11) * 5),
    percent: String(random.pick([8, 10, 12, 15])),
    quantity: String(random.pick([16, 18, 24, 30])),
  };
}

const fabrics = {
  en: ['moss green', 'slate', 'rust', 'oat', 'ink blue'],
  ua: ['моховий', 'вохристий', 'графітовий', 'пісочний'],
};
const woods = { en: ['walnut', 'smoked oak', 'cherry', 'white oak'], ua: ['дуба', 'ясена', 'горіха', 'бука'] };

const hryvnias = new Intl.NumberFormat('uk');
const money = (language: Language, euros: number) =>
  language === 'en' ? `€ ${euros}` : `${hryvnias.format(euros * 48)} грн`;

/** The text with everything in braces said, as of the moment it is written. Starts with a capital. */
export function fillIn(text: string, facts: Facts, language: Language, at: Date): string {
  const dates: Record<string, () => string> = {
    day: () => onWeekday(language, later(at, 3)),
    date: () => dayAndMonth(language, later(at, 16)),
    earlier: () => dayAndMonth(language, later(at, -6)),
  };
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const said = facts[name as keyof Facts] ?? dates[name]?.();
    if (said === undefined) throw new Error(`a text of the demo speaks of {${name}}, which nothing fills`);
    return said;
  });
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}

const dayMilliseconds = 86_400_000;

/** So many days later, and never a Sunday. */
function later(at: Date, days: number): Date {
  const day = new Date(at.getTime() + days * dayMilliseconds);
  return day.getUTCDay() === 0 ? new Date(day.getTime() + dayMilliseconds) : day;
}

const inUkrainian = ['у неділю', 'у понеділок', 'у вівторок', 'у середу', 'у четвер', 'у п’ятницю', 'у суботу'];

function onWeekday(language: Language, day: Date): string {
  if (language === 'ua') return inUkrainian[day.getUTCDay()] ?? '';
  return `on ${weekday.format(day)}`;
}

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const dayMonth = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
const daysAndMonths = { en: new Intl.DateTimeFormat('en-GB', dayMonth), ua: new Intl.DateTimeFormat('uk', dayMonth) };

const dayAndMonth = (language: Language, day: Date) => daysAndMonths[language].format(day);
