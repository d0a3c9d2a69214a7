import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from './call.ts';
import * as contract from './quidget-chat.ts';

/**
 * What each version of the protocol looked like. Pages keep an old chat for as long as they stay open, and speak as it does.
 * A change of these shapes takes a new version, unless no page has seen this one yet: then its print is written anew.
 */
const prints: Readonly<Record<number, string>> = {
  1: '17e02ec705169a48',
};

test('the shapes of a version of the chat stay as they were', () => {
  const calls = Object.values(contract).filter((one): one is Call => typeof one === 'object' && 'path' in one);
  const shapes = {
    ...Object.fromEntries(
      calls.flatMap((one) => [[one.path, [one.method, json(one.data, 'input'), json(one.answer)]]]),
    ),
    hello: json(contract.chatHello, 'input'),
    said: json(contract.chatSaid, 'input'),
    told: json(contract.chatTold),
    uploaded: [contract.chatUploadPath, json(contract.chatUploadAnswer)],
    socket: contract.chatSocketPath,
  };
  expect(Object.keys(shapes).length).toBeGreaterThanOrEqual(13);
  const print = createHash('sha256').update(JSON.stringify(shapes)).digest('hex').slice(0, 16);
  expect(print, `version ${contract.chatVersion} has changed: raise chatVersion`).toBe(prints[contract.chatVersion]);
});

const json = (shape: z.ZodType, io: 'input' | 'output' = 'output') =>
  z.toJSONSchema(shape, { io, unrepresentable: 'any' });
