import { linkTo } from './support/account-letters.ts';
import { violationsOf } from './support/axe.ts';
import { password } from './support/shop.ts';
import { expect, test } from './support/story.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('Olena changes her password and her address at her desk; her other browser is signed out', async ({
  page,
  context,
  browser,
  complaints,
  shop,
  aServer,
}) => {
  complaints.expect(/status of 422/);
  const next = 'maple-chair-9-pine';
  const address = `olena@new-${shop.domain}`;
  await page.addInitScript(`localStorage.setItem('parley.language', 'ua')`);
  await shop.olena.api.call('settings/change', { language: 'ua' });
  await shop.signIn(context);
  await page.goto('/v1/password');

  await page.getByLabel('Старий пароль').fill('not-the-password-1');
  await page.getByLabel('Новий пароль', { exact: true }).fill(next);
  await page.getByLabel('Новий пароль ще раз').fill(next);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Неправильний пароль')).toBeVisible();
  await expect(page.getByLabel('Старий пароль')).toBeFocused();
  expect.soft(await violationsOf(page), 'axe').toEqual([]);
  expect.soft(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.getByLabel('Старий пароль').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Пароль змінено')).toBeVisible();
  expect((await shop.olena.api.call('users/self')).status, 'the token of before').toBe(401);

  await page.getByLabel('Нова адреса').fill(address);
  await page.getByLabel('Пароль', { exact: true }).fill(next);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText(address)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(await linkTo(aServer, 'email-confirmation-success', address));
  await expect(tab.getByRole('heading', { name: 'Ел. пошту підтверджено' })).toBeVisible();
  await expect(page.locator('b', { hasText: address }).first()).toBeVisible();

  const elsewhere = await (await browser.newContext({ locale: 'uk-UA' })).newPage();
  await elsewhere.goto(await linkTo(aServer, 'take-address-back', shop.olena.email));
  await elsewhere.getByRole('button', { name: 'Повернути обліковий запис' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Обліковий запис повернуто' })).toBeVisible();
  await expect(page.getByRole('dialog'), 'everybody is signed out').toBeVisible();
  await elsewhere.context().close();
});
