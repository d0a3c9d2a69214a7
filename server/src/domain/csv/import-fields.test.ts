import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { csvEntities } from '#contract/csv.ts';
import { importFields, matchTitles } from './import-fields.ts';

const columnsIn = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../../web/src/i18n/${language}.json`, import.meta.url), 'utf8')).csv.columns;
/** What the desk calls a field, where that is not its name. */
const words: Record<string, string> = { 'texts.en': 'texts_en', 'texts.ua': 'texts_ua', acd_provider: 'carrier' };

test.each(csvEntities.flatMap((entity) => ['en', 'uk'].map((language) => [entity, language] as const)))(
  'a file of %s that was written in the language %s is understood in any other',
  (entity, language) => {
    const columns = columnsIn(language);
    const fields = importFields[entity].map((one) => one.name);
    const wordOf = (name: string) => (entity === 'users' && name === 'name' ? 'person' : (words[name] ?? name));
    const titles = fields.map((name) => columns[wordOf(name)] ?? '');
    expect(titles).not.toContain('');
    expect(matchTitles(entity, titles)).toEqual(fields);
  },
);
