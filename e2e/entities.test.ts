import { aRowOf, entityNamed } from '#test/api/contract-registry.ts';
import { byId } from '#test/api/rows-of.ts';
import { entityNames } from '../web/src/features/entity/entity-names.ts';
import { violationsOf } from './support/axe.ts';
import { goesOn } from './support/goes-on.ts';
import { askOwnDatabase } from './support/members.ts';
import { expect, test } from './support/story.ts';

test('Olena keeps her lists and forms: finds, filters, walks, chooses columns, moves what depends, and meets a colleague in one form', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  const { api } = shop.olena;
  await shop.receivesTicket({ subject: 'A cracked leg', from: 'Hanna <hanna@lindqvist.test>' });
  const second = await api.post('companies/create', { data: [{ company_name: 'Fjordvik', case_prefix: 'FJ' }] });
  const secondId = second.body.data.companies[0].id;
  const names = ['Delivery', 'Studio planner', 'Wholesale', 'Outlet', 'Їжак'];
  await api.post('products/create', {
    data: [...names.map((name) => ({ name, company_id: shop.companyId })), { name: 'Boats', company_id: secondId }],
  });
  await shop.signIn(context);
  const rows = page.locator('[data-row]');
  const row = (name: string) => rows.filter({ has: page.getByText(name, { exact: true }) });

  await test.step('her inboxes say on a phone as well which they are, whose, and what is open there', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/v1/inboxes');
    const inbox = page.locator('tbody tr', { hasText: 'Shop' });
    await expect(inbox.getByRole('link', { name: 'Shop' })).toBeVisible();
    for (const said of ['Lumen & Oak', '1']) await expect(inbox.getByText(said, { exact: true })).toBeVisible();
    expect((await inbox.getByText('Shop', { exact: true }).boundingBox())?.width, 'its whole name').toBeGreaterThan(20);
    // Somebody of two companies has two rows among the people.
    await page.goto('/v1/users');
    for (const whose of ['Lumen & Oak', 'Fjordvik'])
      await expect(rows.filter({ hasText: 'Olena' }).getByText(whose, { exact: true })).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the address of a noun leads to its search page, with all that it says', async () => {
    const answered = Promise.withResolvers<void>();
    const asked = '**/v1/api/products/get';
    await page.route(asked, async (route) => {
      await answered.promise;
      await route.fallback();
    });
    await page.goto('/v1/products?sort=-name&filter=nonsense.1#all');
    await expect(page).toHaveURL(/\/v1\/products\/search\?sort=-name&filter=nonsense\.1#all$/);
    await expect(
      page.getByRole('status', { name: 'Loading', exact: true }),
      'grey rows until they are there',
    ).toBeVisible();
    answered.resolve();
    await expect(rows).toHaveCount(7);
    await page.unroute(asked);
    await expect(rows.first()).toContainText('Їжак');
    await expect(page.getByRole('link', { name: 'All 7' })).toBeVisible();
    await page.goto('/v1/products/search?sort=health#all');
    await expect(rows.first(), 'as nobody can sort by that, as ever').toContainText('Boats');
    await page.goto('/v1/products/search?sort=-name#all');
    await expect(rows.first()).toContainText('Їжак');
  });

  await test.step('search and filters are part of the address', async () => {
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox');
    await expect(search).toBeFocused();
    await page.keyboard.type('їЖА');
    await expect(search).toHaveValue('їЖА');
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/q=/);
    await page.keyboard.press('Escape');
    await expect(rows).toHaveCount(7);
    await search.fill('walnuts of nobody');
    const all = page.getByRole('button', { name: 'Show all' });
    await all.hover();
    const typed = await page.evaluate(() => performance.now());
    await search.press('7');
    await all.click();
    await page.waitForFunction((at) => performance.now() - at > 500, typed);
    await expect(search, 'the last letter, which nobody had searched for yet, is dropped').toHaveValue('');
    await expect(rows).toHaveCount(7);
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Company' }).click();
    await page.getByRole('menuitem', { name: 'Fjordvik' }).click();
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(new RegExp(`filter=company_id\\.${secondId}`));
    await page.reload();
    await expect(rows).toHaveCount(1);
    await page.locator('body').press('n');
    await expect(page.getByRole('combobox', { name: 'Company' }), 'one adds where one looks').toHaveValue('Fjordvik');
    await page.goBack();
    await expect(rows).toHaveCount(1);
    await filters.getByRole('button', { name: 'Take off: Company' }).click();
    await expect(rows).toHaveCount(7);
    const violations = await violationsOf(page);
    expect(violations.map((one) => `${one.id}: ${one.help}`)).toEqual([]);
  });

  await test.step('columns are chosen once, and stay so', async () => {
    const updated = page.getByRole('columnheader', { name: 'Updated' });
    await expect(updated).toBeVisible();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Updated' }).click();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(rows).toHaveCount(7);
    await expect(updated).toBeHidden();
  });

  await test.step('a page has as many rows as were chosen last, and the address says which page it is', async () => {
    const tags = Array.from({ length: 26 }, (_, i) => ({ company_id: shop.companyId, name: `Tag ${i + 10}` }));
    await api.post('tags/create', { data: tags });
    await page.goto('/v1/tags/search?sort=name#all');
    await expect(rows).toHaveCount(25);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/from=25/);
    await page.reload();
    await expect(rows.first()).toContainText('Tag 35');
    await page.goBack();
    await expect(rows, 'Back is the page before').toHaveCount(25);
    await page.getByRole('button', { name: 'Name' }).click();
    await expect(rows.first()).toContainText('Tag 35');
    await page.goBack();
    await expect(rows.first()).toContainText('Tag 10');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(rows).toHaveCount(1);
    // The last row of a page takes the page along.
    await rows.first().getByRole('checkbox').click();
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Disable' }).click();
    await expect(rows).toHaveCount(25);
    await page.keyboard.press('z');
    await expect(page.getByRole('link', { name: 'All 26' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Rows on a page' }).click();
    await expect(page.getByRole('option')).toHaveText(['25', '50', '75', '100']);
    await page.getByRole('option', { name: '50' }).click();
    await expect(rows).toHaveCount(26);
    // What is picked on pages that are gone stays picked, however much that is.
    const more = (n: number) => ({ company_id: shop.companyId, name: `Much ${n + 100}` });
    for (const from of [0, 100]) {
      const data = Array.from({ length: 100 }, (_, i) => more(from + i));
      await api.post('tags/create', { data });
    }
    await page.goto('/v1/tags/search?sort=name&rows=100#all');
    for (const at of [100, 200]) {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(page).toHaveURL(new RegExp(`from=${at}`));
      await expect(rows).toHaveCount(at === 100 ? 100 : 26);
    }
    await api.post('tags/create', { data: [more(200)] });
    await expect(rows).toHaveCount(27);
    await expect(page.getByText('200 selected')).toBeVisible();
    await page.getByRole('combobox', { name: 'Rows on a page' }).click();
    await page.getByRole('option', { name: '50' }).click();
    await page.goto('/v1/products/search?sort=-name#all');
    await expect(page.getByRole('combobox', { name: 'Rows on a page' })).toHaveValue('50');
    await expect(rows).toHaveCount(7);
    // Whoever gets the address sees the same rows, whatever they chose themselves.
    await expect(page).toHaveURL(/\?sort=-name&rows=50#all$/);
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await expect(page).toHaveURL(/\/tags\/search\?rows=50/);
    await expect(rows).toHaveCount(50);
    await page.goBack();
    await expect(page).toHaveURL(/\/products\/search\?sort=-name&rows=50#all$/);
    await page.goto('/v1/tags/search?sort=name&from=25#all');
    await expect(page).toHaveURL(/&rows=25#all$/);
    await expect(rows, 'a second page of who never chose').toHaveCount(25);
    await page.goto('/v1/products/search?sort=-name#all');
    await expect(rows).toHaveCount(7);
  });

  await test.step('answered when their page was left, a tag that is created or merged leads nobody away, and is merged once', async () => {
    /** Holds up what is asked next; answers how to let it go on, and how often it was asked. */
    const heldUp = async (path: string) => {
      const mayGoOn = Promise.withResolvers<void>();
      const asked: string[] = [];
      await page.route(`**/${path}`, async (route) => {
        asked.push(path);
        await mayGoOn.promise;
        await route.continue();
      });
      return { asked, goOn: mayGoOn.resolve };
    };
    const said = (text: string) => page.getByRole('status').filter({ hasText: text });
    const isInProducts = async () => {
      await expect(page).toHaveURL(/\/products\/search/);
      await expect(rows).toHaveCount(7);
    };
    const creating = await heldUp('tags/create');
    await goesOn(page, '/v1/tags/add');
    await page.getByRole('textbox', { name: 'Name' }).fill('Made late');
    await Promise.all([page.waitForRequest('**/tags/create'), page.keyboard.press('Control+s')]);
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await isInProducts();
    creating.goOn();
    await expect(said('Made late')).toBeVisible();
    await isInProducts();
    await page.unroute('**/tags/create');

    const tags = (await api.post('tags/get', { filter: { conditions: [['name', '=', 'Made late']] } })).body.data.tags;
    const merging = await heldUp('tags/merge');
    await goesOn(page, `/v1/tags/${tags[0].id}/edit`);
    await page.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Much 100' }).click();
    await Promise.all([page.waitForRequest('**/tags/merge'), dialog.getByRole('button', { name: 'Merge' }).dblclick()]);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await goesOn(page, '/v1/products/search?sort=-name#all');
    merging.goOn();
    const merged = said('Tags merged');
    await expect(merged).toBeVisible();
    await isInProducts();
    await merged.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await api.post('tags/get', byId(tags[0].id))).body.data.tags[0].is_deleted).toBe(0);
    expect(merging.asked).toEqual(['tags/merge']);
    await page.unroute('**/tags/merge');
  });

  await test.step('arrows walk, Enter opens, and the list comes back where it was left', async () => {
    await page.getByRole('button', { name: 'Name' }).click();
    await expect(rows.first()).toContainText('Boats');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(row('Delivery').getByRole('link')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard' });
    const told = {
      'Next, previous row': '↓↑',
      Open: '↵',
      'Select the row': 'X',
      'Select from the last one to here': '⇧ X',
    };
    for (const [label, keys] of Object.entries(told))
      await expect(sheet.getByRole('listitem').filter({ hasText: new RegExp(`^${label}`) })).toHaveText(label + keys);
    await page.keyboard.press('Escape');
    await expect(row('Delivery').getByRole('link')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible();
    await page.goBack();
    await expect(row('Delivery').getByRole('link')).toBeFocused();
  });

  await test.step('with Shift a range is picked, disabled and brought back', async () => {
    await row('Outlet').getByRole('checkbox').click();
    await row('Studio planner')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 selected')).toBeVisible();
    await row('Shop').getByRole('checkbox').click();
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText('Deleted successfully!')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Disabled 2' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Restored successfully!')).toBeVisible();
    await expect(page.getByRole('link', { name: 'All 7' })).toBeVisible();
  });

  await test.step('what others disable meanwhile is no longer picked, and what is picked on another page stays so', async () => {
    for (const name of ['Outlet', 'Studio planner']) await row(name).getByRole('checkbox').click();
    const [{ id }] = (await api.post('products/get', { search: 'outlet' })).body.data.products;
    const those = { filter: { conditions: [['id', '=', id]] } };
    await api.post('products/delete', those);
    await expect(page.getByText('1 selected')).toBeVisible();
    await api.post('products/restore', those);
    await expect(rows).toHaveCount(7);
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  await test.step('restoring several can be undone as well', async () => {
    const bar = page.getByRole('toolbar', { name: 'Selected rows' });
    await row('Outlet').getByRole('checkbox').click();
    await row('Studio planner').getByRole('checkbox').click();
    await bar.getByRole('button', { name: 'Disable' }).click();
    const areThere = Promise.withResolvers<void>();
    await expect(page.getByRole('link', { name: 'Disabled 2' })).toBeVisible();
    await page.route('**/products/get', (route) => areThere.promise.then(() => route.continue()));
    await page.getByRole('link', { name: 'Disabled 2' }).click();
    const all = page.getByRole('checkbox', { name: 'Select all on this page' });
    await expect(all, 'the rows of the list before are not picked in this one').toBeDisabled();
    areThere.resolve();
    await all.click();
    await bar.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByRole('link', { name: 'Disabled 0' })).toBeVisible();
    await page.keyboard.press('z');
    await expect(rows).toHaveCount(2);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await bar.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('link', { name: 'All 7' }).click();
    await expect(rows).toHaveCount(7);
  });

  await test.step('disabling asks what happens to what depends on it', async () => {
    await page.getByRole('button', { name: 'More for Shop' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable Shop?' });
    await expect(dialog.getByText('1 open ticket', { exact: true })).toBeVisible();
    await expect(dialog.getByText('1 mailbox', { exact: true })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'Leave them as they are' })).toBeDisabled();
    const to = dialog.getByRole('combobox', { name: 'Move to' });
    await expect(to, 'one begins where the question is').toBeFocused();
    await dialog.getByRole('button', { name: 'Move and disable' }).click();
    await expect(dialog.getByText('This field is required')).toBeVisible();
    await expect(to).toBeFocused();
    await page.keyboard.type('deliv');
    await page.getByRole('option', { name: 'Delivery' }).click();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Everything was moved to Delivery')).toBeVisible();
    await expect(page.getByRole('link', { name: 'All 6' })).toBeVisible();
    await expect(row('Delivery')).toContainText('1');
    // Taken back, the product has its ticket and its mailbox again.
    await page.keyboard.press('z');
    await expect(page.getByRole('link', { name: 'All 7' })).toBeVisible();
    await expect(row('Shop')).toContainText('1');
    await expect(row('Delivery')).not.toContainText('1');
  });

  await test.step('what cannot go along stands apart, and is not said to have moved', async () => {
    const link = {
      company_id: shop.companyId,
      name: 'Orders',
      url: 'https://shop.test',
      product_ids: [shop.productId],
    };
    expect((await api.post('links/create', { data: [link] })).status).toBe(200);
    await page.getByRole('button', { name: 'More for Shop' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable Shop?' });
    const listed = (lead: string) => dialog.getByText(lead).locator('..').getByRole('listitem');
    await expect(listed('Still in use by:')).toHaveText(['1 open ticket', '1 mailbox']);
    await expect(listed('This stays as it is:')).toHaveText(['1 link']);
    await expect(dialog.getByRole('combobox', { name: 'Move to' })).toBeFocused();
    await page.keyboard.type('deliv');
    await page.getByRole('option', { name: 'Delivery' }).click();
    await page.keyboard.press('Enter');
    await expect(page.getByText('What can move was moved to Delivery')).toBeVisible();
    await page.keyboard.press('z');
    await expect(page.getByRole('link', { name: 'All 7' })).toBeVisible();
  });

  await test.step('whoever lets it be goes on with what they picked', async () => {
    const bar = page.getByRole('toolbar', { name: 'Selected rows' });
    for (const name of ['Shop', 'Outlet']) await row(name).getByRole('checkbox').click();
    await bar.getByRole('button', { name: 'Disable' }).click();
    await page
      .getByRole('dialog', { name: /Disable/ })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('2 selected')).toBeVisible();
    await row('Shop').getByRole('checkbox').click();
    await bar.getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByRole('link', { name: 'All 6' })).toBeVisible();
    await expect(bar).toBeHidden();
    await page.keyboard.press('z');
    await page.mouse.move(5, 5);
    await expect(rows).toHaveCount(7);
  });

  await test.step('what others change is shown where it stands while one points at it', async () => {
    await row('Wholesale').hover();
    const [{ id }] = (await api.post('products/get', { search: 'wholesale' })).body.data.products;
    await api.post('products/update', { data: { name: 'Alder' }, filter: { conditions: [['id', '=', id]] } });
    await expect(row('Alder')).toBeVisible();
    await expect(rows.last()).toContainText('Їжак');
    expect(await rows.allInnerTexts()).toHaveLength(7);
    await expect(rows.first()).not.toContainText('Alder');
    await page.mouse.move(5, 5);
    await expect(rows.first()).toContainText('Alder');
  });

  await test.step('two who change the same: both see it, side by side, and choose', async () => {
    await row('Alder').getByRole('link').click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Maple');
    const [{ id }] = (await api.post('products/get', { search: 'alder' })).body.data.products;
    const change = (data: object) => api.post('products/update', { data, filter: { conditions: [['id', '=', id]] } });
    await change({ name: 'Walnut', abbreviation: 'WAL' });
    const both = page.getByRole('alert', { name: 'Someone else saved other values meanwhile' });
    await expect(both).toContainText('Maple');
    await expect(both).toContainText('Walnut');
    // What she did not touch follows by itself.
    await expect(page.getByRole('textbox', { name: 'Abbreviation' })).toHaveValue('WAL');
    await page.keyboard.press('Control+s');
    await expect(both.getByRole('button', { name: 'Keep mine: Name' })).toBeFocused();
    const violations = await violationsOf(page);
    expect(violations.map((one) => `${one.id}: ${one.help}`)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(both).toBeHidden();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Updated successfully!')).toBeVisible();
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
    expect((await api.post('products/get', { search: 'maple' })).body.total).toBe(1);
  });

  await test.step('n adds, and a rule that is broken is told under its field', async () => {
    await page.keyboard.press('Escape');
    await expect(rows.first()).toBeVisible();
    await page.locator('body').press('n');
    await expect(page).toHaveURL(/\/v1\/products\/add$/);
    await expect(page.getByRole('textbox', { name: 'Name' }), 'one types at once').toBeFocused();
    await page.keyboard.type('Ab');
    const short = page.getByRole('textbox', { name: 'Abbreviation' });
    await expect(short, 'it follows while the name is typed').toHaveValue('AB');
    await short.click();
    await expect(short).toHaveJSProperty('selectionStart', 0);
    await page.keyboard.type('ABC');
    await expect(short, 'a suggestion gives way').toHaveValue('ABC');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('You must enter at least 3 characters')).toBeVisible();
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    // While it is being made nothing can be typed that would be lost; where that fails, one goes on where one was.
    await name.fill('Abacus');
    const [asked, answered] = ['**/v1/api/products/create', Promise.withResolvers<void>()];
    await page.route(asked, async (route) => {
      await answered.promise;
      await route.fulfill({ status: 500 });
    });
    await Promise.all([page.waitForRequest(asked), page.keyboard.press('Control+s')]);
    await expect(name).not.toBeFocused();
    await page.keyboard.type('lost');
    answered.resolve();
    await expect(page.getByText('An error occurred while creating the entity')).toBeVisible();
    await expect(name).toBeFocused();
    await expect(name).toHaveValue('Abacus');
    complaints.expect(/status of 500/);
  });
});

test('every noun keeps the same promises: its address, its keys, its views, its guard, and two who change the same', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  test.slow();
  const { api } = shop.olena;
  const ids: Record<string, number> = { companies: shop.companyId, products: shop.productId };
  const made: Record<string, object> = {
    'saved-searches': { query: {}, is_shared: 1 },
    customers: { first_name: 'Hanna' },
  };
  // From the beginning on: a browser lets a request pass unseen that is made while it learns to hold some.
  let held: Record<'asked' | 'answered', PromiseWithResolvers<void>> | undefined;
  await page.route('**/v1/api/*/update', async (route) => {
    held?.asked.resolve();
    await held?.answered.promise;
    await route.fallback();
  });
  for (const noun of entityNames) {
    const contract = noun === 'phones' ? 'product-call-phones' : noun;
    const of = entityNamed(contract);
    if (noun === 'phones')
      await askOwnDatabase(
        aServer,
        `with made as (insert into phones (company_id, product_id, acd_provider_id, name, phone_number, country_code, is_onboarding)
           values ($1, $2, 1, 'Showroom', $3, 'GB', 0) returning company_id, id, product_id)
         insert into phone_assignments (company_id, phone_id, product_id) select * from made`,
        [shop.companyId, shop.productId, `+4420794${String(shop.companyId).padStart(5, '0')}`],
      );
    else if (of.actions.includes('create') && !['companies', 'products', 'mailboxes'].includes(noun)) {
      const row = { ...aRowOf(of, { ...ids, users: 0 }), ...made[noun] };
      const answer = await api.post(`${contract}/create`, { data: [row] });
      expect(answer.status, `${noun}: ${answer.text}`).toBe(200);
    }
    const [first] = (await api.post(`${contract}/get`, { sort: [['id', 'desc']] })).body.data[contract];
    ids[contract] = first.id;
  }
  await shop.signIn(context);
  const rows = page.locator('[data-row]');
  // Rows of the others lead to forms as these do.
  const linkKinds: readonly string[] = ['products', 'users', 'mailboxes', 'customers'];
  for (const noun of entityNames) {
    const contract = noun === 'phones' ? 'product-call-phones' : noun;
    const open = rows.first().locator('a[data-open]');
    await test.step(`${noun}, the list`, async () => {
      await page.goto(`/v1/${noun}?rows=50&sort=-id#all`);
      await expect(page).toHaveURL(new RegExp(`/v1/${noun}/search\\?rows=50&sort=-id#all$`));
      await expect(rows.first()).toBeVisible();
      await page.locator('body').press('ArrowDown');
      await expect(open, 'arrows walk').toBeFocused();
      if (linkKinds.includes(noun)) {
        const [another] = await Promise.all([
          context.waitForEvent('page'),
          open.click({ modifiers: ['ControlOrMeta'], position: { x: 4, y: 4 } }),
        ]);
        await another.close();
        await expect(page.getByRole('combobox', { name: 'Rows on a page' })).toHaveValue('50');
      }
      await page.keyboard.press('/');
      await expect(page.getByRole('searchbox')).toBeFocused();
      await page.keyboard.type('no such thing 77');
      await expect(page).toHaveURL(/q=no/);
      await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible();
      await page.getByRole('button', { name: 'Show all' }).click();
      await expect(rows.first()).toBeVisible();
    });
    // What people are called is theirs to change.
    if (noun !== 'users')
      await test.step(`${noun}, the form`, async () => {
        await open.press('Enter');
        // Customers have a page of their own before it.
        const opened = noun === 'customers' ? 'customer' : noun;
        await expect(page).toHaveURL(new RegExp(`/v1/${opened}/${ids[contract]}`));
        if (noun === 'customers') await goesOn(page, `/v1/customers/${ids[contract]}/edit`);
        await expect(page).toHaveURL(new RegExp(`/v1/${noun}/${ids[contract]}/edit`));
        const field = page
          .locator('#page-form')
          .locator('input:is([type=text], :not([type])):enabled:not([aria-haspopup], [readonly])')
          .first();
        await expect(field).not.toHaveValue('');
        const name = (await field.getAttribute('name')) ?? '';
        const value = await field.inputValue();
        // With a blank that is not kept.
        await field.fill(`${value.slice(0, 12)} M `);
        const both = page.getByRole('alert', { name: 'Someone else saved other values meanwhile' });
        const theirs = `${value.slice(0, 12)} T`;
        const answer = await api.post(`${contract}/update`, { data: { [name]: theirs }, ...byId(ids[contract] ?? 0) });
        expect(answer.status, answer.text).toBe(200);
        await expect(both).toContainText(theirs);
        await both.getByRole('button', { name: /^Keep mine/ }).click();
        await expect(both).toBeHidden();
        // What is typed while it is on its way is not taken for saved, nor what is kept of it for what somebody else did.
        const save = { asked: Promise.withResolvers<void>(), answered: Promise.withResolvers<void>() };
        held = save;
        await page.keyboard.press('ControlOrMeta+s');
        await save.asked.promise;
        await field.fill(`${value.slice(0, 12)} N`);
        save.answered.resolve();
        held = undefined;
        await expect(page.getByText('Updated successfully!').first()).toBeVisible();
        await expect(page.getByText('1 unsaved change')).toBeVisible();
        await page.getByRole('button', { name: 'Back to list' }).click();
        const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
        await expect.soft(leaving.getByRole('button', { name: 'Cancel' }), 'what does no harm').toBeFocused();
        await leaving.getByRole('button', { name: 'Cancel' }).click();
        await expect(field).toHaveValue(`${value.slice(0, 12)} N`);
        await expect(both).toBeHidden();
        await page.getByRole('button', { name: 'Back to list' }).click();
        await leaving.getByRole('button', { name: 'Leave' }).click();
        await expect(page).toHaveURL(new RegExp(`/v1/${noun}/search`));
      });
    await test.step(`${noun}, its other views`, async () => {
      const views = page.getByRole('navigation', { name: 'View' }).getByRole('link');
      await views.nth(1).click();
      await expect(page).toHaveURL(/#disabled$/);
      if (noun === 'saved-searches')
        await expect(page.locator('[data-add]'), 'and it promises no more').toHaveAccessibleName('Filter tickets');
      await page.locator('body').press('n');
      // A search is saved where tickets are found.
      await expect(page).toHaveURL(new RegExp(noun === 'saved-searches' ? '/v1/tickets$' : `/v1/${noun}/add`));
      if (noun === 'saved-searches') await expect(page.getByText('Filter the list of tickets')).toHaveCount(1);
    });
  }
});

test('a company that was put away is taken back from among the disabled ones, and only one without products is put away', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  const { api } = shop.olena;
  const made = await api.post('companies/create', { data: [{ company_name: 'Old harbour', case_prefix: 'OH' }] });
  const id = made.body.data.companies[0].id;
  await shop.signIn(context);
  expect((await api.post('companies/delete', byId(id))).status).toBe(200);
  await page.goto('/v1/companies/search#disabled');
  await page.getByRole('button', { name: 'More for Old harbour' }).click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(page.getByText('Restored successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing is disabled' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'All 2' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/#all$/);
  await expect(page.getByRole('row', { name: /Old harbour/ })).toBeVisible();

  await test.step('what is to be done first is said, and nothing offered that is refused', async () => {
    await page.getByRole('button', { name: 'More for Lumen & Oak' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disable Lumen & Oak?' });
    await expect(dialog.getByText('Disable these first: 1 product.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Disable' })).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  });

  await test.step('a calendar that is added to a company is of that one', async () => {
    await page.goto(`/v1/companies/${id}/edit#calendars`);
    await page.getByRole('link', { name: 'Add calendar' }).click();
    await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue('Old harbour');
  });

  await test.step('its first parts are one form: going between them leaves nothing, going further is asked about', async () => {
    await page.goto(`/v1/companies/${id}/edit`);
    const parts = page.getByRole('navigation', { name: 'Parts of the company' });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
    await name.fill('New harbour');
    for (const part of ['Remote access', 'General']) {
      await parts.getByRole('link', { name: part }).click();
      await expect(parts.getByRole('link', { name: part })).toHaveAttribute('aria-current', 'page');
      await expect(name).toHaveValue('New harbour');
    }
    await parts.getByRole('link', { name: 'Calendars' }).click();
    await leaving.getByRole('button', { name: 'Cancel' }).click();
    await expect(name).toHaveValue('New harbour');
    await parts.getByRole('link', { name: 'Calendars' }).click();
    await leaving.getByRole('button', { name: 'Leave' }).click();
    await expect(name).toBeHidden();
  });

  await test.step('a prefix that no subject would be recognised by is refused in words, at its field', async () => {
    complaints.expect(/companies\/create.* status of 422/);
    await page.goto('/v1/companies/add');
    await page.getByRole('textbox', { name: 'Name' }).fill('Harbour & sons');
    const prefix = page.getByRole('textbox', { name: 'Case prefix' });
    await prefix.fill('&');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Use one or two letters, or two letters and digits')).toBeVisible();
    await expect(prefix).toBeFocused();
  });
});
