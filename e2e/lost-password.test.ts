import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { linkTo } from './support/account-letters.ts';
import { violationsOf } from './support/axe.ts';
import { password } from './support/shop.ts';
import { expect, test } from './support/story.ts';

test.use({ viewport: { width: 390, height: 844 }, locale: 'uk-UA', colorScheme: 'dark' });

const fine = async (page: Page, screen: string) => {
  expect.soft(await violationsOf(page), `axe on ${screen}`).toEqual([]);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect.soft(width, `nothing sticks out on ${screen}`).toBe(390);
};
/** Goes on by Tab until the element has the focus, as somebody without a mouse does. */
const tabTo = async (page: Page, name: string | RegExp) => {
  const target = page.getByRole('link', { name }).or(page.getByRole('button', { name }));
  for (let i = 0; i < 25; i++) {
    if (await target.and(page.locator(':focus')).count()) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
};

test('a stranger with a phone registers, confirms, loses the password and the codes and gets back in, by keyboard and in Ukrainian', async ({
  page,
  browser,
  complaints,
  aServer,
}) => {
  complaints.expect(/status of (403|422)/);
  const email = 'solomiia@pidmohylna.test';
  const next = 'клен-стілець-9-сосна';
  const { keyboard } = page;

  await test.step('a password that is easily guessed is refused, before and after it is sent', async () => {
    await page.goto('/v1/register');
    await expect(page.getByLabel('Ім’я')).toBeFocused();
    await keyboard.type('Соломія Підмогильна');
    await keyboard.press('Tab');
    await keyboard.type('solomia@pidmohylna.test');
    await keyboard.press('Tab');
    await keyboard.type('Кохання-2025!');
    const rules = page.getByRole('list', { name: 'Вимоги до пароля' });
    await expect(rules.getByText('Спеціальний символ (виконано)')).toBeVisible();
    await expect(rules.getByText('Важко вгадати (виконано)')).toBeHidden();
    await keyboard.press('Enter');
    await expect(page.getByText('Цей пароль легко вгадати')).toBeVisible();
    await expect(page.getByLabel('Пароль', { exact: true })).toBeFocused();
    await fine(page, 'register');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(password);
    await expect(rules.getByText('Важко вгадати (виконано)')).toBeVisible();
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/v1\/email-confirmation$/);
  });

  await test.step('the typo in the address is corrected, and nobody behind a proxy is sent to the outbox', async () => {
    await expect(
      page.getByRole('heading', { name: 'Підтвердьте ел. пошту' }),
      'the new page is read out',
    ).toBeFocused();
    await tabTo(page, 'Вказати іншу');
    await keyboard.press('Enter');
    await expect(page.getByLabel('Правильна адреса')).toBeFocused();
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(email);
    await keyboard.press('Enter');
    await expect(page.locator('b', { hasText: email })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Ще раз за (60|5\d) с$/ }), 'EXPECTATIONS 2.1').toBeDisabled();
    const host = email.split('@')[1] ?? '';
    const providers = page.getByRole('listitem').filter({ has: page.locator('a[target=_blank]') });
    await expect(providers, 'SPEC section 9').toHaveText(['Gmail', 'Yahoo', 'Outlook', 'Hotmail', 'iCloud', host]);
    await expect(page.getByRole('link', { name: 'відкрити вихідні' })).toBeHidden();
    await fine(page, 'confirmation');
  });

  await test.step('the letter is read on another device, which asks for the password; the first page goes on by itself', async () => {
    const elsewhere = await browser.newContext({ locale: 'uk-UA' });
    complaints.hear(elsewhere);
    const phone = await elsewhere.newPage();
    const link = await linkTo(aServer, 'email-confirmation-success', email);
    await phone.goto(link);
    expect(phone.url(), 'the secret is not in the address').not.toContain(link.split('/').at(-1));
    await expect(phone.getByLabel('Пароль облікового запису')).toBeFocused();
    await expect(page, 'following the link alone confirms nothing').toHaveURL(/\/v1\/email-confirmation$/);
    expect.soft(await violationsOf(phone), 'axe elsewhere').toEqual([]);
    await phone.keyboard.type(password);
    await phone.keyboard.press('Enter');
    await expect(phone.getByRole('heading', { name: 'Ел. пошту підтверджено' })).toBeVisible();
    await expect(page).toHaveURL(/\/v1\/companies\/add$/);
    await elsewhere.close();
  });

  await test.step('she forgets the password, and types the address in the wrong layout first', async () => {
    await page.context().clearCookies();
    await page.goto('/v1/');
    await expect(page.getByLabel('Ел. пошта')).toBeFocused();
    await keyboard.type('solomiia');
    await tabTo(page, 'Забули пароль?');
    await keyboard.press('Enter');
    await expect(page.getByLabel('Ел. пошта')).toBeFocused();
    await expect(page.getByLabel('Ел. пошта'), 'as typed at the sign-in').toHaveValue('solomiia');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('іщдщьшшф');
    await keyboard.press('Enter');
    await expect(page.getByText('Адреса не може містити кириличних літер')).toBeVisible();
    await expect(page.getByLabel('Ел. пошта')).toBeFocused();
    await fine(page, 'forgot');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(email);
    const asked: string[] = [];
    page.on('request', (request) => request.url().endsWith('/forgot/email') && asked.push(request.url()));
    await page.evaluate(`(() => {
      const form = document.querySelector('form');
      form.requestSubmit();
      form.requestSubmit();
    })()`);
    await expect(page.getByRole('heading', { name: 'Перевірте пошту' })).toBeVisible();
    expect(asked, 'two presses are one letter').toHaveLength(1);
    await fine(page, 'letter on its way');
  });

  await test.step('the link leads to a new password and in; a second time it leads nowhere', async () => {
    const link = await linkTo(aServer, 'restore', email);
    const token = link.split('/').at(-1) ?? '';
    const told: string[] = [];
    page.on('request', (request) => {
      if (!request.isNavigationRequest())
        told.push(`${request.url()} ${request.headers().referer} ${request.postData()}`);
    });
    await page.goto(link);
    await expect(page.getByLabel('Новий пароль', { exact: true })).toBeFocused();
    await expect(page, 'A18 the address does not hold what opens the account').toHaveURL(/\/v1\/restore\/~[\w-]{16}$/);
    await page.reload();
    await expect(page.getByLabel('Новий пароль', { exact: true }), 'and the page can be loaded again').toBeFocused();
    expect(
      await page.evaluate<string>(
        'document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage, state: history.state })',
      ),
    ).not.toContain(token);
    await keyboard.type(next);
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.type(`${next}!`);
    await keyboard.press('Enter');
    await expect(page.getByText('Паролі не збігаються')).toBeVisible();
    await fine(page, 'restore');
    await keyboard.press('Backspace');
    await page.getByLabel('Новий пароль ще раз').focus();
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(next);
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/v1\/companies\/add$/);
    expect(
      told.filter((one) => one.includes(token)),
      'no request of the page, and no referrer, carries it',
    ).toEqual([]);
    await page.goto(page.url().replace('companies/add', `restore/~${token.slice(0, 16)}`));
    await expect(page.getByText('сама ця адреса нічого не відкриває')).toBeVisible();
    await page.goto(link);
    await expect(page.getByText('Термін дії посилання для зміни пароля минув')).toBeVisible();
    for (const secret of [token, password, next]) expect(aServer.printed(), 'A53').not.toContain(secret);
  });

  await test.step('with two-factor on she loses the phone that shows the codes: a recovery code lets her in', async () => {
    const post = async (path: string, data = {}) =>
      (await (await page.request.post(`/v1/api/${path}`, { data: { data } })).json()).data;
    const { secret } = await post('google2fa/enable');
    const { recovery_codes: recoveryCodes } = await post('google2fa/confirm', { code: generateSync({ secret }) });
    await post('auth/logout');
    await page.goto('/v1/');
    await page.getByLabel('Ел. пошта').focus();
    await keyboard.type(email);
    await keyboard.press('Tab');
    await keyboard.type(next);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Двофакторна перевірка' })).toBeVisible();
    await tabTo(page, 'Скористатися кодом відновлення');
    await keyboard.press('Enter');
    await expect(page.getByLabel('Код відновлення')).toBeFocused();
    await keyboard.type('жодного');
    await keyboard.press('Enter');
    await expect(page.getByText('Код відновлення має вигляд')).toBeVisible();
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('aaaaa-bbbbb');
    await keyboard.press('Enter');
    await expect(page.getByText('Код відновлення неправильний')).toBeVisible();
    await fine(page, 'second step');
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(recoveryCodes[0]);
    await keyboard.press('Enter');
    await expect(page).toHaveURL(/\/v1\/companies\/add$/);
  });
});

