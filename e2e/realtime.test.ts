import type { Page } from '@playwright/test';
import { password } from './support/shop.ts';
import { expect, test } from './support/story.ts';

const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
const row = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject });

const heldLine = () => ({ mayConnect: Promise.withResolvers<void>(), isUp: Promise.withResolvers<void>() });

/** What is promised is about a second; a machine that does other things as well gets some more. */
const soon = { timeout: 5_000 };

test('every tab hears of everything, and a browser that was away knows at once what it missed', async ({
  page,
  context,
  browser,
  aServer,
  shop,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|WebSocket connection to .* failed/);
  await shop.receivesTicket({ subject: 'Before' });
  await shop.signIn(context);
  const colleague = await browser.newContext({ baseURL: aServer.url });
  complaints.hear(colleague);
  await shop.signIn(colleague);
  const tabs = [page, await context.newPage(), await colleague.newPage()] as const;
  for (const tab of tabs) await tab.goto('/v1/tickets');
  for (const tab of tabs) await expect(row(tab, 'Before')).toBeVisible();

  await shop.receives({ subject: 'For everybody' });
  await Promise.all(tabs.map((tab) => expect(row(tab, 'For everybody')).toBeVisible(soon)));

  await context.setOffline(true);
  await expect(page.getByText('You are offline'), 'said at once, whenever the line itself notices').toBeVisible();
  const me = page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: /Olena Kovalenko/ });
  await expect(me, 'nor is she there for anybody').toHaveAccessibleDescription('Offline');
  await shop.receivesTicket({ subject: 'While away' });
  await shop.receivesTicket({ subject: 'While still away' });
  await expect(row(tabs[2], 'While still away')).toBeVisible();
  await expect(row(page, 'While away')).toHaveCount(0);
  await context.setOffline(false);
  await expect(me).toHaveAccessibleDescription('Online');
  await Promise.all(
    [page, tabs[1]].map(async (tab) => {
      await expect(row(tab, 'While still away')).toBeVisible(soon);
      await expect(row(tab, 'While away')).toBeVisible(soon);
    }),
  );
  await colleague.close();
});

test('F1 the server is killed and comes back: the tab says so, recovers, and shows what came meanwhile', async ({
  page,
  context,
  aServer,
  shop,
  complaints,
}) => {
  // However the browser notices that nobody is there.
  complaints.expect(/net::ERR_|WebSocket connection to .* failed/);
  await shop.receivesTicket({ subject: 'Before' });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await page.evaluate('window.isTheSamePage = true');
  await expect(row(page, 'Before')).toBeVisible();

  await aServer.kill();
  await expect(page.getByText(/^You are offline; we keep trying. What you see is from \d\d:\d\d.$/)).toBeVisible();
  await expect(row(page, 'Before')).toBeVisible();
  await shop.receives({ subject: 'Meanwhile' });
  await aServer.start();
  await expect(row(page, 'Meanwhile')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('You are offline')).toBeHidden();
  expect(await page.evaluate('window.isTheSamePage')).toBe(true);

  await shop.receives({ subject: 'Afterwards' });
  await expect(row(page, 'Afterwards')).toBeVisible();
});

test('F1 a line that never came up says from when it is what the page shows', async ({ page, context, shop }) => {
  await shop.receivesTicket({ subject: 'Before' });
  await shop.signIn(context);
  await page.routeWebSocket('**/v1/ws', (line) => line.close());
  await page.goto('/v1/tickets');
  await expect(row(page, 'Before')).toBeVisible();
  await expect(page.getByText(/^You are offline; we keep trying. What you see is from \d\d:\d\d.$/)).toBeVisible();
});

test('a page asks for everything once, and is told what happens before its line is up', async ({
  page,
  context,
  shop,
}) => {
  await shop.receivesTicket({ subject: 'Before' });
  await shop.signIn(context);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/api/'))
      asked.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`);
  });
  let line = heldLine();
  await page.routeWebSocket(/\/v1\/ws/, async (desk) => {
    const { mayConnect, isUp } = line;
    await mayConnect.promise;
    const server = desk.connectToServer();
    desk.onMessage((words) => server.send(words));
    server.onMessage((words) => {
      desk.send(words);
      if (String(words).includes('"hello"')) isUp.resolve();
    });
  });
  await page.goto('/v1/tickets');
  await expect(row(page, 'Before')).toBeVisible();
  await expect(view(page, 'Inbox')).toContainText('1');
  const things = asked.filter((one) => !one.startsWith('/v1/api/users/self'));
  expect(things).toEqual([...new Set(things)]);

  const before = new Set(things);
  asked.length = 0;
  const rights = page.waitForResponse('**/api/users/self');
  line.mayConnect.resolve();
  await line.isUp.promise;
  await rights;
  expect(
    asked.filter((one) => before.has(one)),
    'what she may is asked again, and nothing else',
  ).toEqual([]);

  line = heldLine();
  await page.reload();
  await expect(row(page, 'Before')).toBeVisible();
  await shop.receivesTicket({ subject: 'Meanwhile' });
  line.mayConnect.resolve();
  await expect(row(page, 'Meanwhile')).toBeVisible();
});

test('F15 a line that dies without a word while she looks is noticed by the beats that do not come', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context);
  const lines: { isDead: boolean }[] = [];
  await page.routeWebSocket(/\/v1\/ws/, (desk) => {
    const line = { isDead: false };
    lines.push(line);
    const server = desk.connectToServer();
    for (const [one, other] of [
      [desk, server],
      [server, desk],
    ] as const)
      one.onMessage((words) => line.isDead || other.send(words));
  });
  await page.clock.install();
  await page.goto('/v1/tickets');
  await expect(page.getByRole('heading', { level: 1, name: /^Inbox/ })).toBeVisible();
  await expect.poll(() => lines.length).toBe(1);
  await shop.receives({ subject: 'Heard' });
  await expect(row(page, 'Heard')).toBeVisible();
  for (const line of lines) line.isDead = true;
  await shop.receivesTicket({ subject: 'Not heard' });
  await page.clock.fastForward(60_000);
  expect(lines, 'a quiet line is no dead one').toHaveLength(1);
  await page.clock.fastForward(25_000);
  await expect(row(page, 'Not heard')).toBeVisible();
  expect(lines).toHaveLength(2);
});

test('signing out in one tab closes the others, and nothing typed there is lost', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  complaints.expect(/WebSocket is closed before the connection is established/);
  const { id } = await shop.receivesTicket({ subject: 'A walnut table' });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  await page.getByRole('textbox', { name: 'Reply', exact: true }).click();
  await page.keyboard.type('Half a sentence');
  const other = await context.newPage();
  await other.goto('/v1/tickets');
  await other.getByRole('button', { name: 'Account: Olena Kovalenko' }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  const door = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(door).toBeVisible(soon);
  await page.bringToFront();
  await shop.receives({ subject: 'Nothing for strangers' });
  await door.getByLabel('Password', { exact: true }).fill(password);
  await door.getByRole('button', { name: 'Sign in' }).click();
  await expect(door).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Reply', exact: true })).toHaveText('Half a sentence');
  await expect(page.getByRole('navigation', { name: 'Inbox' })).toContainText('Nothing for strangers');
});
