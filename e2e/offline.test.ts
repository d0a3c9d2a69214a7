import type { Page } from '@playwright/test';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { violationsOf } from './support/axe.ts';
import { expect, test } from './support/story.ts';
import { wholeBrowser } from './support/whole-browser.ts';

// The browser without a window of its own offers no installation.
test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser });

const editor = (page: Page, name = 'Reply') => page.getByRole('textbox', { name, exact: true });
const ours = (page: Page, text: string) => page.getByRole('article', { name: /Olena/ }).filter({ hasText: text });
const away = (page: Page) => page.getByText(/^You are offline; we keep trying\. What you see is from \d\d:\d\d\.$/);

/** The ids of the tickets that this browser keeps. */
const keptIds = (page: Page) =>
  page.evaluate<number[]>(`new Promise((done) => {
    const asked = indexedDB.open('parley-desk');
    // To look must not make it.
    asked.onupgradeneeded = () => asked.transaction.abort();
    asked.onerror = () => done([]);
    asked.onsuccess = () => {
      const ids = asked.result.transaction('tickets').objectStore('tickets').getAllKeys();
      ids.onsuccess = () => { asked.result.close(); done(ids.result); };
    };
  })`);
const keptPages = (page: Page) =>
  page.evaluate<number>(`(async () => {
    let pages = 0;
    for (const name of await caches.keys()) if (await (await caches.open(name)).match('/v1/tickets')) pages += 1;
    return pages;
  })()`);

