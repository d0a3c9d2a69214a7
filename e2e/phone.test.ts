import type { Locator, Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { redPng } from './support/letters.ts';
import type { Shop } from './support/shop.ts';
import { expect, test } from './support/story.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const rows = (page: Page) => page.locator('main li[data-ticket]');
const row = (page: Page, subject: string) => rows(page).filter({ hasText: subject });
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Actions for tickets' });
const letter = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** A finger that stays on it. */
async function hold(page: Page, what: Locator): Promise<void> {
  const line = await page.context().newCDPSession(page);
  // Where the list is drawn anew under the finger, it is laid on once more.
  await expect(async () => {
    // A finger that was taken for a tap has opened it.
    if (/\/tickets\/\d/.test(page.url())) await page.goBack();
    const box = await what.boundingBox();
    if (!box) throw new Error('it is not on the screen');
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await line.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    try {
      await expect(page.getByRole('heading', { name: /selected$/ })).toBeVisible({ timeout: 3_000 });
    } finally {
      await line.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    }
  }).toPass({ timeout: 45_000 });
  await line.detach();
}

test('an agent on a phone does by touch whatever a desk does: picks, reads, answers, puts off, merges', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { api } = shop.olena;
  const hanna = `Hanna Lindqvist <hanna@far.test>`;
  const { id: chair } = await shop.receivesTicket({ from: 'Max <max@far.test>', subject: 'Ash chair' });
  await shop.receivesTicket({ from: 'Petro <petro@far.test>', subject: 'Walnut shelf' });
  const { id: table } = await shop.receivesTicket({
    from: hanna,
    subject: 'Oak table',
    text: 'One leg has a crack.',
    html: '<p>One leg has <b>a crack</b>.</p>',
    attachments: [{ filename: 'crack.png', content: redPng }],
  });
  for (const id of [chair, table]) await api.call('drafts/save', aDraft(id));
  await api.call('tickets/resolve', { ids: [chair] });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(rows(page)).toHaveText([/Oak table/, /Walnut shelf/]);
  await expect(row(page, 'Oak table').getByRole('img', { name: 'E-mail' }), 'how it came').toBeVisible();

  await test.step('the words of the bar stand apart on the narrowest phone', async () => {
    const usual = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    const words = page.locator('nav').last().locator('> *');
    await expect(words).toHaveCount(5);
    const edges = await words.evaluateAll((all) =>
      all.map((one) => {
        const range = one.ownerDocument.createRange();
        range.selectNodeContents(one);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      }),
    );
    for (const [i, { right }] of edges.slice(0, -1).entries())
      expect((edges[i + 1]?.left ?? 0) - right, `between ${i} and the next one`).toBeGreaterThan(3);
    if (usual) await page.setViewportSize(usual);
  });

  await test.step('a finger that stays on a row picks it, a tap the next ones, and the first of the bar all, some or none', async () => {
    await hold(page, row(page, 'Oak table'));
    await row(page, 'Walnut shelf').getByRole('link').tap();
    await expect(page.getByRole('heading', { name: '2 selected' })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear selection' }).tap();
    await page.getByRole('button', { name: 'Inbox' }).tap();
    await page.getByRole('dialog').getByRole('link', { name: 'Drafts' }).tap();
    await expect(rows(page)).toHaveText([/Ash chair/, /Oak table/]);
    await expect(rows(page).getByRole('img', { name: 'You have a draft here' })).toHaveCount(2);
    const choose = async (which: string) => {
      await bar(page).getByRole('button', { name: 'Select', exact: true }).tap();
      await page.getByRole('menuitem', { name: which, exact: true }).tap();
    };
    await choose('All');
    await expect(rows(page).getByRole('checkbox', { checked: true })).toHaveCount(2);
    await page.getByRole('button', { name: 'Clear selection' }).tap();
    await choose('Opened');
    await expect(row(page, 'Oak table').getByRole('checkbox')).toBeChecked();
    await expect(row(page, 'Ash chair').getByRole('checkbox')).not.toBeChecked();
    await page.getByRole('button', { name: 'Clear selection' }).tap();
    await choose('Closed');
    await expect(row(page, 'Ash chair').getByRole('checkbox')).toBeChecked();
    await expect(page.getByRole('heading', { name: '1 selected' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear selection' }).tap();
    const asked = page.waitForResponse('**/tickets/get');
    await bar(page).getByRole('button', { name: 'Reload' }).tap();
    expect((await asked).ok()).toBe(true);
  });

  await test.step('a letter is read as text, quoted, linked to, and its picture seen from near', async () => {
    await row(page, 'Oak table').getByRole('link').tap();
    await expect(page.locator('iframe')).toBeVisible();
    const choose = async (what: string) => {
      await letter(page, 'crack.png')
        .getByRole('button', { name: /^Menu of the message/ })
        .tap();
      await page.getByRole('menuitem', { name: what, exact: true }).tap();
    };
    await choose('Show as plain text');
    await expect(page.locator('iframe')).toBeHidden();
    await expect(letter(page, 'One leg has a crack')).toBeVisible();
    await choose('Copy link');
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/tickets\/\d+.*#message-\d+$/);
    await choose('Quote');
    await expect(page.getByRole('textbox', { name: 'Reply', exact: true }).locator('blockquote')).toContainText(
      'crack',
    );
    await letter(page, 'crack.png')
      .getByRole('button', { name: /Open image/ })
      .tap();
    const picture = page.getByRole('dialog', { name: 'crack.png' });
    await picture.getByRole('button', { name: 'Zoom +' }).tap();
    await expect(picture.locator('[data-zoomed]')).toBeVisible();
    await picture.getByRole('button', { name: 'Close' }).tap();
    await expect(picture).toBeHidden();
  });

  await test.step('with the keyboard up the letter and what sends it are in sight', async () => {
    await page.getByRole('textbox', { name: 'Reply', exact: true }).tap();
    // As on an iPhone, where it lies over the page.
    await page.evaluate(keyboardUp);
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await expect.poll(async () => bottomOf(await send.boundingBox())).toBeLessThanOrEqual(420);
    await page.evaluate(keyboardDown);
    await expect.poll(async () => bottomOf(await send.boundingBox())).toBeGreaterThan(600);
  });

  await test.step('what is written and not kept says so, though there is little room', async () => {
    complaints.expect(/drafts\/save.*ERR_/);
    await page.route('**/drafts/save', (route) => route.abort());
    await page.keyboard.type('A new leg leaves today.');
    await expect(page.getByText('Kept on this device until the connection is back')).toBeVisible();
    await page.unroute('**/drafts/save');
  });

  await test.step('answered and resolved by one tap behind the arrow', async () => {
    await page.getByRole('button', { name: 'More ways to send' }).tap();
    await page.getByRole('menuitem', { name: 'Send and resolve' }).tap();
    await expect(letter(page, 'A new leg leaves today.')).toBeVisible();
    await expect.poll(() => stateOf(shop, table)).toBe('resolved');
  });

  await test.step('put off to a day of one’s own, woken, and put off to the same again', async () => {
    await page.goto(`/v1/tickets/${table}`);
    await page.getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('menuitem', { name: 'Reopen' }).tap();
    await expect.poll(() => stateOf(shop, table)).toBe('');
    const snooze = page.getByRole('button', { name: 'Snooze', exact: true });
    await snooze.tap();
    const menu = page
      .getByRole('dialog')
      .or(page.locator('form'))
      .filter({ has: page.getByLabel('Date') })
      .last();
    await menu.getByLabel('Date').fill('2020-01-01');
    await expect(menu.getByText('This time has passed')).toBeVisible();
    await expect(menu.getByRole('button', { name: 'Snooze' })).toBeDisabled();
    await menu.getByLabel('Date').fill('');
    await expect(menu.getByText('This time has passed'), 'there is none yet').toBeHidden();
    await expect(menu.getByRole('button', { name: 'Snooze' })).toBeDisabled();
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await menu.getByLabel('Date').fill(day);
    await page.getByRole('textbox', { name: 'Reason, for the team' }).fill('The leg is being turned');
    await menu.getByRole('button', { name: 'Snooze' }).tap();
    await expect(page.getByRole('note').filter({ hasText: 'The leg is being turned' })).toBeVisible();
    const slept = (await ticketOf(shop, table)).snoozed_until;
    await page.getByRole('button', { name: 'Wake now' }).tap();
    await expect.poll(() => stateOf(shop, table)).toBe('');
    await snooze.tap();
    await page.getByRole('option', { name: /Same as last time/ }).tap();
    await expect.poll(async () => (await ticketOf(shop, table)).snoozed_until).toBe(slept);
    await page.getByRole('button', { name: 'Wake now' }).tap();
    await expect.poll(() => stateOf(shop, table)).toBe('');
  });

  await test.step('left unread for later, it is so in the list', async () => {
    await page.getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('menuitem', { name: 'Mark unread' }).tap();
    await expect(row(page, 'Oak table')).toHaveAttribute('data-unread', '1');
  });

  await test.step('merged with a ticket of somebody else, which is said, and the other one stays', async () => {
    await hold(page, row(page, 'Oak table'));
    await row(page, 'Walnut shelf').getByRole('link').tap();
    await bar(page).getByRole('button', { name: 'Merge' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Merge tickets' });
    await expect(dialog.getByRole('radio', { name: /Walnut shelf/ })).toBeChecked();
    await expect(dialog.getByRole('note')).toContainText('Different customers');
    await dialog.getByRole('button', { name: 'Swap' }).tap();
    await expect(dialog.getByRole('radio', { name: /Oak table/ })).toBeChecked();
    await dialog.getByRole('button', { name: /^Merge into/ }).tap();
    await expect(rows(page)).toHaveText([/Oak table/]);
    await toast(page, 'merged into').getByRole('button', { name: 'Undo' }).tap();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('on its side it has room for the letter, and for what sends it', async () => {
    await row(page, 'Oak table').getByRole('link').tap();
    await page.setViewportSize({ width: 844, height: 390 });
    const title = page.getByRole('heading', { level: 1, name: 'Oak table' });
    await expect.poll(async () => (await title.boundingBox())?.width ?? 0).toBeGreaterThan(150);
    await page.getByRole('textbox', { name: 'Reply', exact: true }).tap();
    await page.keyboard.type('On its way.');
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await expect.poll(async () => bottomOf(await send.boundingBox())).toBeLessThanOrEqual(390);
    expect((await title.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  });
});

const keyboardUp = `Object.defineProperty(visualViewport, 'height', { configurable: true, value: 420 });
visualViewport.dispatchEvent(new Event('resize'))`;
const keyboardDown = `delete visualViewport.height; visualViewport.dispatchEvent(new Event('resize'))`;
const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.POSITIVE_INFINITY);

async function ticketOf(shop: Shop, id: number): Promise<{ view_type: string; snoozed_until: string | null }> {
  const fields = ['view_type', 'snoozed_until'];
  const { body } = await shop.olena.api.post('tickets/get', { fields, filter: { conditions: [['id', '=', id]] } });
  return body.data.tickets[0];
}
const stateOf = async (shop: Shop, id: number) => (await ticketOf(shop, id)).view_type;

const aDraft = (ticket_id: number) => ({
  ...{ ticket_id, kind: 'reply', body_html: '<p>I begin with this.</p>', from: null, recipients: null },
  ...{ template_ids: [], mentions: [], signs: 1, attachments: [], base_version: 0, typed_ms_ago: 0 },
  device: crypto.randomUUID(),
});

test('a calendar says whole until when it is open, and where', async ({ page, context, shop }) => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const week = Object.fromEntries(days.map((day) => [day, [['00:01', '23:59']]]));
  const made = await shop.olena.api.post('calendars/create', {
    data: [{ company_id: shop.companyId, name: 'Showroom', time_zone: 'America/Argentina/Buenos_Aires', week }],
  });
  expect(made.status, made.text).toBe(200);
  await shop.olena.api.call('settings/change', { language: 'ua' });
  await shop.signIn(context);
  await page.goto('/v1/calendars/search');
  const said = page.locator('[data-row] td[data-phone]:not(:empty)');
  await expect(said).toHaveCount(2);
  expect(await said.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1))).toEqual([]);
  await expect(said.filter({ hasText: 'America/Argentina/Buenos_Aires' })).toBeVisible();
  const row = page.locator('[data-row]');
  await row.hover();
  await expect(row).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  for (const cell of await row.locator('td').all())
    await expect(cell, 'no patches where cells leave gaps').toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');

  await test.step('what the head of a table does stands in the menu of the list', async () => {
    const another = { company_id: shop.companyId, name: 'Annex', time_zone: 'Europe/Kyiv', week };
    await shop.olena.api.post('calendars/create', { data: [another] });
    await page.mouse.move(5, 5);
    await expect(row.first()).toContainText('Annex');
    const menu = page.getByRole('button', { name: 'Інші дії зі списком' });
    await menu.click();
    const sorted = page.getByRole('menuitem', { name: 'Назва, за зростанням' });
    await expect(sorted).toBeVisible();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/list-menu-390.png` });
    await sorted.click();
    await expect(page).toHaveURL(/sort=-name/);
    await expect(row.first()).toContainText('Showroom');
    await menu.click();
    await page.getByRole('menuitemcheckbox', { name: 'Вибрати всі на сторінці' }).click();
    await expect(page.getByText('Вибрано 2')).toBeVisible();
    await expect(menu, 'the list is in sight again').toHaveAttribute('aria-expanded', 'false');
  });
});
