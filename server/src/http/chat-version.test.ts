import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import * as contract from '#contract/quidget-chat.ts';

/**
 * What each version of the protocol looked like. Pages keep an old chat for as long as they stay open, and speak as it does:
 * a change of these shapes takes a new version. What an old page gets along with, such as a field that may be left out, is
 * written here as a further print of the same version.
 */
const prints: Readonly<Record<number, readonly string[]>> = {
  // The second: what an answer offers to be pressed may be told along with it.
  // The third: the server says now and then that the line lives, and what it closes with is written down.
  // The fourth: a first word may be refused for a proof of work. An old page waits, as at any limit.
  // The fifth: how long a message may be is said in another module, and is as it was.
  // The sixth: a first word may say where the clock stands.
  // The seventh: a word to a conversation of long ago begins another, and may be refused for a proof as a first one is.
  // The eighth: what a page tells besides is made to fit, also a name of nothing.
  // The ninth: attributes are counted before they are read. None are still none: only the description does not say so.
  // The tenth: which ratings there are is said in another module, and is as it was.
  1: [
    '2bb0bad380df2e19',
    '574b4e8c461e51ec',
    '42cb05f7efba8346',
    '545b4b4cf7e2592d',
    '81d9b24bf8db8759',
    'fa3d5fc9b4948f40',
    '8a8da292dce0fa77',
    '30b8763a2fa416bc',
    '0f95b96bb17fdce2',
    '0821af9c5344fc0b',
  ],
};

test('the shapes of a version of the chat stay as they were', () => {
  const shapes = Object.entries(contract)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, shapeOf(one)]);
  expect(shapes.length).toBeGreaterThan(15);
  const print = createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 16);
  expect(prints[contract.chatVersion], `version ${contract.chatVersion} has changed: raise chatVersion`).toContain(
    print,
  );
});

/** Shapes as they are sent and as they are read, calls by their parts, and all else as it is. */
function shapeOf(one: unknown): unknown {
  if (one instanceof z.ZodType)
    return (['input', 'output'] as const).map((io) => z.toJSONSchema(one, { io, unrepresentable: 'any' }));
  if (typeof one !== 'object' || one === null || !('answer' in one) || !('data' in one)) return one;
  return { ...one, data: shapeOf(one.data), answer: shapeOf(one.answer) };
}
