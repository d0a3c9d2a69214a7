import { phoneDigits, wordsIn } from './fold-words.ts';

/**
 * Where a word stands: in what was said, in who said it or in to whom; `inside` begins anywhere within a word. `age` is no
 * word: it says how old a ticket is, so that the newest can be looked for alone.
 */
export const fields = { text: '.', from: '<', to: '>', phone: '+', inside: '~', age: '=' } as const;
export type FieldOfWords = keyof typeof fields;

/** Of one vector; PostgreSQL takes a megabyte, and counts places up to 16,383. */
export const wordsPerVectorMax = 6000;
/**
 * Of what is in a vector beside its head, and of the head; with what is added without being counted it stays below that
 * megabyte, whatever alphabet somebody writes in. One vector too large would hold up the words of everybody.
 */
const bytesMax = 400_000;
const uncountedBytesMax = 100_000;
/** At most, in UTF-8 and with the company and the places of a word. */
const bytesOf = (word: string): number => 3 * word.length + 24;
const bytesPerPlace = 2;
const placesPerWordMax = 60;
const placeMax = 16_000;
/** Between what does not belong together, so that no phrase reaches across. */
const gap = 3;
export const insideLettersMin = 3;

/** Every word carries its company: `12.table`. Looking for it meets no other company's. */
export const lexemeOf = (companyId: number, field: FieldOfWords, word: string): string =>
  `${companyId}${fields[field]}${word}`;

/** Of a company's tickets so many that follow one another are told together: a few, and many. */
export const stretches = { a: 1024, b: 16_384 } as const;
export type Stretch = keyof typeof stretches;

export const stretchOf = (kind: Stretch, ticketNumber: number): number => Math.floor(ticketNumber / stretches[kind]);

const stretchesOf = (ticketNumber: number): string[] => [
  `a${stretchOf('a', ticketNumber)}`,
  `b${stretchOf('b', ticketNumber)}`,
];

/** Gathers words with their places, for PostgreSQL to keep. */
export class WordVector {
  private readonly companyId: number;
  private readonly places = new Map<FieldOfWords, Map<string, number[]>>();
  private place = 1;
  private bytes = 0;
  private readonly bytesMax: number;
  /** How many were gathered. */
  count = 0;

  constructor(companyId: number, head?: WordVector) {
    this.companyId = companyId;
    this.bytes = head?.bytes ?? 0;
    this.bytesMax = this.bytes + bytesMax;
    if (!head) return;
    for (const [field, words] of head.places)
      this.places.set(field, new Map([...words].map(([word, places]) => [word, [...places]])));
    this.place = head.place;
  }

  get isFull(): boolean {
    return this.count >= wordsPerVectorMax || this.bytes >= this.bytesMax;
  }

  /** Answers from where on the text found no room. */
  add(text: string, field: FieldOfWords = 'text', from = 0): number {
    for (const { word, from: at } of wordsIn(from === 0 ? text : text.slice(from))) {
      if (this.isFull) return from + at;
      this.put(field, word);
      this.count++;
    }
    this.place += gap;
    return text.length;
  }

  /** A name or an address: found by any part of it too. */
  addName(text: string): void {
    this.add(text);
    for (const { word } of wordsIn(text))
      for (let at = 1; word.length - at >= insideLettersMin; at++) this.put('inside', word.slice(at), 0);
  }

  /** Found by its last digits, and by any others of it. */
  addPhone(text: string): void {
    const digits = phoneDigits(text);
    for (let at = 0; digits.length - at >= 4; at++) this.put('phone', digits.slice(at), 0);
  }

  /** Found by the stretches of its company's tickets that it is in. */
  addAge(ticketNumber: number): void {
    for (const stretch of stretchesOf(ticketNumber)) this.put('age', stretch, 0);
  }

  private put(field: FieldOfWords, word: string, step = 1): void {
    const words = this.places.get(field) ?? new Map<string, number[]>();
    if (words.size === 0) this.places.set(field, words);
    const places = words.get(word);
    if (!places) {
      if (this.bytes >= this.bytesMax + uncountedBytesMax) return;
      words.set(word, [this.place]);
      this.bytes += bytesOf(word);
    } else if (places.length < placesPerWordMax && places.at(-1) !== this.place) {
      places.push(this.place);
      this.bytes += bytesPerPlace;
    }
    this.place = Math.min(this.place + step, placeMax);
  }

  /** As PostgreSQL reads a tsvector. Words are letters and digits alone: nothing needs escaping. */
  toString(): string {
    const lexemes: string[] = [];
    for (const [field, words] of this.places)
      for (const [word, places] of words)
        lexemes.push(`'${lexemeOf(this.companyId, field, word)}':${places.join(',')}`);
    return lexemes.join(' ');
  }
}
