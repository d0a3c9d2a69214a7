import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namesInZip } from './names-in-zip.ts';

test.each<[what: string, given: string[], inZip: string[]]>([
  ['as they are', ['table.png', 'рахунок за стіл.pdf'], ['table.png', 'рахунок за стіл.pdf']],
  ['the same', ['photo.jpg', 'photo.jpg', 'Photo.JPG'], ['photo.jpg', 'photo (2).jpg', 'Photo (3).JPG']],
  ['the second of two is another one’s', ['a.txt', 'a (2).txt', 'a.txt'], ['a.txt', 'a (2).txt', 'a (3).txt']],
  ['the same, written by a Mac', ['й.txt', 'й.txt'.normalize('NFD')], ['й.txt', 'й (2).txt']],
  [
    'up and away',
    ['../../etc/passwd', '..\\win.ini', '/etc/shadow', 'C:\\a.bat'],
    ['_.._etc_passwd', '_win.ini', '_etc_shadow', 'C__a.bat'],
  ],
  ['nothing is left', ['..', '', '   ', '\u202e'], ['file', 'file (2)', 'file (3)', 'file (4)']],
  ['right to left', ['photo\u202egnp.exe'], ['photognp.exe']],
  [
    'what Windows keeps for itself',
    ['con', 'NUL.txt', 'com1.tar.gz', 'console.log'],
    ['_con', '_NUL.txt', '_com1.tar.gz', 'console.log'],
  ],
  [
    'too long',
    [`${'щ'.repeat(300)}.pdf`, `${'щ'.repeat(300)}.pdf`],
    [`${'щ'.repeat(50)}.pdf`, `${'щ'.repeat(50)} (2).pdf`],
  ],
])('A25 names in a ZIP file: %s', (_, given, inZip) => {
  expect(namesInZip(given)).toEqual(inZip);
});

test('A25 whatever files are called, each has a name of its own that stays in its folder', () => {
  const part = fc.constantFrom(
    'a',
    'A',
    '.',
    '..',
    '/',
    '\\',
    ' ',
    'й',
    'и\u0306',
    ':',
    'con',
    '\0',
    '\u202e',
    '(2)',
    '😀',
  );
  const names = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part).map((all) => all.join('')),
    ),
  );
  fc.assert(
    fc.property(names, (given) => {
      const made = namesInZip(given);
      expect(new Set(made.map((one) => one.normalize('NFC').toLowerCase())).size).toBe(given.length);
      for (const one of made) {
        expect(one).toMatch(/^[^<>:"/\\|?*\p{Cc}\p{Cf}]+$/u);
        expect(one).not.toMatch(/^[. ]|[. ]$/);
        expect(Buffer.byteLength(one)).toBeLessThan(256);
      }
    }),
  );
});

test('A38 ten thousand of one name are named at once', () => {
  const before = performance.now();
  expect(namesInZip(Array.from({ length: 10_000 }, () => 'image.png')).at(-1)).toBe('image (10000).png');
  expect(performance.now() - before).toBeLessThan(2_000);
});
