import type { Locator, Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { inLayout } from './support/layouts.ts';
import { redPng } from './support/letters.ts';
import { askOwnDatabase, joinsAsAgent } from './support/members.ts';
import { signInAs, somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';
import { veryMany } from './support/very-many.ts';

const list = (page: Page, name = 'Inbox') => page.getByRole('list', { name, exact: true });
const rows = (page: Page, name = 'Inbox') => list(page, name).getByRole('listitem');
const row = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject });
const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });

test('spam and block, taken back, leaves blocked who was blocked before', async ({ page, context, shop }) => {
  const { api } = shop.olena;
  const { id } = await shop.receivesTicket({ subject: 'You won a prize' });
  const read = async (noun: string, of: number, field: string) =>
    (await api.post(`${noun}/get`, { fields: [field], filter: { conditions: [['id', '=', of]] } })).body.data[noun][0][
      field
    ];
  const customer = await read('tickets', id, 'customer_id');
  await api.call('customers/block', { ids: [customer] });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Spam, and block the sender' }).click();
  await expect.poll(() => read('tickets', id, 'is_spam')).toBe(1);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const back = page.waitForResponse('**/tickets/spam');
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await (await back).finished();
  await expect.poll(() => asked.slice(asked.findIndex((url) => url.endsWith('/tickets/spam')) + 1)).not.toEqual([]);
  expect(asked.filter((url) => url.endsWith('/unblock'))).toEqual([]);
  expect(await read('tickets', id, 'is_spam')).toBe(0);
  expect(await read('customers', customer, 'is_blocked')).toBe(1);

  // Told so where it lies among spam: the next letter of theirs comes in again, by one click.
  await api.call('tickets/spam', { ids: [id], is_spam: 1 });
  await page.goto(`/v1/tickets/${id}`);
  const unblock = page.getByRole('button', { name: 'Not spam, and unblock the sender' });
  await unblock.click();
  await expect(unblock).toBeHidden();
  await expect(page.getByText('Blocked: what they write goes to spam.')).toBeHidden();
  const both = async () => [await read('tickets', id, 'is_spam'), await read('customers', customer, 'is_blocked')];
  await expect.poll(both).toEqual([0, 0]);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(unblock).toBeVisible();
  expect(await both()).toEqual([1, 1]);
  await page.getByRole('button', { name: 'Not spam', exact: true }).click();
  await expect(unblock).toBeHidden();
  await expect.poll(both).toEqual([0, 1]);

  // In the list as well, where nothing stood beside it.
  await api.call('tickets/spam', { ids: [id], is_spam: 1 });
  await page.goto('/v1/tickets?view=spam');
  await page.getByRole('list', { name: 'Spam' }).getByRole('link').first().focus();
  await page.keyboard.press('Shift+Digit1');
  const still = page.getByRole('status').filter({ hasText: 'Its sender is still blocked' });
  await still.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('The sender is unblocked')).toBeVisible();
  expect(await both()).toEqual([0, 0]);
});

