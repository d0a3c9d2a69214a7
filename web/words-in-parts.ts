import fs from 'node:fs';
import type { Plugin } from 'vite';
import { doorSections } from './src/i18n/door-words.ts';

/** Makes `uk.json?door` and `uk.json?desk` of `uk.json`, so that a stranger does not wait for the words of the desk. */
export function wordsInParts(): Plugin {
  return {
    name: 'words-in-parts',
    enforce: 'pre',
    load(id) {
      const [file = '', part] = id.split('?');
      if (!file.endsWith('.json') || (part !== 'door' && part !== 'desk')) return null;
      this.addWatchFile(file);
      const words = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
      const isOfPart = ([section]: [string, unknown]) => doorSections.includes(section) === (part === 'door');
      const chosen = JSON.stringify(Object.fromEntries(Object.entries(words).filter(isOfPart)));
      // Browsers read a text faster than an object written out.
      return { code: `export default JSON.parse(${JSON.stringify(chosen)})`, moduleType: 'js' };
    },
  };
}
