import { expect, test } from 'vitest';
import { splitQuickReplies } from './quick-replies.ts';

test.each([
  ['Oak or walnut?\n\n[Oak] [Walnut]', 'Oak or walnut?', ['Oak', 'Walnut']],
  ['Oak or walnut?\n[ Oak ]\n\n[Walnut][Oak]\n', 'Oak or walnut?', ['Oak', 'Walnut']],
  ['Two.\n\nOr three?\n[Так, будь ласка]', 'Two.\n\nOr three?', ['Так, будь ласка']],
])('%j offers what stands in brackets at its end', (text, said, choices) => {
  expect(splitQuickReplies(text)).toEqual({ text: said, choices });
});

test.each([
  'See [1] and [2]',
  'See\n[1], [2]',
  '[Oak] [Walnut]',
  'Which?\n[]',
  'Which?\n[ ]',
  `Which?\n[${'a'.repeat(41)}]`,
  'Which?\n[a] [b] [c] [d] [e] [f] [g]',
  'Which?\n[Oak]\nTell us.',
  '',
])('%j is said as it is', (text) => {
  expect(splitQuickReplies(text)).toEqual({ text, choices: [] });
});

test('A38 a message of nothing but brackets is read at once', () => {
  const text = `Which?\n${'[a] '.repeat(3000)}[`;
  expect(splitQuickReplies(text)).toEqual({ text, choices: [] });
});
