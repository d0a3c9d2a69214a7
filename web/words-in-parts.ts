import fs from 'node:fs';
import type { Plugin } from 'vite';
import { partOfError } from './desk-errors.ts';
import { laterSections, partOfSection } from './src/i18n/door-words.ts';

const parts: readonly string[] = ['door', 'desk', ...laterSections];

/** Those of `errors` that come with this part. */
function errorsOf(part: string, errors: object | undefined): { errors?: object } {
  const chosen = Object.entries(errors ?? {}).filter(([key]) => partOfError(key) === part);
  return chosen.length === 0 ? {} : { errors: Object.fromEntries(chosen) };
}

/** Makes `uk.json?door`, `uk.json?desk` and so on of `uk.json`, so that nobody waits for words of other pages. */
export function wordsInParts(): Plugin {
  return {
    name: 'words-in-parts',
    enforce: 'pre',
    load(id) {
      const [file = '', part] = id.split('?');
      if (!file.endsWith('.json') || !part || !parts.includes(part)) return null;
      this.addWatchFile(file);
      const words = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown> & { errors?: object };
      const isOfPart = ([section]: [string, unknown]) => partOfSection(section) === part;
      const chosen = JSON.stringify({
        ...Object.fromEntries(Object.entries(words).filter(isOfPart)),
        ...errorsOf(part, words.errors),
      });
      // Browsers read a text faster than an object written out.
      return { code: `export default JSON.parse(${JSON.stringify(chosen)})`, moduleType: 'js' };
    },
  };
}
