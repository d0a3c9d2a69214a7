import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { usualSsoName } from '#contract/single-sign-on.ts';
import { speakInTests } from '../i18n/speak-in-tests.ts';
import { ssoName } from './sso-name.ts';

beforeAll(() => speakInTests());

test('a provider without a name of its own is called in the language of whoever reads', async () => {
  const named = async (language: string, name: string) => {
    await i18next.changeLanguage(language);
    return ssoName(name, i18next.t);
  };
  expect(await named('uk', usualSsoName)).toBe('єдиний вхід');
  expect(await named('uk', 'Lumen ID')).toBe('Lumen ID');
  expect(await named('en', usualSsoName)).toBe('single sign-on');
});
