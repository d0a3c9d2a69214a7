import type { Page } from '@playwright/test';
import { expect, test } from './support/story.ts';

const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true });
const crash = (page: Page) => page.getByText('Something went wrong');
const links = (page: Page) => page.getByRole('heading', { name: 'Linked tickets' });
const part = /\/assets\/ticket-relations-[^/]*\.js$/;
const sheet = /\/assets\/find-other-[^/]*\.css$/;
const hasSheet = `[...document.styleSheets].some((one) => one.href?.includes('/find-other-'))`;

for (const [what, file] of [
  ['program', part],
  ['style sheet', sheet],
] as const)
  test(`the network goes while a part of the ticket's page is fetched, its ${what}: it comes when that is back, and nothing is lost`, async ({
    page,
    context,
    shop,
    complaints,
  }) => {
    complaints.expect(/net::ERR_|WebSocket connection to .* failed/);
    const { id } = await shop.receivesTicket({ from: 'Hanna <hanna@far.test>', subject: 'A walnut table' });
    await shop.signIn(context);
    const isTyped = Promise.withResolvers<void>();
    let failures = 0;
    // Other parts are fetched in the same idle time: what is missing of one of them is asked for first.
    page.on('requestfailed', (one) => {
      if (one.url().includes('/assets/')) failures += 1;
    });
    await page.route(file, async (route) => {
      await isTyped.promise;
      await context.setOffline(true);
      await route.abort('internetdisconnected');
    });
    await page.goto(`/v1/tickets/${id}`);
    await reply(page).click();
    await page.keyboard.type('It darkens');
    await expect(page.getByText(/^Draft saved/)).toBeVisible();
    isTyped.resolve();
    await expect(page.getByText(/^You are offline/)).toBeVisible();
    await expect.poll(() => failures, 'it is tried again meanwhile').toBeGreaterThan(1);
    await expect(reply(page), 'nothing else of the page is touched').toBeFocused();
    await page.keyboard.type(' a little');
    await expect(links(page)).toBeHidden();
    await expect(crash(page)).toBeHidden();
    await page.unroute(file);
    await context.setOffline(false);
    await expect(links(page)).toBeVisible();
    expect(await page.evaluate(hasSheet)).toBe(true);
    await expect(reply(page)).toHaveText('It darkens a little');
  });

test('a page that was never opened is awaited while there is no network', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  complaints.expect(/net::ERR_|WebSocket connection to .* failed/);
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(page.getByRole('heading', { name: /^Inbox/, level: 1 })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await expect(crash(page)).toBeHidden();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/v1\/customers\/search/);
  await expect(page.getByRole('heading', { name: 'Customers', exact: true })).toBeVisible();
});

test('parts of a desk that the server has no more: what was typed is kept over the reload that is asked for, and a link goes on by itself', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  complaints.expect(/status of 404/);
  const { id } = await shop.receivesTicket({ from: 'Hanna <hanna@far.test>', subject: 'A walnut table' });
  await shop.signIn(context);
  const upgrades = async () => {
    await page.route('**/v1/build.json', (route) => route.fulfill({ json: { build: 'newer0newer0' } }));
    await page.route(/\/assets\/(?:ticket-relations|_desk\._entity\.search)-[^/]*\.js$/, (route) =>
      route.fulfill({ status: 404 }),
    );
  };
  const isReplaced = async () => {
    await page.unroute('**/v1/build.json');
    await page.unroute(/\/assets\/(?:ticket-relations|_desk\._entity\.search)-[^/]*\.js$/);
  };
  await upgrades();
  await page.goto(`/v1/tickets/${id}`);
  await reply(page).click();
  await page.keyboard.type('It darkens');
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await expect(crash(page)).toBeHidden();
  // Not before: parts that are there again need no reload.
  await page.route(`**/v1/tickets/${id}`, async (route) => {
    await isReplaced();
    await route.continue();
  });
  await reload.click();
  await expect(links(page)).toBeVisible();
  await expect(reload).toBeHidden();
  await expect(reply(page)).toHaveText('It darkens');

  await upgrades();
  const anew = page.waitForRequest((one) => one.isNavigationRequest() && one.url().includes('/v1/customers/search'));
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await anew;
  await isReplaced();
  await expect(page.getByRole('heading', { name: 'Customers', exact: true })).toBeVisible();
});
