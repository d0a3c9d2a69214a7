import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.join(import.meta.dirname, '../web/src');
const read = (file: string) => fs.readFileSync(file, 'utf8');

/** A class that its sheet has lost leaves no trace but the look of the page. */
test('every class that a screen asks of a sheet is in it', () => {
  const screens = fs.globSync('**/*.tsx', { cwd: web }).map((file) => path.join(web, file));
  const lost = screens.flatMap((file) => {
    const text = read(file);
    return [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)].flatMap(([, name, from = '']) => {
      const sheet = read(path.join(path.dirname(file), from));
      const known = new Set([...sheet.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, one]) => one));
      const used = [...text.matchAll(new RegExp(`(?<![\\w.'-])${name}\\.([a-zA-Z_]\\w*)`, 'g'))].map(([, one]) => one);
      return used.filter((one) => !known.has(one)).map((one) => `${path.relative(web, file)}: ${name}.${one}`);
    });
  });
  expect(screens.length).toBeGreaterThan(100);
  expect([...new Set(lost)]).toEqual([]);
});
