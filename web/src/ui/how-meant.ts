import { inLatinLetters } from './latin-letters.ts';
import { inOtherLayout } from './other-layout.ts';

/**
 * Which of these names what was typed is about. Where it is none as it stands, the keys may have been those of the other
 * layout, or the name is written in the letters of the other language: «шкф» and «іра» are both 'Ira' then. Only then, for
 * Enter takes what stands first.
 */
export function howMeant(typed: string, names: readonly string[]): (name: string) => boolean {
  const wanted = typed.trim().toLocaleLowerCase();
  const asTyped = (name: string) => name.toLocaleLowerCase().includes(wanted);
  const otherwise = inOtherLayout(wanted);
  const sound = inLatinLetters(wanted);
  const ways = [
    asTyped,
    (name: string) => name.toLocaleLowerCase().includes(otherwise),
    (name: string) => inLatinLetters(name).includes(sound),
  ];
  return ways.find((fits) => names.some(fits)) ?? asTyped;
}
