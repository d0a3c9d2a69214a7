import { describe, expect, test } from 'vitest';
import { addRecipients, changedRecipients, parseRecipients, type Recipient } from './recipients.ts';

const addresses = (text: string) => parseRecipients(text).good.map((one) => one.address);

describe('addresses as people paste them', () => {
  test('names in angle brackets, commas, semicolons and lines', () => {
    expect(
      parseRecipients('Hanna Lindqvist <hanna@lindqvist.example>; workshop@lumenoak.example,\nmax@oak.example'),
    ).toEqual({
      good: [
        { name: 'Hanna Lindqvist', address: 'hanna@lindqvist.example' },
        { name: '', address: 'workshop@lumenoak.example' },
        { name: '', address: 'max@oak.example' },
      ],
      bad: [],
    });
  });

  test('a comma inside a quoted name does not part it', () => {
    expect(parseRecipients('"Lindqvist, Hanna" <hanna@lindqvist.example>, b@oak.example').good).toEqual([
      { name: 'Lindqvist, Hanna', address: 'hanna@lindqvist.example' },
      { name: '', address: 'b@oak.example' },
    ]);
  });

  test('bare addresses parted by blanks, and mailto links', () => {
    expect(addresses('a@oak.example b@oak.example')).toEqual(['a@oak.example', 'b@oak.example']);
    expect(addresses('mailto:a@oak.example')).toEqual(['a@oak.example']);
  });

  test('whoever mail comes from can be written to', () => {
    expect(addresses('a@xn--80a1acn3a.xn--j1amh, a&b@x.com; user=dom.com@relay.com\na/b@x.com')).toHaveLength(4);
    expect(addresses('Оля <olya@пошта.укр>')).toEqual(['olya@xn--80a1acn3a.xn--j1amh']);
  });

  test('what is no address is given back, not dropped', () => {
    expect(parseRecipients('hanna@, workshop@lumenoak.example, the boss')).toEqual({
      good: [{ name: '', address: 'workshop@lumenoak.example' }],
      bad: ['hanna@', 'the boss'],
    });
    expect(parseRecipients(' ,; \n')).toEqual({ good: [], bad: [] });
  });

  test('A33 a name cannot carry a line break into a header', () => {
    expect(
      parseRecipients('Eve\r\nBcc: all@oak.example <eve@oak.example>').good.every((one) => !/[\r\n]/.test(one.name)),
    ).toBe(true);
    expect(parseRecipients('Eve\u2028Bcc: x <eve@oak.example>').good).toEqual([
      { name: 'Eve Bcc: x', address: 'eve@oak.example' },
    ]);
  });
});

test('the same address in another case is the same person', () => {
  const hanna = { name: 'Hanna', address: 'hanna@oak.example' };
  expect(addRecipients([hanna], [{ name: '', address: 'HANNA@oak.example' }])).toEqual([hanna]);
  expect(addRecipients([], [hanna, hanna])).toEqual([hanna]);
});

describe('what was changed about the people who are suggested', () => {
  const [hanna, max, carl] = ['hanna', 'max', 'carl'].map((name) => ({ name, address: `${name}@oak.example` })) as [
    Recipient,
    Recipient,
    Recipient,
  ];

  test('who is new and who is missing, wherever they stand', () => {
    expect(changedRecipients([hanna, max], [hanna, carl])).toEqual({ added: [carl], leftOut: [max] });
    expect(changedRecipients([hanna], [hanna, carl])).toEqual({ added: [carl], leftOut: [] });
  });

  test('nobody, when the same people are written otherwise', () => {
    expect(changedRecipients([hanna, max], [max, { name: '', address: 'Hanna@Oak.example' }])).toBeNull();
  });
});
