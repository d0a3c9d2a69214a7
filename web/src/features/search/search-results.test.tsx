import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { readSearchQuery } from '#contract/search-query.ts';
import { speakInTests } from '../../i18n/speak-in-tests.ts';
import { SearchResults } from './search-results.tsx';
import type { Found } from './use-found.ts';
import type { FoundPicks } from './use-found-picks.ts';

test('whoever looks for too many words is told how many may be looked for, whatever they typed', async () => {
  await speakInTests();
  const said = (asked: string) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18next}>
        <SearchResults
          asked={asked}
          query={readSearchQuery(asked)}
          of={{} as Found} // not looked at where something is wrong with what was typed
          picks={{} as FoundPicks}
          onSet={() => {}}
          onOpen={() => {}}
        />
      </I18nextProvider>,
    );
  const words = (many: number) => Array.from({ length: many }, (_, i) => `word${i}`).join(' ');
  expect(said(words(17))).toContain('Search for 16 words at most');
  expect(said(`${words(8)} ${'tag:oak '.repeat(9)}`)).toContain('Search for 16 words at most');
});