test('whoever asks too often is told how long to wait, second by second, and then the button wakes', async ({
  page,
  complaints,
  aServer,
}) => {
  complaints.expect(/status of 429/);
  const far = { 'x-forwarded-for': '203.0.113.77' };
  await page.setExtraHTTPHeaders(far);
  for (let i = 0; i < 20; i++) {
    const data = { data: { email: `nobody${i}@pidmohylna.test` } };
    await page.request.post(`${aServer.url}/v1/api/forgot/email`, { headers: far, data });
  }
  await page.clock.install();
  await page.goto('/v1/forgot');
  const send = page.locator('button[type=submit]');
  const name = (await send.textContent()) ?? '';
  await page.getByRole('textbox').fill('solomiia@pidmohylna.test');
  await page.keyboard.press('Enter');
  const told = page.getByRole('button', { name: /^Спробуйте через \d+ (хвилин|годин)/ });
  await expect(told).toBeDisabled();
  await expect(page.getByText('Забагато запитів.')).toBeVisible();
  await fine(page, 'forgot, asked to wait');

  // The server said an hour at most; close to its end the seconds are counted.
  const minutes = Number(/\d+/.exec((await told.textContent()) ?? '')?.[0]);
  await page.clock.fastForward((minutes - 1) * 60_000);
  const inSeconds = page.getByRole('button', { name: /через \d+ секунд/ });
  await expect(inSeconds).toBeDisabled();
  const secondsLeft = async () => Number(/\d+/.exec((await send.textContent()) ?? '')?.[0]);
  const first = await secondsLeft();
  await page.clock.fastForward(10_000);
  await expect.poll(secondsLeft).toBeLessThanOrEqual(first - 10);
  await page.clock.fastForward(90_000);
  await expect(send).toHaveText(name);
  await expect(send).toBeEnabled();
});
