/** Words of time in English and Ukrainian, in the forms in which people type them. */

type Unit = { readonly minutes: number } | { readonly days: number } | { readonly months: number };
const named = <T>(value: T, words: string): Record<string, T> =>
  Object.fromEntries(words.split(' ').map((word) => [word, value]));

export const units: Readonly<Record<string, Unit>> = {
  ...named({ minutes: 1 }, 'm min mins minute minutes хв хвилин хвилини хвилину хвилинку'),
  ...named({ minutes: 60 }, 'h hr hrs hour hours г год годин години годину годинку'),
  ...named({ days: 1 }, 'd day days д дн день дня дні днів добу доби діб'),
  ...named({ days: 7 }, 'w wk week weeks тиж тиждень тижня тижні тижнів'),
  ...named({ months: 1 }, 'mo month months міс місяць місяця місяці місяців'),
  ...named({ months: 12 }, 'y year years рік року роки'),
};

export const numbers: Readonly<Record<string, number>> = {
  ...named(1, 'a an one один одну одна'),
  ...named(1.5, 'півтори півтора'),
  ...named(2, 'two couple два дві пару'),
  ...named(3, 'three три'),
  ...named(4, 'four чотири'),
  ...named(5, "five п'ять"),
  ...named(6, 'six шість'),
  ...named(7, 'seven сім'),
  ...named(8, 'eight вісім'),
  ...named(9, "nine дев'ять"),
  ...named(10, 'ten десять'),
  ...named(11, 'eleven одинадцять'),
  ...named(12, 'twelve дванадцять'),
  ...named(13, 'thirteen тринадцять'),
  ...named(14, 'fourteen чотирнадцять'),
  ...named(15, "fifteen п'ятнадцять"),
  ...named(16, 'sixteen шістнадцять'),
  ...named(17, 'seventeen сімнадцять'),
  ...named(18, 'eighteen вісімнадцять'),
  ...named(19, "nineteen дев'ятнадцять"),
  ...named(20, 'twenty двадцять'),
  ...named(30, 'thirty тридцять'),
  ...named(40, 'forty сорок'),
  ...named(50, "fifty п'ятдесят"),
};

/** Of a clock: "at nine", "о дев'ятій". */
export const hours: Readonly<Record<string, number>> = {
  ...named(1, 'one першій'),
  ...named(2, 'two другій'),
  ...named(3, 'three третій'),
  ...named(4, 'four четвертій'),
  ...named(5, "five п'ятій"),
  ...named(6, 'six шостій'),
  ...named(7, 'seven сьомій'),
  ...named(8, 'eight восьмій'),
  ...named(9, "nine дев'ятій"),
  ...named(10, 'ten десятій'),
  ...named(11, 'eleven одинадцятій'),
  ...named(12, 'twelve дванадцятій'),
};

/** Longer ones first: "tomorrow" is a part of "day after tomorrow". */
export const daysAhead: Readonly<Record<string, number | 'month'>> = {
  'the day after tomorrow': 2,
  'day after tomorrow': 2,
  післязавтра: 2,
  tomorrow: 1,
  tmrw: 1,
  завтра: 1,
  today: 0,
  tonight: 0,
  сьогодні: 0,
  'next week': 7,
  'наступного тижня': 7,
  'наступний тиждень': 7,
  'next month': 'month',
  'наступного місяця': 'month',
};

/** Minutes of the day; when a morning and an evening are is for the person to say. */
export type Clock = number | 'morning' | 'evening';
export const afternoon = 14 * 60;
export const dayParts: Readonly<Record<string, Clock>> = {
  ...named<Clock>('morning', 'morning вранці зранку ранком ранок ранку'),
  ...named<Clock>(12 * 60, 'noon midday опівдні'),
  ...named<Clock>(afternoon, 'afternoon вдень удень пообіді'),
  'після обіду': afternoon,
  ...named<Clock>('evening', 'evening eod cob ввечері увечері вечором вечір вечора'),
  'end of day': 'evening',
  'кінець дня': 'evening',
  'кінця дня': 'evening',
};

/** 1 is Monday. */
export const weekdays: Readonly<Record<string, number>> = {
  ...named(1, 'mon monday пн понеділок понеділка понеділку'),
  ...named(2, 'tue tues tuesday вт вівторок вівторка вівторку'),
  ...named(3, 'wed wednesday ср середа середу середи'),
  ...named(4, 'thu thur thurs thursday чт четвер четверга'),
  ...named(5, "fri friday пт п'ятниця п'ятницю п'ятниці"),
  ...named(6, 'sat saturday weekend сб субота суботу суботи вихідні вихідних'),
  ...named(7, 'sun sunday нд неділя неділю неділі'),
};

const beginnings = [
  ['jan', 'січ'],
  ['feb', 'лют'],
  ['mar', 'бер'],
  ['apr', 'кві'],
  ['may', 'тра'],
  ['jun', 'чер'],
  ['jul', 'лип'],
  ['aug', 'сер'],
  ['sep', 'вер'],
  ['oct', 'жов'],
  ['nov', 'лис'],
  ['dec', 'гру'],
] as const;

/** From 1; by the first three letters, however it ends. Undefined: no month. */
export function monthNamed(word: string): number | undefined {
  const at = beginnings.findIndex((both) => both.some((three) => word.startsWith(three)));
  return at === -1 || word in units || word in weekdays ? undefined : at + 1;
}
