import { expect, test } from 'vitest';
import { firstSubject, replySubject } from './reply-headers.ts';

test.each([
  ['A table', 'Re: A table [LO-7]'],
  ['Re: AW: A table [LO-7]', 'Re: A table [LO-7]'],
  ['Re: A table [lo-7] [LO-12]', 'Re: A table [LO-7]'],
  ['[LO-7] Re: A table', 'Re: A table [LO-7]'],
  ['[SUP-4711] Your order', 'Re: [SUP-4711] Your order [LO-7]'],
  ['Re: Order [INV-10293] [LO-7]', 'Re: Order [INV-10293] [LO-7]'],
])('what is answered as %s keeps the number of the other side', (subject, answered) => {
  expect(replySubject(subject, 'LO', 7)).toBe(answered);
});

test.each([
  ['Re: A table [AB-7]', 'Re: A table [AB-7]'],
  ['Re: A table [AB-7] [LO-7]', 'Re: A table [AB-7]'],
  ['Re: A table [AB-9]', 'Re: A table [LO-7]'],
  ['Re: A table [IT-1] [AB-7]', 'Re: A table [IT-1] [AB-7]'],
  ['Re: [IT-7] A table [AB-7]', 'Re: [IT-7] A table [AB-7]'],
])('what is answered as %s has one number, also when the prefix was another', (subject, answered) => {
  expect(
    replySubject(
      subject,
      'LO',
      7,
      ['[AB-9]', '[AB-7]'].filter((one) => subject.includes(one)),
    ),
  ).toBe(answered);
});

test('a subject without end leaves room for the number, and ends before it with a whole letter', () => {
  const endless = `!${'🔥'.repeat(498)}`;
  expect(replySubject(endless, 'LO', 4318)).toBe(`Re: !${'🔥'.repeat(491)} [LO-4318]`);
  expect(firstSubject(endless, 'LO', 4318)).toBe(`!${'🔥'.repeat(493)} [LO-4318]`);
});
