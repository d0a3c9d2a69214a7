import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { linkTo } from './support/account-letters.ts';
import { violationsOf } from './support/axe.ts';
import { joinsAsAgent } from './support/members.ts';
import { password } from './support/shop.ts';
import { expect, test } from './support/story.ts';

/** A stranger comes in, loses everything, and gets back in: by what the screens say, in either language, on a phone, without a mouse. */
const tellings = [
  {
    language: 'ua',
    locale: 'uk-UA',
    colorScheme: 'dark',
    from: '203.0.113.91',
    says: {
      confirmIt: 'Підтвердьте ел. пошту',
      setUp: 'Налаштувати двофакторний вхід',
      digit: 'Цифра 1 із 6',
      codes: 'Коди відновлення',
      kept: 'Коди збережено',
      codesLeft: /Залишилося 10/,
      account: /Я$/,
      signOut: 'Вийти',
      secondStep: 'Двофакторна перевірка',
      useRecovery: 'Скористатися кодом відновлення',
      recoveryCode: 'Код відновлення',
      forgot: 'Забули пароль?',
      lookAtMail: 'Перевірте пошту',
      newPassword: 'Новий пароль',
      again: 'Новий пароль ще раз',
      reset: 'Скинути двофакторний вхід',
    },
  },
  {
    language: 'en',
    locale: 'en-GB',
    colorScheme: 'light',
    from: '203.0.113.92',
    says: {
      confirmIt: 'Confirm your e-mail',
      setUp: 'Set up two-factor',
      digit: 'Digit 1 of 6',
      codes: 'Recovery codes',
      kept: 'I have kept them',
      codesLeft: /10 recovery codes left/,
      account: /Me$/,
      signOut: 'Sign out',
      secondStep: 'Two-factor check',
      useRecovery: 'Use a recovery code instead',
      recoveryCode: 'Recovery code',
      forgot: 'Forgot your password?',
      lookAtMail: 'Look into your mail',
      newPassword: 'New password',
      again: 'New password again',
      reset: 'Reset two-factor',
    },
  },
] as const;

