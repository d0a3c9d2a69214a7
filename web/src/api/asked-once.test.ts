import { expect, test } from 'vitest';
import { askedOnce } from './asked-once.ts';

test('what is asked for again after no answer came has the id of before, and a new one once it is made', async () => {
  const ids: string[] = [];
  const lost = (id: string) => {
    ids.push(id);
    return Promise.reject(new Error('silence'));
  };
  const made = async (id: string) => ids.push(id);
  const tag = ['tags', [{ name: 'VIP' }]];
  await expect(askedOnce(tag, lost)).rejects.toThrow('silence');
  await askedOnce([...tag], made);
  await askedOnce(tag, made);
  await askedOnce(['tags', [{ name: 'Late' }]], made);
  const [first, again, later, other] = ids;
  expect(again).toBe(first);
  expect(new Set([first, later, other]).size).toBe(3);
});
