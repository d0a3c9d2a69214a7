import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'vite';

export type PatternInSource = { readonly place: string; readonly source: string; readonly flags: string };

const root = path.join(import.meta.dirname, '..');

/** Every pattern of what runs at people's: written out, or put together when a file of the server begins. */
export async function ourPatterns(): Promise<PatternInSource[]> {
  const { patterns, makers } = patternsIn(['server/src', 'contract', 'web/src', 'widget']);
  const urls = makers
    .filter((file) => file.startsWith('server/'))
    .map((file) => pathToFileURL(path.join(root, file)).href);
  // What they import is there before, so that only their own patterns are noted.
  for (const url of urls) await import(url);
  const made: PatternInSource[] = [];
  const known = globalThis.RegExp;
  globalThis.RegExp = new Proxy(known, {
    construct(target, args, itself) {
      const { source, flags }: RegExp = Reflect.construct(target, args, itself);
      made.push({ place: 'put together', source, flags });
      return new target(source, flags);
    },
  });
  try {
    for (const url of urls) await import(`${url}?anew`);
  } finally {
    globalThis.RegExp = known;
  }
  return [...patterns, ...made];
}

/** Every pattern that is written out in the files of these folders, once, and the files that put others together. */
function patternsIn(folders: readonly string[]) {
  const patterns = new Map<string, PatternInSource>();
  const makers = new Set<string>();
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  );
  for (const file of files.filter((one) => !readsOnlyOurs.test(one))) {
    const text = readFileSync(path.join(root, file), 'utf8');
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return;
        const { pattern, flags } = node.regex;
        const place = `${file}:${text.slice(0, node.start).split('\n').length}`;
        patterns.set(`/${pattern}/${flags}`, { place, source: pattern, flags });
      },
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') makers.add(file);
      },
    }).visit(parseSync(file, text).program);
  }
  return { patterns: [...patterns.values()], makers: [...makers] };
}

/** Tests, and what runs where Parley is built, on its own files. */
const readsOnlyOurs =
  /\.test\.tsx?$|\/(?:samples|testing|demo)\/|\/(?:word-problems|prerender|page-template)\.tsx?$|node_modules/;
