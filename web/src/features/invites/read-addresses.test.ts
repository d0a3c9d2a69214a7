import { expect, test } from 'vitest';
import { readAddresses } from './read-addresses.ts';

test('addresses are found however they were pasted, each once', () => {
  expect(readAddresses('ira@shop.test\nsam@shop.test, Ada <ada@shop.test>; IRA@shop.test')).toEqual([
    'IRA@shop.test',
    'sam@shop.test',
    'ada@shop.test',
  ]);
  expect(readAddresses('ira@shop.test sam@shop.test\tada@shop.test')).toHaveLength(3);
});

test('what is no address is kept, to be told; nothing is nothing', () => {
  expect(readAddresses('Ira Melnyk\n\n , ;')).toEqual(['Ira Melnyk']);
  expect(readAddresses('  ')).toEqual([]);
  expect(readAddresses('Ira <>')).toEqual([]);
});
