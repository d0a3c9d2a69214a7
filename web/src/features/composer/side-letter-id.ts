/** The letter to a third party that was asked for last, also where its form has been left since. */
let asked: { readonly words: string; readonly id: string } | null = null;

/** Its answer may have been lost: asked for again word by word it is the same letter. Changed, it is another. */
export function idOfLetter(letter: unknown): string {
  const words = JSON.stringify(letter);
  if (asked?.words !== words) asked = { words, id: crypto.randomUUID() };
  return asked.id;
}

/** It has left, or is written no more: the same words are another letter from now on. */
export function forgetLetter(): void {
  asked = null;
}