/** What a narrow frame cuts off is drawn, and cannot be seen. */
async function expectInSight(page: Page, thing: Locator, least = 1): Promise<void> {
  const box = await thing.boundingBox();
  expect(box?.width ?? 0).toBeGreaterThanOrEqual(least);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

test('zoomed to twice its size, the desk says what tickets are about, how long they wait, and where the rest is', async ({
  page,
  context,
  shop,
}) => {
  const { id } = await shop.receivesTicket({ subject: 'Oak table wobbles' });
  await shop.olena.api.call('settings/change', { language: 'ua' });
  await shop.signIn(context);
  await page.setViewportSize({ width: 720, height: 450 });
  await page.goto('/v1/tickets');
  const first = row(page, 'Oak table wobbles');
  await expectInSight(page, first.getByText('Oak table wobbles'), 100);
  await expectInSight(page, first.getByText(/ хв$/), 80);
  await expectInSight(page, page.getByRole('link', { name: 'Пошук' }).first());

  await page.getByRole('button', { name: 'Вхідні' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Непризначені' }).click();
  await expect(page).toHaveURL(/view=unassigned/);
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.goto('/v1/users/search');
  const chips = await page.getByRole('button', { name: 'Стан' }).boundingBox();
  const search = page.getByRole('searchbox');
  const searched = await search.boundingBox();
  const beside = (chips?.x ?? 0) + (chips?.width ?? 0) <= (searched?.x ?? 0);
  const above = (chips?.y ?? 0) + (chips?.height ?? 0) <= (searched?.y ?? 0);
  expect(beside || above, 'filters do not lie over the search').toBe(true);
  await expectInSight(page, search, 150);
  await expectInSight(page, page.getByRole('button', { name: 'Запросити людей' }), 100);

  await page.goto('/v1/settings');
  await page.getByRole('button', { name: 'Уподобання' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Безпека' })).toBeVisible();

  await page.goto(`/v1/tickets/${id}`);
  await expectInSight(page, page.getByRole('button', { name: 'Надіслати', exact: true }), 60);
  await page.getByRole('button', { name: 'Подробиці', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Продукт', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await test.step('between list and details what is written can be sent in every way', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const composer = page.getByRole('region', { name: 'Відповідь клієнту' });
    await composer.locator('[contenteditable=true]').first().fill('Дякуємо, дивимося.');
    await expect(page.getByRole('button', { name: 'Відкинути чернетку' })).toBeVisible();
    const frame = await composer.boundingBox();
    const ways = await page.getByRole('button', { name: 'Інші способи надіслати' }).boundingBox();
    expect((ways?.x ?? 0) + (ways?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
  });
});

test('tickets are worked off with the keyboard alone, and what was done can be undone', async ({
  page,
  context,
  shop,
}) => {
  for (const subject of ['Oak table', 'Walnut shelf', 'Ash chair']) await shop.receivesTicket({ subject });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(rows(page)).toHaveText([/Ash chair/, /Walnut shelf/, /Oak table/]);
  await expect(view(page, 'Inbox')).toContainText('3');

  await test.step('J and K walk, X picks, E resolves, and the next row has the focus', async () => {
    await page.keyboard.press('j');
    await expect(row(page, 'Ash chair').getByRole('link')).toBeFocused();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(row(page, 'Walnut shelf').getByRole('link')).toBeFocused();
    await page.keyboard.press('x');
    await expect(page.getByRole('heading', { name: '1 selected' })).toBeVisible();
    await expect(row(page, 'Walnut shelf').getByRole('checkbox')).toBeChecked();
    await page.keyboard.press('e');
    await expect(rows(page)).toHaveText([/Ash chair/, /Oak table/]);
    await expect(row(page, 'Oak table').getByRole('link')).toBeFocused();
    await expect(view(page, 'Inbox')).toContainText('2');
  });

  await test.step('Undo brings it back', async () => {
    const toast = page.getByRole('status').filter({ hasText: '1 ticket resolved' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toHaveCount(3);
    await expect(view(page, 'Inbox')).toContainText('3');
  });

  await test.step('two at once are resolved, found among the resolved, and reopened', async () => {
    await row(page, 'Oak table').getByRole('link').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    await page.getByRole('toolbar', { name: 'Actions for tickets' }).getByRole('button', { name: 'Resolve' }).click();
    await expect(rows(page)).toHaveCount(1);
    await view(page, 'Resolved').click();
    await expect(rows(page, 'Resolved')).toHaveCount(2);
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await expect(rows(page, 'Resolved')).toHaveCount(1);
    await view(page, 'Inbox').click();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('the trash takes and gives back', async () => {
    await row(page, 'Ash chair').getByRole('link').focus();
    await page.keyboard.press('Shift+Digit3');
    await expect(rows(page)).toHaveCount(1);
    await view(page, 'Trash').click();
    await expect(rows(page, 'Trash')).toHaveText([/Ash chair/]);
    await row(page, 'Ash chair').getByRole('link').focus();
    await page.keyboard.press('Shift+Digit3');
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    await view(page, 'Inbox').click();
    await expect(row(page, 'Ash chair')).toBeVisible();
  });

  await test.step('R and N open the marked row where one writes, and what is typed behind them is not lost', async () => {
    await row(page, 'Ash chair').getByRole('link').focus();
    await page.keyboard.press('r');
    await page.keyboard.type('Gladly');
    await expect(page.getByRole('heading', { name: 'Ash chair' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Reply', exact: true })).toHaveText(/^Gladly/);
    for (let times = 0; times < 2; times++) await page.keyboard.press('Escape');
    await row(page, 'Ash chair').getByRole('link').focus();
    await page.keyboard.press('n');
    await page.keyboard.type('No need');
    await expect(page.getByRole('heading', { name: 'Ash chair' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toHaveText('No need');
  });
});

test('an action hits the row that is marked, and neither a late answer nor a colleague moves the mark', async ({
  page,
  context,
  shop,
}) => {
  const { api } = shop.olena;
  for (const subject of ['Oak table', 'Walnut shelf', 'Ash chair', 'Elm bench']) await shop.receivesTicket({ subject });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(rows(page)).toHaveText([/Elm bench/, /Ash chair/, /Walnut shelf/, /Oak table/]);
  const mark = (subject: string) => row(page, subject).getByRole('link');
  const idOf = async (subject: string) => Number(await row(page, subject).getAttribute('data-ticket'));
  const [ash, walnut] = [await idOf('Ash chair'), await idOf('Walnut shelf')];
  const lists = '**/api/tickets/get';

  await test.step('the keys of a quick hand each find their row, before the next frame is drawn', async () => {
    await mark('Elm bench').focus();
    await page.evaluate(`for (const code of ['KeyE', 'KeyJ', 'KeyE'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true }))`);
    await expect(rows(page)).toHaveText([/Ash chair/, /Oak table/]);
    await expect(mark('Oak table')).toBeFocused();
    for (const _ of [1, 2]) await page.keyboard.press('z');
    await expect(rows(page)).toHaveCount(4);
    await expect(row(page, 'Elm bench')).toHaveCount(1);
  });

  await test.step('what was asked for before something was taken back does not take the row away again', async () => {
    await mark('Elm bench').focus();
    const answered = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    const restored = Promise.withResolvers<void>();
    // The list is answered as it is while the ticket lies in the trash, and that answer arrives late.
    await page.route(lists, async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await late.promise;
      await route.fulfill({ response }).catch(() => {});
    });
    await page.keyboard.press('Shift+Digit3');
    await expect(row(page, 'Elm bench')).toHaveCount(0);
    await answered.promise;
    await page.route('**/api/tickets/restore', async (route) => {
      await restored.promise;
      await route.continue();
    });
    await page.keyboard.press('z');
    await mark('Elm bench').focus();
    late.resolve();
    await page.unroute(lists);
    // News of another ticket asks for the list once more, while the way back is still under way.
    await api.call('tickets/reply', {
      ...{ ticket_id: walnut, client_id: crypto.randomUUID(), body_html: '<p>It is.</p>' },
      to: [{ address: 'hanna@lindqvist.test' }],
    });
    await expect(view(page, 'Inbox')).toContainText('2');
    await expect(mark('Elm bench')).toBeFocused();
    restored.resolve();
    await expect(row(page, 'Walnut shelf')).toHaveCount(0);
    await expect(mark('Elm bench')).toBeFocused();
    await page.unrouteAll();
  });

  await test.step('what a colleague takes away stays under the mark until that moves on', async () => {
    await mark('Ash chair').focus();
    await api.call('tickets/resolve', { ids: [ash] });
    await expect(row(page, 'Ash chair')).toHaveAttribute('data-gone', 'true');
    await expect(mark('Ash chair')).toBeFocused();
    await page.keyboard.press('e');
    await expect(page.getByText('A colleague was faster')).toBeVisible();
    await expect(mark('Oak table')).toBeFocused();
    await expect(row(page, 'Ash chair')).toHaveCount(0);
  });

  await test.step('Undo says where there is nothing left to take back', async () => {
    const faster = page.getByRole('status').filter({ hasText: 'A colleague was faster' });
    await faster.getByRole('button', { name: 'Close' }).click();
    await expect(faster).toHaveCount(0);
    await mark('Oak table').focus();
    const oak = Number(await row(page, 'Oak table').getAttribute('data-ticket'));
    // The row goes before the server has heard of it.
    const resolved = page.waitForResponse('**/api/tickets/resolve');
    await page.keyboard.press('e');
    await expect(row(page, 'Oak table')).toHaveCount(0);
    await resolved;
    await api.call('tickets/reopen', { ids: [oak] });
    await expect(row(page, 'Oak table')).toHaveCount(1);
    await page.keyboard.press('z');
    await expect(faster).toBeVisible();
  });

  await test.step('Z means what is being done on an open ticket as well, before the server has answered', async () => {
    await mark('Elm bench').press('Enter');
    const done = page.getByRole('button', { name: 'Resolve', exact: true });
    await expect(done).toBeVisible();
    const mayBeResolved = Promise.withResolvers<void>();
    await page.route('**/api/tickets/resolve', (route) => mayBeResolved.promise.then(() => route.continue()));
    const putBack = page.waitForResponse('**/api/tickets/put-back');
    await page.keyboard.press('e');
    await page.keyboard.press('z');
    mayBeResolved.resolve();
    expect((await putBack).status()).toBe(200);
    await page.unroute('**/api/tickets/resolve');
    await page.goto('/v1/tickets');
    await expect(row(page, 'Elm bench')).toHaveCount(1);
  });
});

test('where two companies have products that look alike, a row says whose its one is', async ({
  page,
  context,
  shop,
}) => {
  const { api } = shop.olena;
  const letter = {
    type: 'note',
    how: 'together',
    body_html: '<p>She rang</p>',
    to: [{ address: 'hanna@lindqvist.test' }],
  };
  const about = (product_id: number, subject: string) =>
    api.call('tickets/compose', { ...letter, client_id: crypto.randomUUID(), product_id, subject });
  await about(shop.productId, 'Oak table');
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  const chip = (subject: string, product: string) => row(page, subject).getByText(product, { exact: false });
  await expect(chip('Oak table', 'SHP')).toHaveAttribute('title', 'Shop');
  const made = await api.post('companies/create', { data: [{ company_name: 'Fjordvik', case_prefix: 'FJ' }] });
  const company_id = made.body.data.companies[0].id;
  const added = await api.post('products/create', { data: [{ company_id, name: 'Shoes', abbreviation: 'SHP' }] });
  await about(added.body.data.products[0].id, 'Boots');
  await page.reload();
  await expect(chip('Boots', 'SHP')).toHaveAttribute('title', 'Shoes · Fjordvik');
  await expect(chip('Boots', 'SHP')).toHaveText('SHP Fjordvik');
  await expect(chip('Oak table', 'SHP')).toHaveText('SHP Lumen & Oak');
});

test('a list is narrowed to who has it and how it came, by keys alone, and kept', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  const { api } = shop.olena;
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  const iraId = (await ira.api.call('users/self')).body.data.user.id;
  await joinsAsAgent(aServer, iraId, shop.companyId);
  for (const subject of ['Oak table', 'Walnut shelf', 'Ash chair']) await shop.receivesTicket({ subject });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(rows(page)).toHaveCount(3);
  const ids = await Promise.all(
    ['Walnut shelf', 'Ash chair'].map(async (one) => Number(await row(page, one).getAttribute('data-ticket'))),
  );
  await api.call('tickets/assign', { ids: [ids[0]], assignee_id: iraId });
  await api.call('tickets/assign', { ids: [ids[1]], assignee_id: (await api.call('users/self')).body.data.user.id });
  const press = (key: string) => inLayout(page, 'Ukrainian', key);
  const chip = (name: RegExp) => page.getByRole('button', { name });

  await test.step('F on a Ukrainian layout; a name typed at once, in the other layout, is found', async () => {
    await press('KeyF');
    for (const key of ['KeyI', 'KeyR', 'KeyA', 'Enter']) await press(key);
    await expect(page).toHaveURL(new RegExp(`assignee=${iraId}`));
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveText([/Walnut shelf/]);
    await expect(chip(/^Assigned to: Ira Melnyk/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Inbox1');
  });

  await test.step('a channel on top of it: nothing is left, and the list says that the filter is why', async () => {
    await press('KeyF');
    const channel = page.getByRole('combobox', { name: 'Channel' });
    await channel.pressSequentially('tele');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/channel=telegram/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'No ticket matches the filter' })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
  });

  await test.step('each part is taken off alone', async () => {
    await chip(/^Channel: Telegram/).press('Enter');
    await expect(rows(page)).toHaveText([/Walnut shelf/]);
    await chip(/^Assigned to: Ira Melnyk/).press('Enter');
    await expect(rows(page)).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Filter' })).toBeFocused();
  });

  await test.step('me, and nobody; kept as a search of mine, it counts right and is restored from there', async () => {
    for (const [assignee, subject] of [
      ['nobody', /Oak table/],
      ['me', /Ash chair/],
    ] as const) {
      await page.goto(`/v1/tickets?assignee=${assignee}&channel=mail`);
      await expect(rows(page)).toHaveText([subject]);
    }
    await page.getByRole('button', { name: 'Save search' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('My letters');
    await page.keyboard.press('Enter');
    await view(page, 'Inbox').click();
    await expect(rows(page)).toHaveCount(3);
    await expect(view(page, 'My letters')).toHaveText('My letters1');
    await view(page, 'My letters').click();
    await expect(page).toHaveURL(/assignee=me/);
    await expect(page).toHaveURL(/channel=mail/);
    await expect(rows(page)).toHaveText([/Ash chair/]);
  });

  await test.step('a kept search goes on with other filters, changed in place, with a way back', async () => {
    await chip(/^Channel: /).press('Enter');
    await expect(page).not.toHaveURL(/channel/);
    // Somebody looks at what is found before it is kept.
    await row(page, 'Ash chair').click();
    await expect(page).toHaveURL(/tickets\/\d+/);
    await page.goBack();
    await expect(page).toHaveURL(/tickets\?/);
    await page.getByRole('button', { name: 'Save search' }).press('Enter');
    await page.getByRole('button', { name: 'Save changes to “My letters”' }).press('Enter');
    await expect(view(page, 'My letters')).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('z');
    await expect(view(page, 'My letters')).not.toHaveAttribute('aria-current', 'page');
    await expect(view(page, 'My letters')).toHaveAttribute('href', /channel=mail/);
    // Begun anew from a view, it is no change of what was open before.
    await view(page, 'Inbox').click();
    await expect(rows(page)).toHaveCount(3);
    await press('KeyF');
    await page.getByRole('combobox', { name: 'Channel' }).pressSequentially('mail');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/channel=mail/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save search' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await expect(page.getByRole('button', { name: /Save changes/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
    // Nor is what is found by words.
    await view(page, 'My letters').click();
    await expect(page).toHaveURL(/assignee=me/);
    await press('Slash');
    await page.keyboard.type('oak');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/search=oak/);
    await page.getByRole('button', { name: 'Save search' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await expect(page.getByRole('button', { name: /Save changes/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('a kept search that is removed leaves the focus at what stands below', async () => {
    await page.getByRole('button', { name: 'More for My letters' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
    await expect(view(page, 'My letters')).toHaveCount(0);
    await expect(view(page, 'Products')).toBeFocused();
  });

  await test.step('every kept search in sight is counted, at once after what is done, and no further than is counted', async () => {
    const query = { view: 'open', assignee: 'nobody', channel: 'mail' };
    for (let n = 1; n <= 13; n++) {
      const one = { name: `Nobody’s letters ${n}`, company_id: shop.companyId, query };
      expect((await api.post('saved-searches/create', { data: [one] })).status).toBe(200);
    }
    await page.goto('/v1/tickets');
    const last = view(page, 'Nobody’s letters 13');
    await last.scrollIntoViewIfNeeded();
    await expect(last).toHaveText('Nobody’s letters 131');
    await row(page, 'Oak table').getByRole('link').focus();
    await page.keyboard.press('e');
    await expect(last).toHaveText('Nobody’s letters 13', { timeout: 8_000 });
    await expect(page.getByRole('status').filter({ hasText: '1 ticket resolved' })).toBeVisible();
    await page.keyboard.press('z');
    await expect(rows(page)).toHaveCount(3);
    await page.route('**/api/tickets/get', async (route) => {
      if (route.request().postDataJSON().range[1] !== 0) return route.fallback();
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), total: 10_000, total_is_capped: true },
      });
    });
    await page.reload();
    await expect(last).toHaveText('Nobody’s letters 1310,000+');
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('so does a search, in words', async () => {
    await page.goto(`/v1/tickets?search=${encodeURIComponent('channel:chat assignee:"Ira Melnyk"')}`);
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await page.goto(`/v1/tickets?search=${encodeURIComponent('канал:пошта виконавець:"Ira Melnyk"')}`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Walnut shelf' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Oak table' })).toHaveCount(0);
  });

  await test.step('of very many tags the last is found as quickly, kept by its name, and named though it is disabled', async () => {
    const last = await veryMany('tags', 'Wood', shop);
    await api.call('tickets/tag', { ids: [ids[0]], add: [last.id] });
    await page.goto('/v1/tickets');
    await expect(rows(page)).toHaveCount(3);
    await press('KeyF');
    const tag = page.getByRole('combobox', { name: 'Tag' });
    await tag.pressSequentially('wood 110');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`tag=${last.id}`));
    await expect(tag).toHaveValue('Wood 110');
    expect(await violationsOf(page)).toEqual([]);
    await tag.fill('nothing of the kind');
    await expect(page.getByRole('listbox', { name: 'Tag' })).toHaveText('Nothing found');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveText([/Walnut shelf/]);
    await page.getByRole('button', { name: 'Save search' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Wood 110');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(view(page, 'Wood 110')).toBeVisible();
    await page.goto('/v1/tickets');
    await view(page, 'Wood 110').click();
    await expect(chip(/^Tag: Wood 110/)).toBeVisible();
    await api.post('tags/delete', { filter: { conditions: [['id', '=', last.id]] } });
    await expect(chip(/^Tag: Wood 110 \(disabled\)/)).toBeVisible();
    await page.goto('/v1/tickets?tag=987654321');
    await expect(chip(/^Tag: #987654321/)).toBeVisible();
  });
});

test('a company with more products than a page reaches all of them, and each list is called by its name', async ({
  page,
  context,
  shop,
}) => {
  const { id } = await shop.receivesTicket({ subject: 'Oak table' });
  const last = await veryMany('products', 'Annex', shop);
  await shop.olena.api.post('tickets/update', {
    data: { product_id: last.id },
    filter: { conditions: [['id', '=', id]] },
  });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(view(page, 'Annex 100')).toBeAttached();
  await expect(view(page, 'Annex 110')).toHaveCount(0);
  await page.getByRole('button', { name: '11 more' }).press('Enter');
  await expect(view(page, 'Annex 101')).toBeFocused();
  await expect(page.getByRole('button', { name: /^\d+ more/ })).toHaveCount(0);
  await view(page, 'Annex 110').click();
  await row(page, 'Oak table').click();
  await expect(page.getByRole('heading', { level: 2, name: 'Annex 110' })).toBeVisible();
  await page.getByRole('button', { name: 'Annex 110' }).click();
  // An open menu takes the focus, and its top into sight with it.
  await expect(page.getByRole('menuitem', { name: 'Inbox' })).toBeFocused();
  const end = await page.getByRole('menu').evaluate((menu) => menu.getBoundingClientRect().bottom);
  expect(end, 'a menu that is longer than the window scrolls').toBeLessThan(900);
  await page.getByRole('menuitem', { name: '11 more' }).click();
  const inboxes = page.getByRole('region', { name: 'Inboxes' });
  await inboxes.getByRole('button', { name: '11 more' }).press('Enter');
  await expect(inboxes.getByRole('link', { name: 'Annex 101' })).toBeFocused();
  await expect(inboxes.getByRole('row').filter({ hasText: 'Shop' })).toBeVisible();
});

test('who works for two companies tells their products apart, and is led to the mailbox that one of them lacks', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  const { api } = shop.olena;
  const { id } = await shop.receivesTicket({ subject: 'Oak table' });
  const made = await api.post('companies/create', { data: [{ company_name: 'Fjordvik', case_prefix: 'FJ' }] });
  const secondId = made.body.data.companies[0].id;
  await api.post('products/create', { data: [{ name: 'Shop', company_id: secondId }] });
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  await joinsAsAgent(aServer, (await ira.api.call('users/self')).body.data.user.id, shop.companyId);
  const product = page.getByRole('combobox', { name: 'Product' });
  const names = ['Shop · Lumen & Oak', 'Shop · Fjordvik'];

  await test.step('in the column, in the filter and at a ticket', async () => {
    await shop.signIn(context);
    await page.goto('/v1/tickets');
    for (const name of names) await expect(view(page, name)).toBeVisible();
    await page.keyboard.press('f');
    await page.getByRole('combobox', { name: 'Company' }).pressSequentially('fjord');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`company=${secondId}`));
    await expect(product).toBeVisible();
    await product.click();
    await expect(page.getByRole('listbox', { name: 'Product' }).getByRole('option')).toHaveText(['Shop']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(rows(page)).toHaveCount(0);
    await page.getByRole('button', { name: /^Company: Fjordvik/ }).press('Enter');
    await row(page, 'Oak table').click();
    await expect(page.getByRole('definition').filter({ hasText: 'Lumen & Oak' })).toBeVisible();
  });

  await test.step('a letter of the product without a mailbox leads to a new one for it', async () => {
    await page.keyboard.press('c');
    await product.click();
    await expect(page.getByRole('listbox', { name: 'Product' }).getByRole('option')).toHaveText(names);
    await page.getByRole('option', { name: names[1] }).click();
    await page.getByRole('link', { name: 'Connect a mailbox' }).click();
    await expect(page).toHaveURL(/mailboxes\/add\?product=/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(product).toHaveValue('Shop · Fjordvik');
  });

  await test.step('so does a ticket; an agent of one company reads who can do it, and sees no company', async () => {
    await api.post('mailboxes/delete', { filter: { conditions: [['id', '=', shop.mailboxId]] } });
    await page.goto(`/v1/tickets/${id}`);
    await expect(page.getByRole('link', { name: 'Connect a mailbox' })).toHaveAttribute(
      'href',
      `/v1/mailboxes/add?product=${shop.productId}`,
    );
    await signInAs(context, aServer, ira);
    await page.reload();
    await expect(page.getByText('An administrator can connect one.')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'Lumen & Oak' })).toHaveCount(0);
    await expect(page.getByRole('definition').filter({ hasText: /^Shop$/ })).toBeVisible();
  });
});

test('several tickets get a tag by T and a label by L, without a mouse', async ({ page, context, shop }) => {
  for (const subject of ['Oak table', 'Walnut shelf']) await shop.receivesTicket({ subject });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(rows(page)).toHaveCount(2);
  const { keyboard } = page;
  await keyboard.press('j');
  await expect(row(page, 'Walnut shelf').getByRole('link')).toBeFocused();
  for (const key of ['x', 'j', 'x']) await keyboard.press(key);
  await expect(page.getByRole('heading', { name: '2 selected' })).toBeVisible();

  await test.step('T opens the tags with the cursor where one types; Enter makes one and puts it on both', async () => {
    await keyboard.press('t');
    const search = page.getByRole('combobox', { name: 'Find a tag' });
    await expect(search).toBeFocused();
    await keyboard.type('urgent');
    await expect(page.getByRole('option', { name: 'urgent' })).toHaveAttribute('data-combobox-selected', 'true');
    expect(await violationsOf(page)).toEqual([]);
    await keyboard.press('Enter');
    await expect(row(page, 'Oak table').getByText('urgent')).toBeVisible();
    await expect(row(page, 'Walnut shelf').getByText('urgent')).toBeVisible();
    await expect(search).toBeHidden();
  });

  await test.step('L right behind it: the focus is back on the row that it came from', async () => {
    await expect(row(page, 'Oak table').getByRole('link')).toBeFocused();
    const typed = Promise.withResolvers<void>();
    await page.route('**/labels/get', (route) => typed.promise.then(() => route.continue()));
    await keyboard.press('l');
    await expect(page.getByRole('combobox', { name: 'Find a label' })).toBeFocused();
    await keyboard.type('compl');
    await keyboard.press('Enter');
    // Whoever is quicker than the labels has the one that was meant all the same.
    typed.resolve();
    await expect(page.getByRole('status').filter({ hasText: 'Complaint' })).toContainText('2 tickets');
    await expect(row(page, 'Oak table').getByRole('link')).toBeFocused();
    const { body } = await shop.olena.api.post('tickets/get', { fields: ['id', 'label.name'] });
    expect(body.data.tickets.map((one: { label: { name: string } }) => one.label.name)).toEqual([
      'Complaint',
      'Complaint',
    ]);
  });

  await test.step('a tag that was made a moment ago is found, and not made again, by whoever is quicker than the list', async () => {
    const { body } = await shop.olena.api.post('tickets/get', { fields: ['id', 'tags'] });
    const both: { id: number; tags: { id: number }[] }[] = body.data.tickets;
    await shop.olena.api.call('tickets/tag', { ids: both.map(({ id }) => id), remove: [both[0]?.tags[0]?.id] });
    await expect(row(page, 'Oak table').getByText('urgent')).toBeHidden();
    await expect(row(page, 'Oak table').getByRole('link')).toBeFocused();
    const known = Promise.withResolvers<void>();
    await page.route('**/tags/get', (route) => known.promise.then(() => route.continue()));
    const asked = page.waitForRequest((one) => one.url().endsWith('/tags/get') && !!one.postData()?.includes('urgent'));
    await keyboard.press('t');
    await keyboard.type('urgent');
    await keyboard.press('Enter');
    await asked;
    known.resolve();
    await expect(row(page, 'Oak table').getByText('urgent')).toBeVisible();
  });

  await test.step('T again starts with an empty field, Escape closes it, and the next one ends the selection', async () => {
    await keyboard.press('t');
    await expect(page.getByRole('combobox', { name: 'Find a tag' })).toHaveValue('');
    await keyboard.press('Escape');
    await expect(page.getByRole('combobox', { name: 'Find a tag' })).toBeHidden();
    await expect(page.getByRole('heading', { name: '2 selected' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: '2 selected' })).toBeHidden();
  });

  await test.step('Undo of a label leaves what a colleague has called it since', async () => {
    const { api } = shop.olena;
    const { body } = await api.post('labels/get', { fields: ['id', 'name'] });
    const idOf = (name: string) => body.data.labels.find((one: { name: string }) => one.name === name).id;
    await expect(row(page, 'Oak table').getByRole('link')).toBeFocused();
    await keyboard.press('l');
    await keyboard.type('bug');
    await keyboard.press('Enter');
    const said = page.getByRole('status').filter({ hasText: 'Bug report' });
    await expect(said).toBeVisible();
    const filter = { conditions: [['title', '=', 'Oak table']] };
    await api.post('tickets/update', { data: { label_id: idOf('Complaint') }, filter });
    const looked = page.waitForRequest((one) => !!one.postData()?.includes('["label_id","="'));
    await said.getByRole('button', { name: 'Undo' }).click();
    await (await looked).response();
    const left = await api.post('tickets/get', { fields: ['label_id'], filter });
    expect(left.body.data.tickets[0].label_id).toBe(idOf('Complaint'));
  });
});

test('views and counters follow what a colleague does, and the row under the pointer stays in place', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  const first = await shop.receivesTicket({ subject: 'Oak table' });
  const second = await shop.receivesTicket({ subject: 'Walnut shelf' });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(rows(page)).toHaveText([/Walnut shelf/, /Oak table/]);
  const { api } = shop.olena;

  await test.step('counters', async () => {
    await expect(view(page, 'Unassigned')).toContainText('2');
    await expect(view(page, 'Mine')).not.toContainText(/\d/);
    const { body } = await api.call('users/self');
    await api.post('tickets/update', {
      data: { assignee_id: body.data.user.id },
      filter: { conditions: [['id', '=', first.id]] },
    });
    await expect(view(page, 'Mine')).toContainText('1');
    await expect(view(page, 'Unassigned')).toContainText('1');
    await expect(row(page, 'Oak table').getByLabel('Olena Kovalenko')).toBeVisible();
    await expect(view(page, 'Shop')).toContainText('2');
  });

  await test.step('what is no work is counted too, more quietly', async () => {
    const others = ['Answered', 'Resolved', 'Spam', 'Trash'] as const;
    for (const name of others) await expect(view(page, name)).not.toContainText(/\d/);
    const from = `Hanna <hanna@customers-of-${shop.domain}>`;
    const made = { Answered: 0, Resolved: 0, Spam: 0, Trash: 0 };
    for (const name of others) made[name] = (await shop.receivesTicket({ from, subject: `To be in ${name}` })).id;
    await expect(view(page, 'Inbox')).toContainText('6');
    await shop.answers(made.Answered, 'It is oak', { to: [{ address: `hanna@customers-of-${shop.domain}` }] });
    await api.call('tickets/resolve', { ids: [made.Resolved] });
    await api.call('tickets/spam', { ids: [made.Spam], is_spam: 1 });
    await api.post('tickets/delete', { filter: { conditions: [['id', '=', made.Trash]] } });
    for (const name of others) {
      await expect(view(page, name)).toContainText('1');
      await expect(view(page, name).locator('b')).toHaveAttribute('data-quiet');
    }
    await expect(view(page, 'Inbox')).toContainText('2');
    await expect(view(page, 'Inbox').locator('b')).not.toHaveAttribute('data-quiet');
  });

  await test.step('while the pointer is over the list news waits behind a pill', async () => {
    await row(page, 'Oak table').hover();
    await shop.receives({ subject: 'Ash chair' });
    const pill = page.getByRole('button', { name: '1 new ticket' });
    await expect(pill).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(view(page, 'Inbox')).toContainText('3');
    await pill.hover();
    await expect(rows(page), 'also on the way to the pill').toHaveCount(2);
    await pill.click();
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).first()).toContainText('Ash chair');
  });

  await test.step('who asks for the list again gets what waits, also with the pointer over it', async () => {
    await row(page, 'Oak table').hover();
    await shop.receives({ subject: 'Elm box' });
    await expect(page.getByRole('button', { name: '1 new ticket' })).toBeVisible();
    await page.keyboard.press('Shift+KeyR');
    await expect(rows(page).first()).toContainText('Elm box');
    await expect(page.getByRole('button', { name: '1 new ticket' })).toHaveCount(0);
  });

  await test.step('a row that a colleague resolves stays where the pointer is, marked as gone', async () => {
    await row(page, 'Walnut shelf').hover();
    await api.call('tickets/resolve', { ids: [second.id] });
    await expect(row(page, 'Walnut shelf')).toHaveAttribute('data-gone');
    await page.mouse.move(0, 0);
    await expect(row(page, 'Walnut shelf')).toHaveCount(0);
  });

  await test.step('what was heard of and could not be fetched is fetched when the line is there again', async () => {
    complaints.expect(/tickets\/get.* status of 422/);
    const errors = [{ key: 'internal', message: 'Something went wrong' }];
    await page.route('**/api/tickets/get', (route) =>
      route.fulfill({ status: 422, json: { success: false, errors } }).catch(() => {}),
    );
    const missed = page.waitForResponse('**/api/tickets/get');
    await api.call('tickets/resolve', { ids: [first.id] });
    await missed;
    await expect(view(page, 'Inbox')).toContainText('2');
    await page.unrouteAll({ behavior: 'wait' });
    await expect(row(page, 'Oak table')).toBeVisible();
    await page.evaluate("dispatchEvent(new Event('offline'))");
    await expect(row(page, 'Oak table')).toHaveCount(0);
  });
});

test('a row tells how the customer wrote, what came along, how long they wait, and that a colleague changed it', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  const attachments = [{ filename: 'table.png', content: redPng }];
  const { id } = await shop.receivesTicket({ subject: 'Oak table', attachments });
  await shop.hasTickets(5);
  const ways = { chat: 'Chat', telegram: 'Telegram', viber: 'Viber', whatsapp: 'WhatsApp', phone: 'Phone' };
  const more = `update tickets set channel = ($2::text[])[n.number] from (select id, row_number() over (order by id) as number
    from tickets where company_id = $1 and title like 'Question number %') n where n.id = tickets.id`;
  await askOwnDatabase(aServer, more, [shop.companyId, Object.keys(ways)]);
  const waits = "update tickets set waiting_since = now() - interval '200 minutes' where id = $1";
  await askOwnDatabase(aServer, waits, [id]);
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(rows(page)).toHaveCount(6);
  const oak = row(page, 'Oak table');

  await test.step('each way to write has a sign with its name', async () => {
    await expect(oak.getByRole('img', { name: 'E-mail' })).toBeVisible();
    for (const [at, name] of Object.values(ways).entries())
      await expect(row(page, `Question number ${at + 1}`).getByRole('img', { name }), name).toBeVisible();
  });

  await test.step('a file has a mark, and a wait its time and how urgent that is', async () => {
    await expect(page.getByRole('img', { name: 'Has attachments' })).toHaveCount(1);
    await expect(oak.getByRole('img', { name: 'Has attachments' })).toBeVisible();
    await expect(oak.locator('[data-level]')).toHaveText('3 h 20 m');
    await expect(oak.locator('[data-level]')).toHaveAttribute('data-level', 'soon');
    expect(await violationsOf(page)).toEqual([]);
  });

  await test.step('what a colleague changes flashes, and nothing else', async () => {
    const flashing = page.locator('[data-ticket][data-changed]');
    const flashed = flashing.evaluate((element) => element.textContent);
    await shop.olena.api.post('tickets/update', {
      data: { title: 'Oak table, two metres' },
      filter: { conditions: [['id', '=', id]] },
    });
    expect(await flashed).toContain('Oak table, two metres');
    await expect(flashing).toHaveCount(0);
  });

  await test.step('Reload turns for as long as the list is on its way', async () => {
    const reload = page.getByRole('button', { name: 'Reload' });
    const isLet = Promise.withResolvers<void>();
    await page.route('**/tickets/get', (route) => isLet.promise.then(() => route.continue()));
    await expect(reload).not.toHaveAttribute('data-turning');
    await reload.click();
    await expect(reload).toHaveAttribute('data-turning');
    isLet.resolve();
    await expect(reload).not.toHaveAttribute('data-turning');
    await page.unroute('**/tickets/get');
  });
});

test('a long list is scrolled through to its end; keys, ranges and the way back from a ticket know every row', async ({
  page,
  context,
  shop,
}) => {
  await shop.receivesTicket({ subject: 'The first of all' });
  await shop.hasTickets(260);
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  const scroller = list(page).locator('..');
  const focused = page.locator('[data-ticket]:focus-within');
  await expect(page.getByRole('heading', { name: /Inbox/ })).toContainText('261');
  await expect(row(page, 'Question number 260')).toHaveAttribute('aria-setsize', '261');

  await test.step('what is far away is not drawn, and the scroll bar says how much there is', async () => {
    expect(await rows(page).count()).toBeLessThan(60);
    expect(await scroller.evaluate((element) => element.scrollHeight)).toBe(261 * 52);
  });

  await test.step('End leads to the last one, Home back; J and K go on from there, and X with Shift picks all between', async () => {
    await page.keyboard.press('j');
    await expect(focused).toContainText('Question number 260');
    await page.keyboard.press('End');
    await expect(focused).toContainText('The first of all');
    await expect(focused).toHaveAttribute('aria-posinset', '261');
    await page.keyboard.press('k');
    await expect(focused).toContainText('Question number 1 ');
    await page.keyboard.press('x');
    for (let i = 0; i < 2; i++) await page.keyboard.press('PageUp');
    await expect(focused).not.toContainText('Question number 1 ');
    const place = Number(await focused.getAttribute('aria-posinset'));
    await page.keyboard.press('Shift+X');
    await expect(page.getByRole('heading', { name: `${261 - place} selected` })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await expect(focused).toContainText('Question number 260');
  });

  await test.step('a range over rows that were never fetched takes those too, a hundred of them', async () => {
    await page.keyboard.press('x');
    await page.keyboard.press('End');
    await expect(focused).toContainText('The first of all');
    await page.keyboard.press('Shift+X');
    await expect(page.getByRole('heading', { name: '100 selected' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'At most 100 tickets' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('who comes back from a ticket finds the list where it was, and the focus on its row', async () => {
    await scroller.evaluate((element) => element.scrollTo({ top: 150 * 52 }));
    await row(page, 'Question number 105 ').getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Question number 105' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next ticket' })).toBeEnabled();
    await page.keyboard.press('j');
    await expect(page.getByRole('heading', { name: 'Question number 104' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(focused).toContainText('Question number 104 ');
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(150 * 52);
  });

  await test.step('news comes while one reads far below: it waits, and nothing moves', async () => {
    const before = await focused.boundingBox();
    await shop.receives({ subject: 'Ash chair' });
    const pill = page.getByRole('button', { name: '1 new ticket' });
    await expect(pill).toBeVisible();
    expect(await focused.boundingBox()).toEqual(before);
    await pill.click();
    await expect(rows(page).first()).toContainText('Ash chair');
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(0);
  });

  await test.step('Reload lets it in where one reads, which stays in sight', async () => {
    await scroller.evaluate((element) => element.scrollTo({ top: 150 * 52 }));
    await expect(row(page, 'Question number 110 ')).toBeVisible();
    await shop.receives({ subject: 'Elm box' });
    const pill = page.getByRole('button', { name: '1 new ticket' });
    await expect(pill).toBeVisible();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(pill).toHaveCount(0);
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(150 * 52);
    await expect(row(page, 'Question number 110 ')).toHaveAttribute('aria-posinset', '153');
    await page.keyboard.press('Home');
    await scroller.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(rows(page).first()).toContainText('Elm box');
  });

  await test.step('a view is an address; another one starts at its top', async () => {
    await view(page, 'Answered').click();
    await expect(page).toHaveURL(/view=answered/);
    await expect(page.getByRole('heading', { name: 'No answer waits for a customer' })).toBeVisible();
    await page.goBack();
    await expect(rows(page).first()).toContainText('Elm box');
    const [beside] = await Promise.all([
      context.waitForEvent('page'),
      row(page, 'Ash chair')
        .getByRole('link')
        .click({ modifiers: ['Control'] }),
    ]);
    await expect(beside.getByRole('heading', { name: 'Ash chair' })).toBeVisible();
    await beside.close();
  });
});
