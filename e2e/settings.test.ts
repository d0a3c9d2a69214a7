import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { startFakeAiProvider } from '#test/rigs/fake-ai-provider.ts';
import { violationsOf } from './support/axe.ts';
import { goesOn } from './support/goes-on.ts';
import { expect, test } from './support/story.ts';
import { veryMany } from './support/very-many.ts';

/** Colours fade over when the theme changes: what counts is where they arrive. */
const tidy = (page: Page) =>
  expect(async () => {
    const violations = await violationsOf(page);
    expect(violations.map((one) => `${one.id}: ${one.help}`)).toEqual([]);
  }).toPass({ timeout: 45_000 });

test('Olena makes the desk hers: language, look, times, toasts, signature, picture, and a token for a program', async ({
  page,
  context,
  shop,
  browser,
  aServer,
  mail,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id, number } = await shop.receivesTicket({ subject: 'A walnut table', from: 'Hanna <hanna@lindqvist.test>' });
  const second = await shop.receivesTicket({ subject: 'A second table', from: 'Hanna <hanna@lindqvist.test>' });
  await shop.signIn(context);
  const other = await context.newPage();
  await other.goto('/v1/tickets');
  await page.goto('/v1/tickets');
  // A page behind another draws once a second, and every click waits for that.
  await page.bringToFront();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Preferences' }).click();
  await expect(page).toHaveURL(/\/settings#preferences$/);

  await test.step('the language holds at once, in every open tab', async () => {
    await page.getByRole('combobox', { name: 'Language of the desk' }).click();
    await page.getByRole('option', { name: 'Українська' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Уподобання' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
    await expect(other.locator('html')).toHaveAttribute('lang', 'uk');
    await tidy(page);
  });

  await test.step('times follow her zone and her clock', async () => {
    await page.getByRole('combobox', { name: 'Часовий пояс' }).fill('Kyiv');
    await page.getByRole('option', { name: /Europe\/Kyiv/ }).click();
    await page.getByRole('combobox', { name: 'Дати' }).click();
    await page.getByRole('option', { name: /^\d{4}-\d{2}-\d{2}$/ }).click();
    const next = page.getByRole('radio', { name: 'Відкривати наступне звернення' });
    await next.click();
    await expect(next).toBeChecked();
    await expect
      .poll(async () => (await shop.olena.api.call('settings/all')).body.data.settings)
      .toMatchObject({
        time_zone: 'Europe/Kyiv',
        date_format: 'YYYY-MM-DD',
        after_sending: 'next',
      });
  });

  await test.step('what is put off comes back in her mornings, on the days she works', async () => {
    const morning = page.getByLabel('Ранок');
    await morning.fill('07:45');
    await morning.press('Tab');
    const saturday = page.getByRole('group', { name: 'Робочі дні' }).getByRole('checkbox', { name: 'сб' });
    await saturday.click();
    await expect(saturday).toBeChecked();
    await expect
      .poll(async () => (await shop.olena.api.call('settings/all')).body.data.settings.snooze_presets)
      .toEqual({ morning: '07:45', evening: '18:00', days: [1, 2, 3, 4, 5, 6] });
    await tidy(page);
  });

  await test.step('the desk opens with what she chose', async () => {
    await page.getByRole('combobox', { name: 'Перше подання' }).click();
    await page.getByRole('option', { name: 'Мої' }).click();
    await expect
      .poll(async () => (await shop.olena.api.call('settings/all')).body.data.settings.first_view)
      .toBe('mine');
    await tidy(page);
    await page.goto('/v1/');
    await expect(page).toHaveURL(/\/v1\/tickets\?view=mine$/);
  });

  await test.step('the dark theme and close rows hold at once', async () => {
    await page.goto('/v1/settings#personalization');
    await page.getByText('Темна', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByText('Щільно', { exact: true }).click();
    await expect(other.locator('html')).toHaveAttribute('data-density', 'compact');
    expect((await other.locator('[data-ticket]').first().boundingBox())?.height).toBeLessThan(40);
    await tidy(page);
  });

  await test.step('keys without Ctrl can be turned off: then none of them acts, and the sheet lists none', async () => {
    const single = page.getByRole('switch', { name: 'Клавіші без Ctrl' });
    await single.click();
    await expect(single).not.toBeChecked();
    await expect.poll(async () => (await shop.olena.api.call('settings/all')).body.data.settings.single_keys).toBe(0);
    await goesOn(page, '/v1/tickets');
    await expect(page.locator('[data-ticket]').first()).toBeVisible();
    for (const key of ['j', '?', 'c']) await page.keyboard.press(key);
    await page.getByRole('button', { name: /^Обліковий запис/ }).click();
    await page.getByRole('menuitem', { name: 'Клавіатура' }).click();
    const sheet = page.getByRole('dialog', { name: 'Клавіатура' });
    await expect(sheet.getByRole('listitem').first()).toContainText('Ctrl');
    await expect(sheet.getByRole('listitem').filter({ hasNotText: /Ctrl|Esc/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-ticket] a:focus')).toHaveCount(0);
    await goesOn(page, '/v1/settings#personalization');
    await single.click();
    await expect(single).toBeChecked();
  });

  await test.step('a signature is written as letters are, and unsaved words are asked about', async () => {
    const editor = page.getByRole('textbox', { name: 'Підпис' });
    await editor.click();
    await page.keyboard.type('{{agent.first_name}}, Lumen and Oak{{customer.phone}}');
    await page.getByRole('link', { name: 'Сповіщення' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Скасувати' }).click();
    await expect(editor).toHaveText('{{agent.first_name}}, Lumen and Oak{{customer.phone}}');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Оновлено')).toBeVisible();
  });

  await test.step('toasts stand where she wants them', async () => {
    await page.goto('/v1/settings#notifications');
    const fields = await page.getByRole('table').boundingBox();
    expect(fields?.width, 'one column, as wide as in every form').toBe(560);
    await page.getByRole('combobox', { name: 'Розташування' }).click();
    await page.getByRole('option', { name: 'Угорі праворуч' }).click();
    await page.getByRole('button', { name: 'Показати приклад' }).click();
    const toast = page.locator('[data-position="top-right"]').getByText('Це приклад');
    await expect(toast).toBeVisible();
    await tidy(page);
    // The field follows; merely passing through says nothing; a number beyond the limits is the limit.
    const seconds = page.getByRole('textbox', { name: 'Секунди' });
    const { api } = shop.olena;
    const kept = async () => (await api.call('settings/all')).body.data.settings.notification_duration;
    const usual = await kept();
    const asked: (string | null)[] = [];
    page.on('request', (one) => one.url().endsWith('/settings/change') && asked.push(one.postData()));
    await api.call('settings/change', { notification_duration: 59_000 });
    await expect(seconds).toHaveValue('59');
    await seconds.focus();
    await seconds.press('Tab');
    await seconds.fill('700');
    await seconds.press('Enter');
    await expect(seconds).toHaveValue('600');
    await expect(seconds).toBeFocused();
    await expect.poll(kept).toBe(600_000);
    expect(asked).toHaveLength(1);
    await api.call('settings/change', { notification_duration: usual });
    await expect(seconds).toHaveValue(String(usual / 1000));
  });

  await test.step('her picture is cut by the keyboard, and stands beside her letters', async () => {
    await page.locator('button[data-status]').first().click();
    await page.locator('a[href*="/queryitem/users/"]').click();
    await expect(page).toHaveURL(/\/profile$/);
    const photo = await sharp({ create: { width: 700, height: 400, channels: 3, background: '#b0643c' } })
      .png()
      .toBuffer();
    await page.locator('input[data-avatar]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('application').focus();
    for (const key of ['+', '+', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    await tidy(page);
    await dialog.getByRole('button', { name: 'Використати це фото' }).click();
    await expect(dialog).toBeHidden();
    const drawn = page.getByRole('main').getByRole('img', { name: 'Olena Kovalenko' }).locator('img');
    await expect(drawn).toHaveJSProperty('naturalWidth', 256);
    await tidy(page);
  });

  await test.step('a reply ends with the signature and leads on to the next ticket', async () => {
    await goesOn(page, `/v1/tickets/${second.id}`);
    await page.getByRole('textbox', { name: 'Відповідь', exact: true }).click();
    await page.keyboard.type('It leaves');
    await expect(page.getByText('Olena, Lumen and Oak')).toBeVisible();
    await page.getByRole('button', { name: 'Без підпису' }).click();
    await page.keyboard.type(' tomorrow');
    await page.getByRole('button', { name: 'З підписом' }).click();
    await page.keyboard.type('.');
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(new RegExp(`/tickets/${id}`));
    await goesOn(page, `/v1/tickets/${second.id}`);
    const letter = page.getByRole('article', { name: /Olena/ });
    await expect(letter).toContainText('It leaves tomorrow.');
    await expect(letter).toContainText('Olena, Lumen and Oak');
    await expect(letter, 'nobody is sent braces').not.toContainText('{{');
    await expect(letter.locator('img')).toHaveJSProperty('naturalWidth', 64);
  });

  await test.step('a program reads the tickets with a token, until it is revoked', async () => {
    await goesOn(page, '/v1/settings#tokens');
    await page.getByRole('textbox', { name: 'Назва' }).fill('Warehouse');
    await page.getByRole('link', { name: 'Сповіщення' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Скасувати' }).click();
    await page.getByRole('button', { name: 'Створити токен' }).click();
    const token = (await page.locator('[data-token]').textContent()) ?? '';
    await page.getByRole('button', { name: 'Копіювати', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Скопійовано' })).toBeVisible();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    await tidy(page);
    const program = await browser.newContext({
      baseURL: aServer.url,
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    });
    const ask = () => program.request.post('/v1/api/tickets/get', { data: { fields: ['case_number'] } });
    expect(JSON.stringify(await (await ask()).json())).toContain(number);
    await page.getByRole('button', { name: 'Готово' }).click();
    await page.getByRole('button', { name: 'Відкликати Warehouse' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Відкликати' }).click();
    await expect(page.getByText('Поки що жодного.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Назва' }), 'where one makes another').toBeFocused();
    expect((await ask()).status()).toBe(401);
    await program.close();
  });

  await test.step('a token that is ready when she has gone elsewhere is shown to her there', async () => {
    const isMade = Promise.withResolvers<void>();
    await page.route('**/api-tokens/create', (route) => isMade.promise.then(() => route.continue()), { times: 1 });
    await page.getByRole('textbox', { name: 'Назва' }).fill('Каса');
    await Promise.all([page.waitForRequest('**/api-tokens/create'), page.keyboard.press('Enter')]);
    await goesOn(page, '/v1/tickets');
    isMade.resolve();
    await page.getByRole('button', { name: 'Показати токен' }).click();
    const dialog = page.getByRole('dialog');
    const authorization = `Bearer ${await dialog.locator('[data-token]').textContent()}`;
    const program = await browser.newContext({ baseURL: aServer.url, extraHTTPHeaders: { authorization } });
    const answer = await program.request.post('/v1/api/tickets/get', { data: { fields: ['case_number'] } });
    expect(JSON.stringify(await answer.json())).toContain(number);
    await program.close();
    await tidy(page);
    await dialog.getByRole('button', { name: 'Готово' }).click();
    await expect(dialog).toBeHidden();
    await goesOn(page, '/v1/settings#tokens');
    await expect(page.getByRole('button', { name: 'Відкликати Каса' })).toBeVisible();
  });

  await test.step('a provider of her own is asked before it is kept, and forgotten when she says so', async () => {
    const provider = await startFakeAiProvider(mail.certificates);
    await page.getByRole('link', { name: 'Налаштування ШІ' }).click();
    await expect(page).toHaveURL(/\/v1\/ai$/);
    await expect(page.getByText('Поки що жодного.')).toBeVisible();
    await tidy(page);
    const field = (name: string) => page.getByRole('textbox', { name });
    await field('Назва').fill('Власний ключ');
    await page.getByRole('combobox', { name: 'Протокол' }).click();
    await page.getByRole('option', { name: 'Anthropic' }).click();
    // What nobody typed follows; what somebody typed stays.
    await expect(field('Адреса')).toHaveValue('https://api.anthropic.com/v1');
    await field('Адреса').fill(provider.anthropic);
    await field('Модель').fill('gpt-5');
    await field('Ключ').fill('sk-of-nobody');
    complaints.expect(/422/);
    await page.getByRole('button', { name: 'Перевірити й додати' }).click();
    await expect(page.getByText('Постачальник не приймає цей ключ')).toBeVisible();
    await expect(field('Ключ')).toBeFocused();
    await tidy(page);
    await page.getByRole('link', { name: 'Сповіщення' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Скасувати' }).click();
    await field('Ключ').fill(provider.key);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText('«Власний ключ» додано')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Власний ключ' })).toContainText('localhost');
    await expect(field('Ключ')).toHaveValue('');
    expect(await page.content()).not.toContain(provider.key);
    await tidy(page);
    await page.getByRole('button', { name: 'Видалити Власний ключ' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Видалити' }).click();
    await expect(page.getByText('Поки що жодного.')).toBeVisible();
    await provider.stop();
  });

  await test.step('of very many products she mutes the last, which stays muted when she mutes another', async () => {
    const last = await veryMany('products', 'Annex', shop);
    await page.goto('/v1/settings#notifications');
    const field = page.getByRole('combobox', { name: 'Продукти без сповіщень' });
    await field.fill('annex 110');
    await page.getByRole('option', { name: last.name }).click();
    await page.reload();
    await expect(page.getByText(last.name, { exact: true })).toBeVisible();
    await field.fill('annex 001');
    await page.getByRole('option', { name: 'Annex 001' }).click();
    await expect
      .poll(async () => (await shop.olena.api.call('users/self')).body.data.settings.muted_products.length)
      .toBe(2);
    await expect(page.getByText(last.name, { exact: true })).toBeVisible();
  });
});
