import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import en from '../../../i18n/en.json' with { type: 'json' };
import type { Ticket } from '../ticket-queries.ts';
import { LastWord, Tags } from './ticket-row.tsx';

test('a letter without text has no empty line in the list', async () => {
  const words = createInstance();
  await words.init({ lng: 'en', resources: { en: { translation: en } } });
  const lineOf = (message: string) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={words}>
        <LastWord ticket={{ message, is_undelivered: 0, messages: { direction: 1 } } as Ticket} />
      </I18nextProvider>,
    );
  expect(lineOf('')).toContain('No text');
  expect(lineOf('It is oak')).toContain('>It is oak<');
});

test('a row draws two tags, says how many more there are, and names them', () => {
  const drawn = (...names: string[]) =>
    renderToStaticMarkup(<Tags of={names.map((name, id) => ({ id, name, color: '' }))} />).replaceAll(
      / class="[^"]*"/g,
      '',
    );
  expect(drawn('Refund', 'Oak')).toBe('<span>Refund</span><span>Oak</span>');
  const both = 'aria-label="Urgent, B&amp;B" title="Urgent, B&amp;B"';
  expect(drawn('Refund', 'Oak', 'Urgent', 'B&B')).toBe(
    `<span>Refund</span><span>Oak</span><span role="img" ${both}>+2</span>`,
  );
});
