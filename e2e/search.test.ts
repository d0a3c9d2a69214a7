import type { Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { askOwnDatabase } from './support/members.ts';
import { expect, test } from './support/story.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search tickets and customers' });
const palette = (page: Page) => page.getByRole('combobox', { name: 'Do or find anything' });
const found = (page: Page) => page.getByRole('region', { name: 'Tickets' }).getByRole('listitem');

/** As somebody presses it whose keyboard writes Cyrillic: the same key, another letter. */
const pressCyrillic = (page: Page, code: string, key: string, held: { ctrlKey?: boolean } = {}) =>
  page.locator('body').dispatchEvent('keydown', { code, key, ...held, bubbles: true, cancelable: true });

test('everything is found and done by typing, in either layout, without the mouse', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  const walnut = await shop.receivesTicket({ subject: 'A walnut table', text: 'One leg is shorter than the others' });
  await shop.receivesTicket({ subject: 'Лампа', text: 'Чекаю на повернення коштів <img src=x onerror=alert(1)>' });
  await shop.receivesTicket({ subject: 'Ash chair', text: 'Nothing wrong with it' });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')).toHaveCount(3);

  await test.step('/ leads to the search, which offers operators and keeps itself in the address', async () => {
    await expect(async () => {
      await page.keyboard.press('Slash');
      await expect(field(page)).toBeFocused({ timeout: 1000 });
    }).toPass();
    await page.keyboard.type('sta');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue('status:');
    await page.keyboard.type('op');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect(field(page)).toHaveValue('status:open ');
    await page.keyboard.type('shorter walnuts');
    await expect(found(page)).toHaveText([/A walnut table.*One leg is shorter/]);
    await expect(page.locator('mark')).toHaveText(['walnut', 'shorter']);
    await expect(page).toHaveURL(/search=status/);
    expect(await violationsOf(page)).toEqual([]);
  });

  await askOwnDatabase(
    aServer,
    `insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_name, body_text)
     select company_id, id, id, 'inbound', 1, 'mail', 'customer', 'Hanna', 'Letter ' || n || case when n % 100 = 7 then ' of a brass hinge' else ' of a table' end
     from tickets, generate_series(1, 120) n where id = $1`,
    [walnut.id],
  );

  await test.step('Enter opens what was found, at the message, and the way back leads to the results', async () => {
    // Pressed before anything is found it leads to what will be.
    const isLookedFor = Promise.withResolvers<void>();
    await page.route('**/search/find', (route) => isLookedFor.promise.then(() => route.continue().catch(() => {})));
    await page.keyboard.type(' leg');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/leg$/);
    await expect(field(page), 'not to what was found for other words').toBeFocused();
    isLookedFor.resolve();
    await expect(found(page).getByRole('link')).toBeFocused();
    await page.unroute('**/search/find');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'A walnut table' })).toBeVisible();
    await expect(page).toHaveURL(/#message-\d+$/);
    await expect(page.locator('[data-pointed]'), 'above a hundred others').toBeInViewport();
  });

  await test.step('Shift+F looks in the whole thread, from its end upwards', async () => {
    await page.keyboard.press('Shift+KeyF');
    await page.keyboard.type('brass hinge');
    const bar = page.getByRole('search', { name: 'Find in this ticket' });
    await expect(bar.getByRole('status')).toContainText('1 of 2: Hanna');
    const pointed = page.locator('[data-pointed]');
    await expect(pointed).toHaveText(/Letter 107 of a brass hinge/);
    await expect(pointed).toBeInViewport();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(bar.getByRole('status')).toContainText('2 of 2');
    await expect(pointed).toHaveText(/Letter 7 of a brass hinge/);
    await expect(pointed).toBeInViewport();
    await page.keyboard.press('Shift+Enter');
    await expect(pointed).toHaveText(/Letter 107 of/);
    await bar.getByRole('textbox').fill('pine');
    await expect(bar.getByRole('status')).toHaveText('Nothing found');
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await page.goBack();
    await expect(found(page)).toHaveCount(1);
  });

  await test.step('all that match are offered only of what is looked for now', async () => {
    const pickTwo = async () => {
      for (const nth of [0, 1]) await found(page).nth(nth).getByRole('checkbox').press('Space');
      await expect(page.getByText('2 selected')).toBeVisible();
    };
    const all = page.getByRole('button', { name: 'Select all 3 that match' });
    await field(page).fill('status:open ');
    await expect(found(page)).toHaveCount(3);
    await pickTwo();
    await expect(all).toBeVisible();
    const isLookedFor = Promise.withResolvers<void>();
    await page.route('**/search/find', (route) => isLookedFor.promise.then(() => route.continue().catch(() => {})));
    const asked = page.waitForRequest('**/search/find');
    await field(page).fill('status:open -walnut');
    await asked;
    await pickTwo();
    expect(await all.isVisible(), 'they are of other words').toBe(false);
    isLookedFor.resolve();
    await expect(found(page)).toHaveCount(2);
    await page.unroute('**/search/find');
  });

  await test.step('where nothing is found it says so, and leaves out what is one too much', async () => {
    await field(page).fill('повернення tag:nothing');
    await expect(page.getByText('There is no tag called “nothing”.')).toBeVisible();
    await page.getByRole('button', { name: 'Search without tag:nothing' }).press('Enter');
    await expect(found(page)).toHaveText([/Лампа.*повернення коштів <img src=x onerror=alert\(1\)>/]);
    await field(page).fill('form:hanna');
    await expect(page.getByRole('alert')).toContainText('no search operator form:');
  });

  await test.step('a search that is kept opens as it was', async () => {
    await field(page).fill('лампи');
    await expect(found(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Save search' }).press('Enter');
    await page.getByLabel('Name').fill('Lamps');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Inbox' }).press('Enter');
    await page.getByRole('link', { name: 'Lamps' }).press('Enter');
    await expect(field(page)).toHaveValue('лампи');
    await expect(found(page)).toHaveText([/Лампа/]);
    await page.getByRole('button', { name: 'More for Lamps' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Shades');
    await page.keyboard.press('Enter');
    const more = page.getByRole('button', { name: 'More for Shades' });
    await expect(more, 'the name was chosen whole, and the focus is back').toBeFocused();
    await expect(field(page), 'the list is still there').toHaveValue('лампи');
    await field(page).press('Escape');
    await expect(page).toHaveURL(/\/tickets$/);
    await page.keyboard.press('Slash');
    await expect(page.getByRole('button', { name: 'status:open shorter walnuts leg', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the palette acts on the row with the focus, though the keys write Cyrillic', async () => {
    await expect(page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')).toHaveCount(3);
    await pressCyrillic(page, 'KeyJ', 'о');
    await expect(page.getByRole('listitem').filter({ hasText: 'Ash chair' }).getByRole('link')).toBeFocused();
    await pressCyrillic(page, 'KeyK', 'л', { ctrlKey: true });
    await expect(palette(page)).toBeFocused();
    expect(await violationsOf(page)).toEqual([]);
    await expect(
      page.getByRole('option', { name: /^(New ticket|Undo|Keyboard)/ }).first(),
      'after what this list does',
    ).not.toHaveAttribute('aria-selected', 'true');
    await page.keyboard.insertText('куіщ');
    await expect(page.getByRole('option', { name: 'Resolve E' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('and leads to tickets, customers and screens', async () => {
    await page.keyboard.press('Control+KeyK');
    await expect(palette(page)).toBeFocused();
    await page.keyboard.insertText('лампа');
    await expect(page.getByRole('option', { name: /Лампа/ })).toBeVisible();
    const isLookedFor = Promise.withResolvers<void>();
    await page.route('**/search/find', (route) => isLookedFor.promise.then(() => route.continue().catch(() => {})));
    await palette(page).fill('walnut');
    await page.keyboard.press('Enter');
    await expect(palette(page), 'not to what was found for other words').toBeFocused();
    isLookedFor.resolve();
    await expect(page.getByRole('heading', { name: 'A walnut table' })).toBeVisible();
    await page.unroute('**/search/find');
    await page.keyboard.press('Control+KeyK');
    await expect(palette(page)).toBeFocused();
    await expect(
      page.getByRole('option', { name: /^(Reply|Assign|New ticket)\b/ }),
      'what this ticket does stands before what every screen does',
    ).toContainText(['Reply', 'Assign', 'New ticket']);
    await page.keyboard.press('Escape');
    const snooze = page.getByRole('button', { name: 'Snooze', exact: true });
    await snooze.click();
    await expect(page.getByRole('combobox', { name: 'When' })).toBeFocused();
    expect(await violationsOf(page, { of: '[data-position]' })).toEqual([]);
    await page.keyboard.type('friday 15:00');
    await expect(page.getByLabel('Time', { exact: true }), 'the date below is what was typed').toHaveValue('15:00');
    await page.keyboard.press('Escape');
    await expect(snooze, 'the menu that was fetched gives the focus back to its button').toBeFocused();
    await page.keyboard.press('Control+KeyK');
    await expect(palette(page)).toBeFocused();
    await page.keyboard.insertText('hanna');
    await page.getByRole('group', { name: 'Customers' }).getByRole('option').first().waitFor();
    await page.getByRole('group', { name: 'Customers' }).getByRole('option').first().click();
    await expect(page, 'to who they are, not to a form').toHaveURL(/\/customer\/\d+$/);
    await page.goBack();
    await page.keyboard.press('Control+KeyK');
    await expect(palette(page)).toBeFocused();
    await page.keyboard.insertText('saved');
    await page.getByRole('option', { name: /Saved searches/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/saved-searches\/search$/);
    await pressCyrillic(page, 'KeyG', 'п');
    await pressCyrillic(page, 'KeyR', 'к');
    await expect(page).toHaveURL(/view=resolved/);
    await pressCyrillic(page, 'KeyG', 'п');
    await pressCyrillic(page, 'KeyA', 'ф');
    await expect(page).toHaveURL(/\/products\/search/);
  });
});

test('a search for words that was kept says how many it finds', async ({ page, context, shop }) => {
  for (const at of [1, 2, 3])
    await shop.receivesTicket({ subject: `Order ${at}`, text: at < 3 ? 'A brass hinge' : 'Ash' });
  const data = [{ company_id: shop.companyId, name: 'Hinges', query: { search: 'brass' } }];
  expect((await shop.olena.api.post('saved-searches/create', { data })).status).toBe(200);
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(page.getByRole('link', { name: /^Hinges/ })).toHaveText(/Hinges\s*2$/);

  await test.step('and stands where its person puts it, by a key, its menu or dragged, also after coming back', async () => {
    const ash = [{ company_id: shop.companyId, name: 'Of ash', query: { search: 'ash' } }];
    expect((await shop.olena.api.post('saved-searches/create', { data: ash })).status).toBe(200);
    const kept = page.getByRole('link', { name: /^(Hinges|Of ash)/ });
    const isOrdered = () => page.waitForResponse((answer) => answer.url().endsWith('/saved-searches/order'));
    const stands = async (names: RegExp[], move: () => Promise<void>) => {
      const [answer] = await Promise.all([isOrdered(), move()]);
      expect(answer.status()).toBe(200);
      await expect(kept).toHaveText(names);
      await page.reload();
      await expect(kept).toHaveText(names);
    };
    await expect(kept, 'what is new stands last').toHaveText([/Hinges/, /Of ash/]);
    await stands([/Of ash/, /Hinges/], async () => {
      await kept.last().press('Alt+ArrowUp');
      await expect(page.getByRole('link', { name: /^Of ash/ })).toBeFocused();
    });
    await stands([/Hinges/, /Of ash/], async () => {
      await page.getByRole('button', { name: 'More for Of ash' }).press('Enter');
      await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled();
      await page.getByRole('menuitem', { name: 'Move down' }).press('Enter');
    });
    await stands([/Of ash/, /Hinges/], () => kept.last().dragTo(kept.first()));
  });
});

test('of more customers than are shown the search says so, and leads to all of them', async ({
  page,
  context,
  shop,
}) => {
  const data = ['Anna', 'Berta', 'Clara', 'Dora', 'Emma', 'Frida'].map((first_name) => ({
    ...{ company_id: shop.companyId, first_name, last_name: 'Lindqvist' },
  }));
  await shop.olena.api.post('customers/create', { data });
  await shop.signIn(context);
  await page.goto('/v1/tickets?search=lindqvist');
  const customers = page.getByRole('region', { name: 'Customers' });
  const more = page.getByRole('link', { name: 'More customers' });
  await expect(customers.getByRole('listitem')).toHaveCount(5);
  await expect(customers.getByRole('heading')).toHaveText('Customers 5+');
  await expect(page.getByRole('status').filter({ hasText: 'Customers found: 5+.' })).toHaveCount(1);
  expect(await violationsOf(page)).toEqual([]);
  await field(page).fill('lindqvist anna');
  await expect(customers.getByRole('heading')).toHaveText('Customers 1');
  await expect(more).toBeHidden();
  await field(page).fill('lindqvist');
  await more.click();
  await expect(page).toHaveURL(/customers\/search\?q=lindqvist/);
  for (const { first_name } of data) await expect(page.getByText(`${first_name} Lindqvist`)).toBeVisible();
});

test('the search offers no tag and no team that was disabled: there would be nothing called so', async ({
  page,
  context,
  shop,
}) => {
  const { api } = shop.olena;
  const make = async (entity: string, names: readonly string[]) => {
    const data = names.map((name) => ({ company_id: shop.companyId, name }));
    const { body } = await api.post(`${entity}/create`, { data });
    return body.data[entity].map((row: { id: number }) => row.id) as number[];
  };
  const disable = async (entity: string, ids: readonly number[]) => {
    const filter = { conditions: [['id', 'in', ids]] };
    expect((await api.post(`${entity}/delete`, { filter })).status).toBe(200);
  };
  await disable(
    'tags',
    await make(
      'tags',
      Array.from({ length: 9 }, (_, n) => `Refund ${n}`),
    ),
  );
  await disable('teams', await make('teams', ['Refund desk']));
  await make('tags', ['Refund']);
  await make('teams', ['Refunds']);
  await shop.signIn(context);
  await page.goto('/v1/tickets?search=');
  for (const [typed, name] of [
    ['tag:refun', 'Refund'],
    ['team:refun', 'Refunds'],
  ] as const) {
    await field(page).fill('');
    await field(page).pressSequentially(typed);
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([name]);
  }
});
