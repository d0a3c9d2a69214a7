import { afterAll, beforeAll } from 'vitest';
import { aParley, type TestParley } from './parley-in-process.ts';
import { type Shop, twoShops } from './two-companies.ts';

type AtHand = { at: TestParley; ours: Shop; theirs: Shop };

/** A Parley with two companies in it, told before the first test of a file, and gone after the last. */
export function shopsAtHand(tell: (it: AtHand) => unknown, options?: Parameters<typeof aParley>[0]): void {
  let at: TestParley | undefined;
  beforeAll(async () => {
    at = await aParley(options);
    const [ours, theirs] = await twoShops(at);
    tell({ at, ours, theirs });
  });
  afterAll(() => at?.close());
}