/** Goes on by Tab until it has the focus, as somebody without a mouse does, and presses it. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const target = page
    .getByRole('link', typeof name === 'string' ? { name, exact: true } : { name })
    .or(page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }));
  await expect(target.first()).toBeVisible();
  for (let i = 0; i < 60 && !(await target.and(page.locator(':focus')).count()); i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

for (const { language, locale, colorScheme, from, says } of tellings) {
  test(`a stranger registers, loses phone and password, and gets back in, by keyboard on a phone (${language})`, async ({
    browser,
    aServer,
    shop,
    complaints,
  }) => {
    complaints.expect(/status of (401|403|422)|Unexpected response code: 40[13]/);
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      extraHTTPHeaders: { 'x-forwarded-for': from },
      baseURL: aServer.url,
      ...{ locale, colorScheme },
    });
    complaints.hear(context);
    const page = await context.newPage();
    const { keyboard } = page;
    const email = `stranger.${language}@${shop.domain}`;
    const heading = (name: string) =>
      page.getByRole('heading', typeof name === 'string' ? { name, exact: true } : { name });
    const fine = async (screen: string) => {
      expect.soft(await violationsOf(page), `axe on ${screen}`).toEqual([]);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect.soft(width, `nothing sticks out on ${screen}`).toBe(390);
    };
    const signsIn = async (secret: string) => {
      await page.goto('/v1/');
      await expect(page.locator('input[name=email]')).toBeFocused();
      await keyboard.type(email);
      await keyboard.press('Tab');
      await keyboard.type(secret);
      await keyboard.press('Enter');
    };
    const signsOut = async () => {
      await press(page, says.account);
      const out = page.getByRole('menuitem', { name: says.signOut });
      await expect(out).toBeVisible();
      for (let i = 0; i < 20 && !(await out.and(page.locator(':focus')).count()); i++)
        await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await expect(page.locator('input[name=email]')).toBeVisible();
    };
    let codes: string[] = [];

    await test.step('registers and confirms the address', async () => {
      await page.goto('/v1/register');
      await expect(page.locator('input[name=name]')).toBeFocused();
      for (const typed of ['Nina Novak', email, password]) {
        await keyboard.type(typed);
        if (typed !== password) await keyboard.press('Tab');
      }
      await keyboard.press('Enter');
      await expect(heading(says.confirmIt)).toBeVisible();
      await page.goto(await linkTo(aServer, 'email-confirmation-success', email));
      await expect(page).toHaveURL(/email-confirmation-success/);
      await fine('confirmed');
      const who = (await (await page.request.post('/v1/api/users/self', { data: { data: {} } })).json()).data;
      expect(who.user.email).toBe(email);
      await joinsAsAgent(aServer, who.user.id, shop.companyId);
    });

    await test.step('sets two-factor up on the screen, and writes the recovery codes down', async () => {
      await page.goto('/v1/security');
      await press(page, says.setUp);
      await expect(page.locator('svg[role=img][viewBox]').first()).toBeVisible();
      await fine('set up');
      const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
      const first = page.getByLabel(says.digit);
      for (let i = 0; i < 8 && !(await first.and(page.locator(':focus')).count()); i++) await keyboard.press('Tab');
      await keyboard.type(generateSync({ secret }));
      const list = page.getByRole('region', { name: says.codes }).getByRole('listitem');
      await expect(list).toHaveCount(10);
      codes = await list.allTextContents();
      await fine('recovery codes');
      await press(page, says.kept);
      await expect(page.getByText(says.codesLeft)).toBeVisible();
    });

    await test.step('loses the phone: a recovery code lets in, once', async () => {
      await signsOut();
      const gives = async (code: string) => {
        await expect(heading(says.secondStep)).toBeVisible();
        await press(page, says.useRecovery);
        await expect(page.getByLabel(says.recoveryCode)).toBeFocused();
        await keyboard.type(code);
        await keyboard.press('Enter');
      };
      await signsIn(password);
      await gives(codes[0] ?? '');
      await expect(page).toHaveURL(/tickets/);
      await context.clearCookies({ name: 'parley' });
      await signsIn(password);
      await gives(codes[0] ?? '');
      await expect(page.getByLabel(says.recoveryCode)).toHaveAttribute('aria-invalid', 'true');
      await expect(heading(says.secondStep), 'used up').toBeVisible();
      await context.clearCookies({ name: 'parley' });
    });

    const next = 'maple-chair-9-pine';
    await test.step('loses the password too: a letter leads to a new one, and never past the second step', async () => {
      await page.goto('/v1/', { waitUntil: 'networkidle' });
      await expect(page.locator('input[name=email]')).toBeFocused();
      await press(page, says.forgot);
      await expect(page).toHaveURL(/forgot/);
      await expect(page.locator('input[name=email]')).toBeFocused();
      await keyboard.type(email);
      await keyboard.press('Enter');
      await expect(heading(says.lookAtMail)).toBeVisible();
      await page.goto(await linkTo(aServer, 'restore', email));
      await expect(page.getByLabel(says.newPassword, { exact: true })).toBeFocused();
      await keyboard.type(next);
      const again = page.getByLabel(says.again);
      for (let i = 0; i < 4 && !(await again.and(page.locator(':focus')).count()); i++) await keyboard.press('Tab');
      await keyboard.type(next);
      await fine('new password');
      await keyboard.press('Enter');
      await expect(heading(says.secondStep)).toBeVisible();
      await fine('second step');
    });

    await test.step('has no code left: whoever administers the company resets it, and the password alone lets in', async () => {
      const { olena } = shop;
      await olena.api.call('settings/change', { language });
      const desk = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: aServer.url, locale });
      complaints.hear(desk);
      await shop.signIn(desk);
      const admin = await desk.newPage();
      const people = await olena.api.post('users/get', {
        fields: ['id', 'email'],
        filter: { conditions: [['email', '=', email]] },
      });
      await admin.goto(`/v1/users/${people.body.data.users[0].id}/edit`);
      await press(admin, says.reset);
      await expect(admin.getByRole('dialog')).toBeVisible();
      await press(admin, says.reset);
      await expect(admin.getByRole('dialog')).toBeHidden();
      await desk.close();
      await signsIn(next);
      await expect(page).toHaveURL(/tickets/);
      await fine('the desk');
    });
    await context.close();
  });
}
