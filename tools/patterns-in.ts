import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';

export type PatternInSource = { readonly place: string; readonly source: string; readonly flags: string };

/** Every pattern that is written out in the files of these folders, once, and the files that put others together. */
export function patternsIn(root: string, folders: readonly string[]) {
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
