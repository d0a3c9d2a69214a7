const abbreviationLength = 3;
const prefixLength = 2;
const vowels = /[AEIOUYАЕЄИІЇОУЮЯ]/;

/** The first three consonants, as people shorten names: `Shop` → `SHP`. The server does the same where nobody chose. */
export function abbreviate(name: string): string {
  const letters = [...name.toUpperCase()].filter((letter) => /[\p{L}\d]/u.test(letter));
  const hard = letters.filter((letter, index) => index === 0 || !vowels.test(letter));
  return (hard.length >= abbreviationLength ? hard : letters).slice(0, abbreviationLength).join('');
}

/** `Lumen & Oak` → `LO`, `Lumen` → `LU`: what stands before a case number. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\d]+/gu) ?? [];
  const ofEach = words.map((word) => [...word][0] ?? '').slice(0, prefixLength);
  const letters = ofEach.length >= prefixLength ? ofEach : [...words.join('')].slice(0, prefixLength);
  return letters.join('').toUpperCase();
}
