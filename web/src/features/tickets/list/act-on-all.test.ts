import { expect, test } from 'vitest';
import type { Job } from '#contract/jobs.ts';
import { speakInTests } from '../../../i18n/speak-in-tests.ts';
import { whyNot } from './act-on-all.ts';

test('how many tickets were left because their customers wrote is told apart from what was refused', async () => {
  const job = (summary: Job['summary']) => ({ state: 'done', summary }) as Job; // all that is looked at
  for (const [language, both, one] of [
    [
      'en',
      '3 tickets were left: their customers wrote meanwhile. 2 tickets could not be changed',
      '1 ticket was left: its customer wrote meanwhile',
    ],
    [
      'uk',
      '3 звернення лишили: клієнти тим часом написали. 2 звернення не вдалося змінити',
      '1 звернення лишили: клієнт тим часом написав',
    ],
  ] as const) {
    await speakInTests(language);
    expect(whyNot([job({ refused: 2, wrote: 2 }), job({ wrote: 1 }), job(null)])).toBe(both);
    expect(whyNot([job({ wrote: 1 })])).toBe(one);
    expect(whyNot([job({ changed: 3 })])).toBeUndefined();
  }
});
