import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { rowId } from '#test/api/people.ts';
import { type FakeBot, type FakeMessengers, startFakeMessengers } from '#test/rigs/fake-messengers.ts';
import { type ParleyServer, startParleyServer } from '#test/rigs/parley-server.ts';
import { violationsOf } from './support/axe.ts';
import { password, type Somebody, somebody } from './support/shop.ts';
import { test as base, expect } from './support/story.ts';

type House = { messengers: FakeMessengers; server: ParleyServer };

/** A server that asks messengers of our own. */
const test = base.extend<{ olena: Somebody }, { house: House }>({
  house: [
    async ({ browserName: _ }, lend) => {
      const messengers = await startFakeMessengers();
      const server = await startParleyServer({ env: { ...messengers.env, OUTBOUND_ALLOW: '127.0.0.0/8' } });
      await lend({ messengers, server });
      await server.discard();
      await messengers.stop();
    },
    { scope: 'worker' },
  ],
  olena: async ({ house }, lend, { testId }) =>
    lend(await somebody(house.server, 'Olena Kovalenko', `olena-${testId.slice(-12)}@lumenoak.test`)),
  baseURL: async ({ house }, lend) => lend(house.server.url),
});

const looksGood = async (page: Page, screen: string) =>
  expect.soft(await violationsOf(page), `axe on ${screen}`).toEqual([]);

test('Olena connects a Telegram bot, learns that its token was revoked, and gives her company a logo', async ({
  page,
  house: { messengers },
  olena,
  complaints,
}) => {
  const company = await olena.api.post('companies/create', {
    data: [{ company_name: 'Lumen & Oak', case_prefix: 'LO' }],
  });
  const companyId = rowId(company, 'companies');
  await olena.api.post('products/create', { data: [{ name: 'Shop', company_id: companyId }] });
  await page.request.post('/v1/api/auth/login', { data: { data: { email: olena.email, password } } });
  const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0b6b60' } })
    .png()
    .toBuffer();
  const bot: FakeBot = {
    ...{ messenger: 'telegram', id: '110201543', name: 'Lumen helper', address: '@lumen_bot' },
    ...{ token: '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw', picture: photo },
  };
  messengers.bots.push(bot);

  await test.step('a card says what is needed, and nothing pretends that messages flow', async () => {
    await page.goto('/v1/integrations');
    await expect(page.getByText('Messages do not flow yet')).toBeVisible();
    await expect(page.getByText('No messenger is connected')).toBeVisible();
    await looksGood(page, 'integrations');
    await page.getByRole('link', { name: 'Connect Telegram' }).click();
    await expect(page.getByRole('heading', { name: 'How to connect Telegram' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'BotFather' })).toHaveAttribute('href', 'https://t.me/BotFather');
    await looksGood(page, 'a new integration');
  });

  await test.step('the token is checked before it is saved', async () => {
    const field = page.getByLabel('Bot token');
    await field.fill('abc');
    await page.getByRole('button', { name: 'Check token' }).click();
    await expect(page.getByText('This is no token of this messenger')).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
    await expect(page.getByText('Nothing was checked')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Show or hide the token' })).toBeVisible();
    await page.getByLabel('Bot token').fill('110201543:mistyped');
    await page.getByRole('button', { name: 'Check token' }).click();
    await expect(page.getByText('The messenger does not know this token')).toBeVisible();
    await expect(page.getByText('The messenger refused')).toBeVisible();
    await page.getByLabel('Bot token').fill(bot.token);
    await expect(page.getByText('The messenger does not know this token')).toBeHidden();
    // A server that was never reached has refused nothing.
    await page.getByLabel('Own Bot API server').fill('https://127.0.0.1:64999');
    await page.getByRole('button', { name: 'Check token' }).click();
    await expect(page.getByText('Nothing was checked')).toBeVisible();
    await expect(page.getByText('The messenger refused')).toBeHidden();
    await page.getByLabel('Own Bot API server').fill('');
    await page.getByRole('button', { name: 'Check token' }).click();
    await expect(page.getByText('Lumen helper · @lumen_bot')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Integration created successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/v1\/integrations\/\d+\/edit$/);
    // By the loop, not by anybody's click.
    await expect(page.getByRole('complementary', { name: 'Bot' }).getByText('Token works').first()).toBeVisible();
    await expect(page.getByRole('link', { name: '@lumen_bot' })).toBeVisible();
    await expect(page.getByLabel('Bot token')).toHaveValue('');
    await looksGood(page, 'an integration');
  });

  await test.step('what happened is told whole, and that it is not known is not called nothing', async () => {
    complaints.expect(/integrations\/history.* status of 404/);
    const asked = '**/v1/api/integrations/history';
    const errors = [{ key: 'not_found', message: 'Not found' }];
    await page.route(asked, (route) => route.fulfill({ status: 404, json: { success: false, errors } }));
    await page.reload();
    const aside = page.getByRole('complementary', { name: 'Bot' });
    await expect(aside.getByText('This could not be loaded')).toBeVisible();
    await expect(aside.getByText('Nothing yet')).toBeHidden();
    await page.unroute(asked);
    const entries = Array.from({ length: 14 }, (_, i) => ({
      at: `2026-03-0${1 + (i % 9)} 10:0${i % 7}:00`,
      state: 'ok',
      key: null,
      details: null,
    }));
    await page.route(asked, (route) => route.fulfill({ json: { success: true, data: { entries } } }));
    await aside.getByRole('button', { name: 'Try again' }).click();
    const happened = aside.getByRole('listitem');
    await expect(happened).toHaveCount(12);
    await aside.getByRole('button', { name: 'Show 2 more' }).click();
    await expect(happened).toHaveCount(14);
    await page.unroute(asked);
  });

  await test.step('a token that was revoked is told in plain words, also in the list', async () => {
    messengers.bots.length = 0;
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(page.getByText('The token worked before and is refused now').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row', { name: /Telegram.*@lumen_bot.*Needs action/ })).toBeVisible();
    const card = page
      .getByRole('region', { name: 'Messengers to connect' })
      .getByRole('listitem')
      .filter({ hasText: 'Telegram' });
    await expect(card).toContainText('1 needs action');
    await expect(card, 'it is connected, and does not work').not.toContainText('works');
    const checkNow = card.getByRole('button', { name: 'Check now: Telegram' });
    await checkNow.click();
    await expect(page.getByRole('alert').filter({ hasText: 'Telegram: The token worked before' })).toBeVisible();
    await looksGood(page, 'a messenger that needs action');
    messengers.bots.push(bot);
    await checkNow.click();
    await expect(card).toContainText('1 token works');
    await expect(card).not.toContainText('needs action');
    await expect(page.getByRole('row', { name: /Telegram.*@lumen_bot.*Token works/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Check now:/ }), 'only where one is connected').toHaveCount(1);
    await looksGood(page, 'a messenger that works');
  });

  await test.step('a logo is cut square, saved with the form, and shown at the top left', async () => {
    await page.goto(`/v1/companies/${companyId}/edit`);
    await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: photo });
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible();
    await expect(page.getByText('1 unsaved change')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Updated successfully!')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Sections' }).getByTitle('Lumen & Oak')).toBeVisible();
    await looksGood(page, 'a company');
  });
});

