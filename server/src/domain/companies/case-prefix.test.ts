import { expect, test } from 'vitest';
import { asCasePrefix, caseNumbersIn, isCasePrefix } from './case-prefix.ts';

test('a case number is a prefix of up to two letters and a number, in brackets; a subject may have some', () => {
  expect(caseNumbersIn('Re: [ab-12] Table')).toEqual([{ prefix: 'AB', number: 12 }]);
  expect(caseNumbersIn('[ЇЖ-7]')).toEqual([{ prefix: 'ЇЖ', number: 7 }]);
  expect(caseNumbersIn('Re: [IT-55] Lamp [LO-10]').map((one) => one.number)).toEqual([55, 10]);
  for (const none of ['AB-12', '[ABC-12]', '[AB-]', '[AB-1234567890]', '[-3]']) expect(caseNumbersIn(none)).toEqual([]);
});

test('a prefix is one by which its subject is recognised', () => {
  for (const good of ['LO', 'lo', 'l', 'ЇЖ', 'L1', '1l', '42', 'ß']) {
    expect([good, isCasePrefix(good)]).toEqual([good, true]);
    expect(caseNumbersIn(`Re: Lamp [${asCasePrefix(good)}-7]`)).toEqual([{ prefix: asCasePrefix(good), number: 7 }]);
  }
  for (const bad of ['', '7', '-', 'L-', '&', '& ', 'L ', '[L', '😀', 'ßa', '½', 'LOO'])
    expect([bad, isCasePrefix(bad)]).toEqual([bad, false]);
});
