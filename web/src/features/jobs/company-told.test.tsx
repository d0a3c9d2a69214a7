import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import type { Job } from '#contract/jobs.ts';
import en from '../../i18n/en.json' with { type: 'json' };
import CompanyTold from './company-told.tsx';

const words = createInstance();
beforeAll(() => words.init({ lng: 'en', resources: { en: { translation: en } } }));

const told = (summary: Job['summary']) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <CompanyTold job={{ company_id: 1, summary } as Job} />
    </I18nextProvider>,
  );

test('files that were not found when a company was exported are told with the export, and with its import', () => {
  expect(told({ missing: 2 })).toBe('<p>2 files are missing: they were not found when the export was made.</p>');
  expect(told({ counts: { tickets: 3 }, missing: 1 })).toBe(
    '<p>3 tickets, 0 messages, 0 customers.</p><p>1 file is missing: it was not found when the export was made.</p>',
  );
  expect(told({ missing: 0 })).toBe('');
  expect(told(null)).toBe('');
});
