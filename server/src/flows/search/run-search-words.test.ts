import { expect, test } from 'vitest';
import { givingWay } from './run-search-words.ts';

function observed(crowded: (second: number) => boolean) {
  let clock = 0;
  let questions = 0;
  const mustWait = givingWay(
    async () => {
      questions++;
      return crowded(clock);
    },
    () => clock,
  );
  return {
    questions: () => questions,
    at: (second: number) => {
      clock = second;
      return mustWait();
    },
  };
}

test('words are read at once where no crowd of mails waits', async () => {
  const { at } = observed(() => false);
  expect(await at(0)).toBe(false);
  expect(await at(100)).toBe(false);
});

test('words give way to a crowd of mails, for half a minute and no longer', async () => {
  const { at } = observed(() => true);
  expect([await at(0), await at(29), await at(30), await at(31), await at(300)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a crowd that comes later is given way to anew', async () => {
  const { at } = observed((second) => second < 40 || second > 60);
  expect([await at(0), await at(35), await at(50), await at(61), await at(92)]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

test('however often somebody writes, it is looked once a second', async () => {
  const { at, questions } = observed(() => true);
  for (let i = 0; i < 50; i++) await at(i / 50);
  expect(questions()).toBe(1);
});
