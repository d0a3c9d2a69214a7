import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, test } from 'vitest';
import { speakInTests } from '../i18n/speak-in-tests.ts';
import { MailboxHealth } from './mailbox-health.tsx';

beforeAll(() => speakInTests());

const wordsOf = (health_key: string | null) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18next}>
      <MailboxHealth of={{ health_state: 'degraded', health_key, health_since: null }} />
    </I18nextProvider>,
  ).replace(/<[^>]+>/g, '');

test('a mailbox is slow only where its provider slows it down; what cannot be reached says so', () => {
  expect(wordsOf('throttled')).toBe('Slow');
  expect(wordsOf('timed_out')).toBe('Not reachable');
  expect(wordsOf('connection_refused')).toBe('Not reachable');
  expect(wordsOf('tls_failed')).toBe('Having trouble');
  expect(wordsOf(null)).toBe('Having trouble');
});