test('Olena connects a WhatsApp number: what is missing or wrong is told at its own field, and goes away when it is mended', async ({
  page,
  house: { messengers },
  olena,
}) => {
  const company = await olena.api.post('companies/create', { data: [{ company_name: 'Reed', case_prefix: 'RE' }] });
  await olena.api.post('products/create', { data: [{ name: 'Baskets', company_id: rowId(company, 'companies') }] });
  await page.request.post('/v1/api/auth/login', { data: { data: { email: olena.email, password } } });
  const number: FakeBot = {
    ...{ messenger: 'whatsapp', id: '106540352242922', name: 'Reed baskets', address: '+44 20 7946 0958' },
    ...{ token: 'EAAGm0PX4ZCpsBAKZCwalk1234567890', appSecret: '0123456789abcdef0123456789abcdef' },
  };
  messengers.bots.push(number);
  await page.goto('/v1/integrations/add#whatsapp');
  const id = page.getByLabel('Phone number ID');
  const secret = page.getByLabel('App secret');
  const token = page.getByLabel('Access token');
  const connect = page.getByRole('button', { name: 'Connect a messenger' });
  const check = page.getByRole('button', { name: 'Check token' });

  await test.step('all three are wanted, and asked for at once', async () => {
    await expect(page.getByRole('link', { name: 'developers.facebook.com' })).toBeVisible();
    await connect.click();
    for (const field of [id, secret, token]) await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(id).toBeFocused();
  });

  await test.step('the number itself is no ID, and the check says so at that of the three', async () => {
    await id.fill(number.address);
    await expect(id).not.toHaveAttribute('aria-invalid', 'true');
    await secret.fill('f'.repeat(32));
    await token.fill(number.token);
    await check.click();
    await expect(page.getByText('This is no phone number ID')).toBeVisible();
    await expect(id).toHaveAttribute('aria-invalid', 'true');
    await expect(id).toBeFocused();
    await id.fill(number.id);
    await check.click();
    await expect(page.getByText('The app secret does not belong to the app')).toBeVisible();
    await looksGood(page, 'a refused WhatsApp number');
  });

  await test.step('with the right ones it is connected, and its secrets are shown to nobody', async () => {
    await secret.fill(number.appSecret ?? '');
    await check.click();
    await expect(page.getByText('Reed baskets · +44 20 7946 0958')).toBeVisible();
    await connect.click();
    await expect(page).toHaveURL(/\/integrations\/\d+\/edit/);
    await expect(page.getByText('Token works').first()).toBeVisible();
    await expect(token).toHaveValue('');
    await expect(secret).toHaveValue('');
    await expect(id).toHaveValue(number.id);
  });
});
