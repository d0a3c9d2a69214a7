import { expect, test } from 'vitest';
import { pauseMs } from './line.ts';
import type { Pending } from './outbox.ts';
import { createSender } from './sender.ts';
import { Refused } from './transport.ts';

const one = (client_id: string): Pending => ({ client_id, talk: 'k', text: '', files: [], at: '', state: 'waiting' });

test('F15 one after the other: a lost connection holds up the rest, a refusal does not', async () => {
  const waiting = [one('a'), one('b'), one('c')];
  const tried: string[] = [];
  let isCut = true;
  const sender = createSender({
    next: () => waiting[0],
    async send({ client_id }) {
      tried.push(client_id);
      if (client_id === 'a' && isCut) throw new Error('unreachable');
      if (client_id === 'b') throw new Refused([{ key: 'message_empty', message: '' }]);
      waiting.shift();
    },
    failed(failed, error) {
      if (error instanceof Refused) waiting.shift();
      else
        setTimeout(() => {
          isCut = false;
          void sender.run();
        });
      expect(failed.client_id).toBe(error instanceof Refused ? 'b' : 'a');
    },
  });
  await Promise.all([sender.run(), sender.run()]);
  expect(tried).toEqual(['a', 'a', 'b', 'c']);
});

test('F14 after a restart of the server visitors come back spread over time', () => {
  const pauses = Array.from({ length: 1000 }, (_, at) => pauseMs(2, at / 1000));
  expect([Math.min(...pauses), Math.max(...pauses) <= 4000]).toEqual([1000, true]);
  expect(pauseMs(50, 1)).toBe(30_000);
});
