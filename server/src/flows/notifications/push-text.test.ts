import { expect, test } from 'vitest';
import type { Recipient } from '#domain/people/index.ts';
import type { ToldRow } from './push-queries.ts';
import { pushText } from './push-text.ts';

const held = {
  ...{
    kind: 'letter_held',
    who: 'Hanna',
    added: new Date(),
    ticket_id: null,
    letter_id: '6f0d1c1e-3a7b-4b1f-9a52-0c2f6f3f8a11',
    case_number: '',
  },
  ...{ title: 'Spring hours', words: null, shows_words: true, is_restricted: false },
} as ToldRow;
const of = (language: 'en' | 'ua', push_preview: 0 | 1) =>
  pushText(held, { settings: { language, push_preview } } as Recipient, 'Parley', true);

test('a letter that begins a ticket and is held leads to where it is mended, and speaks of no ticket', () => {
  expect(of('en', 1)).toMatchObject({
    ...{ title: 'The letter to Hanna has not left: it waits for you', body: 'Spring hours' },
    ...{ path: '/v1/compose?letter=6f0d1c1e-3a7b-4b1f-9a52-0c2f6f3f8a11', tag: '6f0d1c1e3a7b4b1f9a520c2f6f3f8a11' },
  });
  expect(of('en', 0)).toMatchObject({ title: 'A letter has not left: it waits for you', body: '' });
  expect(of('ua', 1).title).toBe('Лист (Hanna) не надіслано: він чекає на ваше рішення');
});

test('what a third party answers leads to where it is said, and anything else to its ticket', () => {
  const at = { ticket_id: 7, letter_id: null, case_number: 'LO-7' };
  const path = (side_id: number | null) =>
    pushText(
      { ...held, ...at, kind: 'side_answered', side_id },
      { settings: { language: 'en', push_preview: 1 } } as Recipient,
      'Parley',
      true,
    ).path;
  expect([path(3), path(null)]).toEqual(['/v1/tickets/7#side-3', '/v1/tickets/7']);
});

test('what is too long for a device ends with a whole letter', () => {
  const long = { ...held, title: `${'x'.repeat(118)}🎉!`, words: `${'x'.repeat(155)}👨‍👩‍👧 and more` };
  const { body } = pushText(long, { settings: { language: 'en', push_preview: 1 } } as Recipient, 'Parley', true);
  expect(body).toBe(`${'x'.repeat(118)}…\n${'x'.repeat(155)}…`);
});
