import { expect, test } from 'vitest';
import { privilegeKeys } from '#contract/privileges.ts';
import { doorSections, laterSections } from './door-words.ts';
import en from './en.json';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/*.gen.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const place = (file: string) => new URL(file, 'web:/src/i18n/').pathname;
const textAt = new Map(Object.entries(sources).map(([file, text]) => [place(file), text]));

/**
 * What a file brings along at once; `import()` comes later and is followed by whoever awaits it. The declaration of a noun
 * comes with every list, and speaks on the pages of its noun alone.
 */
function importsOf(file: string): string[] {
  const text = textAt.get(file) ?? '';
  return [
    ...text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+)'/gm),
    ...text.matchAll(/\bimport\('(\.[^']+)'\)/g),
  ]
    .map(([, target = '']) => new URL(target, `web:${file}`).pathname)
    .filter((one) => textAt.has(one) && !/\/entity\/declarations\/(?!index)/.test(one));
}

/** A right may be called like a section's word: `audit.get`. */
const isRight = (key: string): boolean => privilegeKeys.some((right) => right === key);

/** Every file that shows itself before somebody is signed in: all but the desk's routes, and what they bring along. */
const filesOfDoor = (): Set<string> =>
  filesOf((file) => /^\/src\/(?:main|app|router)\.tsx?$/.test(file) || /^\/src\/routes\/(?!_desk)[^-]/.test(file));

function filesOf(isStart: (file: string) => boolean, isEnd = (_file: string) => false): Set<string> {
  const found = new Set<string>();
  const add = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    if (!isEnd(file)) importsOf(file).forEach(add);
  };
  for (const file of textAt.keys()) if (isStart(file)) add(file);
  return found;
}

test('signed-out pages have all their words, and wait for no others', () => {
  const used = new Map<string, string>();
  for (const file of filesOfDoor())
    for (const [, key = '', section = ''] of (textAt.get(file) ?? '').matchAll(
      /['"`](([a-z_]+)\.[a-z_$][^'"`\n]*)['"`]/g,
    ))
      if (!used.has(section) && !isRight(key)) used.set(section, file);
  const missing = [...used].filter(([section]) => section in en && !doorSections.includes(section));
  expect(missing).toEqual([]);
  expect(doorSections.filter((section) => !used.has(section))).toEqual([]);
});

test('a page waits for the words that come later, if it or what it brings along says them', {
  timeout: 120_000,
}, () => {
  const routes = [...textAt.keys()].filter((file) => /^\/src\/routes\/[^-]/.test(file));
  for (const section of laterSections) {
    const says = (file: string) =>
      [...(textAt.get(file) ?? '').matchAll(new RegExp(`['"\`](${section}\\.[a-z_$]+)`, 'g'))].some(
        ([, key = '']) => !isRight(key),
      );
    // Whoever waits for them may bring along what says them: a route, or what is opened on a page.
    const learns = (file: string) => textAt.get(file)?.includes(`learnLater('${section}')`) ?? false;
    // Pages of nouns wait for the words of the one they show.
    const waits = (file: string) =>
      learns(file) || (learns('/src/routes/-entity.ts') && textAt.get(file)?.includes('learnWordsOf(params')) || false;
    expect([...textAt.keys()].some(says), section).toBe(true);
    const hasty = routes.filter((route) =>
      [...filesOf((file) => file === route, waits)].some((file) => says(file) && !waits(file)),
    );
    expect(hasty, `these routes say ${section}`).toEqual([]);
  }
});
