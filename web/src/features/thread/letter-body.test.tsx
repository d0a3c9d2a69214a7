import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import type { UnreadableLetter } from '#contract/messages.ts';
import en from '../../i18n/en.json' with { type: 'json' };
import { WhatIsMissing } from './letter-body.tsx';

test.each<[UnreadableLetter, string]>([
  ['pgp', 'Encrypted with PGP'],
  ['smime', 'Encrypted with S/MIME'],
  ['signed', 'Signed with S/MIME'],
  ['tnef', 'winmail.dat'],
  ['parts', 'More than 1,000 parts'],
  ['text', 'Too long: the whole text'],
])('a letter that is not shown whole says why: %s', async (what, words) => {
  const spoken = createInstance();
  await spoken.init({ lng: 'en', resources: { en: { translation: en } } });
  const letter = renderToStaticMarkup(
    <I18nextProvider i18n={spoken}>
      <WhatIsMissing of={{ event: { key: 'unreadable', values: { what } } }} />
    </I18nextProvider>,
  );
  expect(letter).toContain(words);
});
