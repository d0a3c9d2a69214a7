import type { NavigateOptions } from '@tanstack/react-router';
import type { Marked } from '#contract/search.ts';
import type { KeyBinding } from '../../ui/keys.ts';
import { inLatinLetters } from '../../ui/latin-letters.ts';
import { inOtherLayout } from '../../ui/other-layout.ts';

export type PaletteEntry = {
  readonly id: string;
  readonly name: string | Marked;
  readonly about?: string | Marked;
  /** What else it is found by: its word in the address, which is the same in every language. */
  readonly also?: string;
  readonly keys?: string;
  /** Found for what was typed before. */
  readonly isOld?: boolean;
  /** Where it leads, or what it does. */
  readonly to?: NavigateOptions;
  readonly run?: (event: KeyboardEvent) => void;
};
export type Screen = {
  readonly name: string;
  readonly section: string;
  readonly also?: string;
  readonly keys?: string;
  readonly to: NavigateOptions;
};
type GroupName = 'actions' | 'recent' | 'tickets' | 'customers' | 'screens' | 'everything';

type There = {
  actions: readonly KeyBinding[];
  screens: readonly Screen[];
  recent: readonly PaletteEntry[];
  found: { tickets: readonly PaletteEntry[]; customers: readonly PaletteEntry[] };
};

/** What fits what was typed, in groups; with nothing typed what is at hand. */
export function entriesThatFit(typed: string, there: There): { name: GroupName; entries: PaletteEntry[] }[] {
  const wanted = typed.trim();
  // What leads elsewhere stands among the screens.
  const here = there.actions.filter((one) => !one.key.startsWith('KeyG '));
  const actions = [...here.filter((one) => one.group !== 'move'), ...here.filter((one) => one.group === 'move')].map(
    (one) => ({ id: `do-${one.key}`, name: one.label ?? '', also: one.also ?? '', keys: one.key, run: one.run }),
  );
  const screens = there.screens.map(({ name, section, ...one }) => ({
    id: `go-${section}-${name}`,
    name,
    about: section,
    ...one,
  }));
  const fitting = <E extends PaletteEntry>(all: readonly E[]) =>
    all
      .filter((one) => fits(one, wanted))
      .toSorted((a, b) => rankOf(a, wanted) - rankOf(b, wanted))
      .map((one) => ({ ...one, name: markedBy(one, wanted) }));
  const everything: PaletteEntry = {
    id: 'everything',
    name: wanted,
    to: { to: '/tickets', search: { search: wanted } },
  };
  const groups: { name: GroupName; entries: PaletteEntry[] }[] = [
    { name: 'actions', entries: fitting(actions) },
    { name: 'recent', entries: wanted === '' ? [...there.recent] : [] },
    { name: 'tickets', entries: wanted === '' ? [] : [...there.found.tickets] },
    { name: 'customers', entries: wanted === '' ? [] : [...there.found.customers] },
    { name: 'screens', entries: fitting(screens) },
    { name: 'everything', entries: wanted === '' ? [] : [everything] },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

/** What Enter takes: what stands first, or what the arrows led to, wherever it stands by now; once that is gone, no other. */
export const chosenAmong = (entries: readonly PaletteEntry[], ledTo: string | null): PaletteEntry | undefined =>
  ledTo === null ? entries[0] : entries.find((one) => one.id === ledTo);

/** As it was typed, and as the same keys write in the other layout. */
const readings = (wanted: string): string[] => [wanted.toLowerCase(), inOtherLayout(wanted)];

export const textOf = (of: string | Marked): string => (typeof of === 'string' ? of : of.text);

/** Two texts that stand in one line, each with its marks. */
export const inOneLine = (first: Marked, second: Marked): Marked => {
  const before = `${first.text} · `;
  const shifted = second.marks.map(([from, to]): [number, number] => [from + before.length, to + before.length]);
  return { text: before + second.text, marks: [...first.marks, ...shifted] };
};

/** What begins as it was typed goes first: whoever types 'resolve' does not mean 'Send and resolve'. */
function rankOf({ name }: PaletteEntry, wanted: string): 0 | 1 {
  const text = textOf(name).toLowerCase();
  return readings(wanted).some((typed) => text.startsWith(typed)) ? 0 : 1;
}

const betweenWords = /[\s:/(«“"_-]+/;
const wordsOf = ({ name, about = '', also = '' }: PaletteEntry): string[] =>
  `${textOf(name)} ${textOf(about)} ${also}`.toLowerCase().split(betweenWords);

const begins = (typed: string, among: readonly string[]): boolean =>
  typed.split(/\s+/).every((part) => among.some((word) => word.startsWith(part)));

/** Every word of it begins a word of the name, however it was typed. */
function fits(entry: PaletteEntry, wanted: string): boolean {
  if (wanted === '') return true;
  const words = wordsOf(entry);
  return (
    readings(wanted).some((typed) => begins(typed, words)) || begins(inLatinLetters(wanted), words.map(inLatinLetters))
  );
}

/** The name with the beginnings of words that were typed; none where another word or its sound was. */
function markedBy(entry: PaletteEntry, wanted: string): Marked {
  const text = textOf(entry.name);
  const parts = readings(wanted)
    .filter((typed) => begins(typed, wordsOf(entry)))
    .flatMap((typed) => typed.split(/\s+/));
  let from = 0;
  const marks = text.split(new RegExp(`(${betweenWords.source})`)).flatMap((word): [number, number][] => {
    const at = from;
    from += word.length;
    const long = Math.max(0, ...parts.filter((part) => word.toLowerCase().startsWith(part)).map((part) => part.length));
    return long > 0 ? [[at, at + long]] : [];
  });
  return { text, marks };
}