test('F15 Olena installs the desk, reads and answers in the tunnel, and everything arrives once', async ({
  page,
  context,
  aServer,
  shop,
  complaints,
}) => {
  complaints.expect(/net::ERR_|WebSocket connection to .* failed|status of 50\d/);
  const table = await shop.receivesTicket({
    from: 'Hanna <hanna@far.test>',
    subject: 'A walnut table',
    text: 'Does the walnut darken?',
    html: '<p style="color:teal">Does the <b>walnut</b> darken?</p>',
  });
  const leg = await shop.receivesTicket({ from: 'Petro <petro@far.test>', subject: 'A broken leg' });
  await shop.signIn(context);

  await test.step('the browser calls it an app, and every picture of it is there', async () => {
    await page.goto('/v1/tickets');
    await expect(page.getByText('A walnut table')).toBeVisible();
    const devtools = await context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Stories run in windows that forget; nothing else is in the way.
    expect(installabilityErrors.map((one) => one.errorId)).toEqual(['in-incognito']);
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = (await (await page.request.get(address ?? '')).json()) as {
      icons: { src: string; purpose: string }[];
      shortcuts: { url: string }[];
    };
    for (const { src } of manifest.icons) expect([src, (await page.request.get(src)).status()]).toEqual([src, 200]);
    expect(manifest.icons.map((icon) => icon.purpose)).toContain('maskable');
    for (const { url } of manifest.shortcuts) expect([url, (await page.request.get(url)).status()]).toEqual([url, 200]);
  });

  await test.step('what she opens is kept, and so is the desk', async () => {
    for (const { id } of [leg, table]) {
      await page.goto(`/v1/tickets/${id}`);
      await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
      await expect.poll(() => keptIds(page)).toContain(id);
    }
    await expect.poll(() => keptPages(page), { timeout: 30_000 }).toBe(1);
  });

  await test.step('with the server gone, the desk opens, shows the ticket and says how old it is', async () => {
    await aServer.kill();
    await page.reload();
    await expect(away(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'A walnut table' })).toBeVisible();
    await expect(page.getByText('Does the walnut darken?')).toBeVisible();
    await expect(page.getByText('The list is not available without a connection.')).toBeVisible();
    expect(await violationsOf(page, { notIn: 'iframe' })).toEqual([]);
  });

  await test.step('a reply waits, also over a reload without any network', async () => {
    await editor(page).click();
    await page.keyboard.type('A little, in the first year.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(ours(page, 'A little, in the first year.')).toContainText('No connection. It goes out by itself');
    await expect(page.getByRole('button', { name: 'Assign to me' }), 'nobody could be asked').toHaveCount(0);
    await context.setOffline(true);
    // She goes on writing: nineteen more, as the desk keeps them.
    await page.evaluate(`(() => {
      const name = Object.keys(localStorage).find((one) => one.startsWith('parley.outgoing.'));
      const [first] = JSON.parse(localStorage.getItem(name));
      const more = Array.from({ length: 19 }, (_, n) => ({ ...first, client_id: crypto.randomUUID(), draft_version: null, body_html: '<p>Line ' + (n + 2) + '.</p>' }));
      localStorage.setItem(name, JSON.stringify([first, ...more]));
    })()`);
    await page.reload();
    await expect(ours(page, 'Line 20.')).toContainText('No connection. It goes out by itself');
    await expect(ours(page, 'A little, in the first year.')).toContainText('No connection. It goes out by itself');
  });

  await test.step('the list is of what was opened here; another ticket of it is read, and gets a note', async () => {
    await page.goto('/v1/tickets');
    await expect(page.getByRole('heading', { name: 'Opened on this device' })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: /A broken leg/ }).click();
    await expect(page.getByRole('heading', { name: 'A broken leg' })).toBeVisible();
    await page.getByRole('tab', { name: 'Note' }).click();
    await expect(editor(page, 'Note')).toBeFocused();
    await page.keyboard.type('Ask the workshop.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(ours(page, 'Ask the workshop.')).toContainText('No connection. It goes out by itself');
  });

  await test.step('back among people, each is sent once, and what she may not see any more is gone', async () => {
    await page.evaluate(`(async () => {
      const answer = (asked) => new Promise((go, no) => { asked.onsuccess = () => go(asked.result); asked.onerror = no; });
      const db = await answer(indexedDB.open('parley-desk'));
      const store = db.transaction('tickets', 'readwrite').objectStore('tickets');
      const [one] = await answer(store.getAll());
      await answer(store.put({ ...one, id: 987654321 }));
      db.close();
    })()`);
    await aServer.start();
    // What the server has taken and could not say so is sent again, and is one message.
    let lost = 0;
    await page.route(
      '**/v1/api/tickets/reply',
      async (route) => {
        if ((await route.fetch()).ok()) lost += 1;
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await context.setOffline(false);
    await expect(away(page)).toBeHidden({ timeout: 20_000 });
    await expect(ours(page, 'Ask the workshop.').getByText('No connection')).toBeHidden();
    const written = (ticket: number, text: string) =>
      waitUntil(
        async () => {
          const conditions = { filter: { conditions: [['ticket_id', '=', ticket]] } };
          const { body } = await shop.olena.api.post('messages/get', conditions);
          const found = (body.data.messages as { body_html: string | null }[]).filter((one) =>
            one.body_html?.includes(text),
          );
          return found.length > 0 && found.length;
        },
        { what: text },
      );
    expect(await written(leg.id, 'Ask the workshop.')).toBe(1);
    await written(table.id, 'Line 20.');
    const about = { filter: { conditions: [['ticket_id', '=', table.id]] }, sort: [['id', 'asc']], range: [0, 100] };
    const { body } = await shop.olena.api.post('messages/get', about);
    const replies = (body.data.messages as { kind: string; body_html: string }[]).filter(
      (one) => one.kind === 'outbound',
    );
    expect(replies.map((one) => one.body_html.replace(/<[^>]+>/g, '').trim())).toEqual([
      'A little, in the first year.',
      ...Array.from({ length: 19 }, (_, n) => `Line ${n + 2}.`),
    ]);
    expect(lost).toBe(1);
    await expect.poll(() => keptIds(page)).not.toContain(987654321);
    expect(await keptIds(page)).toEqual(expect.arrayContaining([leg.id, table.id]));
  });

  await test.step('a newer desk asks for a reload, and what was typed is there after it', async () => {
    await page.goto(`/v1/tickets/${leg.id}`);
    await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
    await editor(page).click();
    await page.keyboard.type('Half a thou');
    await page.route('**/v1/build.json', (route) => route.fulfill({ json: { build: 'newer0newer0' } }), { times: 1 });
    await aServer.kill();
    await expect(away(page)).toBeVisible();
    await aServer.start();
    await page.getByRole('button', { name: 'Reload' }).click({ timeout: 20_000 });
    await expect(page.getByRole('button', { name: 'Reload' })).toBeHidden();
    await expect(editor(page)).toHaveText('Half a thou');
  });

  await test.step('turned off, nothing is kept; turned on again, it goes when she signs out', async () => {
    await page.goto('/v1/settings');
    const keeps = page.getByRole('switch', { name: 'Keep opened tickets on this device' });
    await keeps.uncheck({ force: true });
    await expect.poll(() => keptIds(page)).toEqual([]);
    await expect.poll(() => keptPages(page)).toBe(0);
    await keeps.check({ force: true });
    await page.goto(`/v1/tickets/${leg.id}`);
    await expect.poll(() => keptIds(page)).toContain(leg.id);
    const signOut = async () => {
      await page.getByRole('button', { name: /Olena/ }).first().click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    // What has not left is told of first.
    await page.route('**/tickets/reply', (route) => route.abort());
    await editor(page).fill('It is on its way.');
    await page.keyboard.press('Control+Enter');
    await signOut();
    const told = page.getByRole('dialog', { name: '1 letter has not left yet' });
    await told.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/tickets/reply');
    await signOut();
    await expect(page.getByRole('textbox', { name: /mail/i }).first()).toBeVisible();
    expect(await keptIds(page)).toEqual([]);
  });
});
