import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pdfTold } from './pdf-told.ts';

const from = (said: object) => pdfTold({ parley: 'pdf', ...said });

test('the frame of a PDF tells how far it is', () => {
  expect(from({ told: 'ready', version: '6.5.438' })).toEqual({ told: 'ready', version: '6.5.438' });
  expect(from({ told: 'opened', pages: 7 })).toEqual({ told: 'opened', pages: 7 });
  expect(from({ told: 'at', page: 2 })).toEqual({ told: 'at', page: 2 });
  expect(from({ told: 'failed', why: 'password' })).toEqual({ told: 'failed', why: 'password' });
  expect(from({ told: 'needs', id: 1, file: 'cmaps/UniGB-UCS2-H.bcmap' })).toMatchObject({ told: 'needs' });
});

test.each<[string, unknown]>([
  ['somebody else', { parley: 'preview-ready' }],
  ['no object', 'opened'],
  ['nothing', null],
  ['a word it does not have', { parley: 'pdf', told: 'open', url: 'https://evil.test' }],
  ['a word of every object', { parley: 'pdf', told: 'toString' }],
  ['a key that resolves tickets', { parley: 'pdf', told: 'key', code: 'KeyE' }],
  ['half a page', { parley: 'pdf', told: 'at', page: 1.5 }],
  ['pages before the first', { parley: 'pdf', told: 'opened', pages: -1 }],
  ['pages in words', { parley: 'pdf', told: 'opened', pages: '<b>7</b>' }],
  ['a reason of its own', { parley: 'pdf', told: 'failed', why: 'Sign in at evil.test to read it' }],
  ['a version that leads elsewhere', { parley: 'pdf', told: 'ready', version: '../api' }],
  ...[
    '../api/users/self',
    'cmaps/../../api/files/1',
    'cmaps/%2e%2e.bcmap',
    'https://evil.test/a.bcmap',
    'wasm/quickjs.wasm',
  ].map((file): [string, unknown] => [file, { parley: 'pdf', told: 'needs', id: 1, file }]),
])('of a hostile PDF nothing is believed: %s', (_what, data) => {
  expect(pdfTold(data)).toBeNull();
});

test('nothing that a frame sends breaks the desk, and nothing more comes through than was looked at', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('ready', 'opened', 'drawn', 'at', 'zoom', 'key', 'needs', 'failed'),
      fc.object(),
      (told, said) => {
        const heard = pdfTold({ ...said, parley: 'pdf', told });
        expect(Object.keys(heard ?? {}).length).toBeLessThanOrEqual(3);
      },
    ),
  );
});
