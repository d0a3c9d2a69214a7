import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import en from '../../i18n/en.json' with { type: 'json' };
import { EventLine } from './event-lines.tsx';
import type { Message } from './message.ts';
import { OldAndNew } from './old-and-new.tsx';

test('a ticket that has not come along to this place is named, and leads nowhere', async () => {
  const words = createInstance();
  await words.init({ lng: 'en', resources: { en: { translation: en } } });
  const author = { kind: 'system', id: null, name: 'Parley' };
  const message = { author, event: { key: 'follows', values: { number: 'LO-9' } } } as unknown as Message; // all that it looks at
  const line = renderToStaticMarkup(
    <I18nextProvider i18n={words}>
      <EventLine message={message} />
    </I18nextProvider>,
  );
  expect(line).toContain('<span>Follows <span>LO-9</span>, resolved long before</span>');
});

test('what a line keeps of before stands there as old and new; a line that keeps nothing says nothing of it', async () => {
  const words = createInstance();
  await words.init({ lng: 'en', resources: { en: { translation: en } } });
  const author = { kind: 'user', id: 7, name: 'Ira' };
  const shown = (key: string, values: object) =>
    renderToStaticMarkup(
      <I18nextProvider i18n={words}>
        <OldAndNew message={{ author, event: { key, values } } as unknown as Message} />
      </I18nextProvider>,
    ).replaceAll(/<[^>]*>/g, '');
  expect(shown('assigned', { name: 'Taras', was: 'Marko' })).toBe('Marko → Taras');
  expect(shown('assigned_within', { name: 'Taras', team: 'Returns', was: 'Repairs' })).toBe('Repairs → Taras, Returns');
  expect(shown('took', { was: 'Marko' })).toBe('Marko → Ira');
  expect(shown('unlabelled', { was: 'Complaint' })).toBe('Complaint → none');
  expect(shown('assigned', { name: 'Taras' })).toBe('');
});
