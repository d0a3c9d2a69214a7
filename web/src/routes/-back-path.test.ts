import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backPath } from './-back-path.ts';

const leads = (path: string) => backPath.safeParse(path).success;

test('a link leads back to a page of ours', () => {
  expect(leads('/tickets/7#reply')).toBe(true);
  expect(leads('/mailboxes/1/log?outcome=spam')).toBe(true);
  expect(leads('/redirection?to=%2Ftickets')).toBe(true);
});

/** Every way to write another site that people have found browsers to understand, and our own host as bait. */
const hosts = ['evil.test', 'evil.test%2f..', 'desk.acme.test@evil.test', 'desk.acme.test.evil.test', '%65vil.test'];
const shapes = (host: string) => [
  `https://${host}`,
  `http://${host}/v1/`,
  `//${host}`,
  `///${host}`,
  `////${host}//`,
  `/\\${host}`,
  `\\/${host}`,
  `\\\\${host}`,
  `/\t/${host}`,
  `/\n/${host}`,
  `/\r/${host}`,
  `/\0/${host}`,
  `\t//${host}`,
  ` //${host}`,
  `/./\\${host}`,
  `/..//${host}`,
  `/.//${host}`,
  `/v1/..//${host}`,
  `/v1/../..//${host}`,
  `/tickets/%2e%2e//${host}`.replace('/tickets', ''),
  `https:${host}`,
  `https:/${host}`,
  `https:\\${host}`,
  `hTTps://${host}`,
  `ftp://${host}`,
  `ws://${host}`,
  `//${host}:443#`,
  `@${host}`,
  `${host}`,
  `.${host}`,
  `?to=//${host}`,
  `#//${host}`,
  `javascript:alert('${host}')//`,
  `java\nscript:alert('${host}')`,
  `data:text/html,${host}`,
  `vbscript:${host}`,
  `blob:https://${host}/1`,
  `\u3000//${host}`,
  `〱//${host}`,
  `//${host}\u3002`,
  `/\u2028/${host}`,
  `\ufeff//${host}`,
];

describe('A28 a link to the sign-in page cannot lead elsewhere afterwards', () => {
  test.each(hosts)('by any spelling of %s', (host) => {
    expect(
      shapes(host)
        .filter(leads)
        // What is let through is a path of ours for the browser as well.
        .filter((path) => !staysHere(path)),
    ).toEqual([]);
    for (const path of [`//${host}`, `/\\${host}`, `/..//${host}`, `https://${host}`, '', '/\t/', 'tickets'])
      expect(leads(path), JSON.stringify(path)).toBe(false);
  });

  test('by any letters at all', () => {
    const letters = fc.constantFrom(...'/\\.:@?#%2eftp \t\n\r\0;&aevil'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 12 }), (rest) => {
        const text = `/${rest}`;
        if (!leads(text)) return;
        expect(staysHere(text), JSON.stringify(text)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

/** As it is, under our base path, and once more after it has been put in order. */
function staysHere(path: string): boolean {
  const us = 'https://desk.acme.test';
  return [path, `/v1${path}`].every((one) => {
    const first = new URL(one, us);
    const again = new URL(first.pathname + first.search + first.hash, us);
    return first.origin === us && again.origin === us && /^https:$/.test(first.protocol);
  });
}
