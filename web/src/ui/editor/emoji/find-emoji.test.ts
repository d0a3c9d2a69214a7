import { expect, test } from 'vitest';
import { type EmojiRow, findEmoji, wordsAfterColon } from './find-emoji.ts';

const rows: EmojiRow[] = [
  ['😀', 'grinning face', 'широко всміхнене обличчя', 'smile cheerful усмішка'],
  ['🙂', 'slightly smiling face', 'трохи всміхнене обличчя', 'happy'],
  ['🎉', 'party popper', 'хлопавка', 'celebration tada свято'],
];
const found = (typed: string, recent: string[] = []) => findEmoji(rows, typed, 'en', recent).map((one) => one.emoji);

test('emoji are found by the beginning of a word in either language, by name first, lately used ones before all', () => {
  expect(found('smi')).toEqual(['🙂', '😀']);
  expect(found('Smi', ['😀'])).toEqual(['😀', '🙂']);
  expect(found('свят')).toEqual(['🎉']);
  expect(found('всміх')).toEqual(['😀', '🙂']);
  expect(found('mile')).toEqual([]);
  expect(found('', ['🎉'])).toEqual(['🎉', '😀', '🙂']);
  expect(findEmoji(rows, 'tada', 'ua', [])[0]?.name).toBe('хлопавка');
});

test('a colon begins one at the start of a word alone', () => {
  expect(wordsAfterColon('Thanks :tad')).toBe('tad');
  expect(wordsAfterColon(':ус')).toBe('ус');
  for (const none of ['at 10:30', 'Note:ab', ':)', ': x', ':a', 'https://x']) expect(wordsAfterColon(none)).toBeNull();
});
