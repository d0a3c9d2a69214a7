import { expect, test } from 'vitest';
import { readAddresses } from './read-addresses.ts';

test('addresses are found however they were pasted, each once', () => {
  expect(readAddresses('ira@shop.test\nsam@shop.test, Ada <ada@shop.test>; IRA@shop.test')).toEqual([
    { email: 'IRA@shop.test' },
    { email: 'sam@shop.test' },
    { email: 'ada@shop.test', name: 'Ada' },
  ]);
  expect(readAddresses('ira@shop.test sam@shop.test\tada@shop.test')).toHaveLength(3);
});

test('names come along as mail programs write them, and as people say them', () => {
  expect(
    readAddresses(
      [
        'Ira Melnyk <ira@shop.test>, "Kovalenko, Sam" <sam@shop.test>',
        "Дем’янчук, Олеся <olesia@shop.test>; 'Ada L.' <ada@shop.test>",
        '<bare@shop.test>, Q <q@shop.test>',
      ].join('\n'),
    ),
  ).toEqual([
    { email: 'ira@shop.test', name: 'Ira Melnyk' },
    { email: 'sam@shop.test', name: 'Sam Kovalenko' },
    { email: 'olesia@shop.test', name: 'Олеся Дем’янчук' },
    { email: 'ada@shop.test', name: 'Ada L.' },
    { email: 'bare@shop.test' },
    // No account is called by one letter.
    { email: 'q@shop.test' },
  ]);
  // Once with a name is enough, wherever the address stands again.
  expect(readAddresses('Ira Melnyk <ira@shop.test>; ira@shop.test')).toEqual([
    { email: 'ira@shop.test', name: 'Ira Melnyk' },
  ]);
});

test('what is no address is kept, to be told; nothing is nothing', () => {
  expect(readAddresses('Ira Melnyk\n\n , ;')).toEqual([{ email: 'Ira Melnyk' }]);
  expect(readAddresses('  ')).toEqual([]);
  expect(readAddresses('Ira <>')).toEqual([]);
});
