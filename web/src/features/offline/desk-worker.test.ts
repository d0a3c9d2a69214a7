import fs from 'node:fs';
import vm from 'node:vm';
import { expect, test } from 'vitest';

type Answer = (event: object) => void;

test('a desk that the server went back to opens without a network, and not the one that was kept after it', async () => {
  const kept = new Map<string, Map<string, Response>>();
  const caches = {
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
    match: async () => undefined,
    open: async (name: string) => {
      const cache = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, cache);
      return {
        match: async (address: string) => cache.get(address)?.clone(),
        put: async (address: string, answer: Response) => void cache.set(address, answer),
      };
    },
  };
  let served = 'a';
  const fetch = async (address: string) =>
    address === '/v1/desk.json'
      ? Response.json({ build: served, files: [] })
      : new Response(`<html data-build="${served}">`);
  const hears = new Map<string, Answer>();
  const self = { addEventListener: (name: string, then: Answer) => hears.set(name, then) };
  const script = fs.readFileSync(new URL('../../../public/desk-worker.js', import.meta.url), 'utf8');
  vm.runInNewContext(script, { self, caches, fetch, Response, Headers, Set });
  const keep = async (build: string) => {
    let done: unknown;
    hears.get('message')?.({ data: { keep: build }, ports: [], waitUntil: (what: unknown) => (done = what) });
    await done;
  };

  await keep('a');
  served = 'b';
  await keep('b');
  await keep('a');
  expect([...kept.keys()], 'a tab that is still open asks').toEqual(['parley-desk-a', 'parley-desk-b']);
  served = 'a';
  await keep('a');
  expect([...kept.keys()]).toEqual(['parley-desk-a']);
});
