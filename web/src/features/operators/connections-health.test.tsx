import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { speakInTests } from '../../i18n/speak-in-tests.ts';
import { ConnectionsHealth } from './connections-health.tsx';

test.each([
  [
    'en' as const,
    ['Mailboxes that cannot be reached', 'Nothing listens on this port. Check the port number'],
    ['Messengers that cannot be checked', 'The messenger itself has trouble at the moment. We try again'],
    ['Mailboxes that need somebody', 'Something went wrong while talking to the mail server'],
  ],
  [
    'uk' as const,
    ['Скриньки без зв’язку', 'На цьому порту ніхто не відповідає. Перевірте номер порту'],
    ['Месенджери, які не вдається перевірити', 'У самого месенджера зараз негаразди. Ми пробуємо знову'],
    ['Скриньки, що потребують людини', 'Щось пішло не так у розмові з поштовим сервером'],
  ],
])('why connections do not work is said in words, the key beside them (%s)', async (language, away, bot, other) => {
  await speakInTests(language);
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={i18next}>
      <ConnectionsHealth
        of={[
          { kind: 'mailbox', state: 'degraded', key: 'connection_refused', count: 2 },
          { kind: 'messenger', state: 'degraded', key: 'provider_down', count: 1 },
          { kind: 'mailbox', state: 'action_needed', key: 'of_a_newer_server', count: 1 },
        ]}
      />
    </I18nextProvider>,
  );
  for (const words of [...away, ...bot, ...other]) expect(page).toContain(words);
  for (const key of ['connection_refused', 'provider_down', 'of_a_newer_server'])
    expect([...page.matchAll(new RegExp(key, 'g'))].length, key).toBe(1);
  expect(page).toContain('title="connection_refused"');
});
