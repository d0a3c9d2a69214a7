import type { Page } from '@playwright/test';
import { expect, test } from './support/story.ts';

const list = (page: Page, name = 'Inbox') => page.getByRole('list', { name, exact: true });
const rows = (page: Page, name = 'Inbox') => list(page, name).getByRole('listitem');
const row = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject });
const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });

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
});

test('several tickets get a tag by T and a label by L, without a mouse', async ({ page, context, shop }) => {
  for (const subject of ['Oak table', 'Walnut shelf']) await shop.receivesTicket({ subject });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(rows(page)).toHaveCount(2);
  const { keyboard } = page;
  for (const key of ['j', 'x', 'j', 'x']) await keyboard.press(key);
  await expect(page.getByRole('heading', { name: '2 selected' })).toBeVisible();

  await test.step('T opens the tags with the cursor where one types; Enter makes one and puts it on both', async () => {
    await keyboard.press('t');
    const search = page.getByRole('textbox', { name: 'Find a tag' });
    await expect(search).toBeFocused();
    await keyboard.type('urgent');
    await expect(page.getByRole('option', { name: 'urgent' })).toHaveAttribute('data-combobox-selected', 'true');
    await keyboard.press('Enter');
    await expect(row(page, 'Oak table').getByText('urgent')).toBeVisible();
    await expect(row(page, 'Walnut shelf').getByText('urgent')).toBeVisible();
    await expect(search).toBeHidden();
  });

  await test.step('L right behind it: the focus is back on the row that it came from', async () => {
    await expect(row(page, 'Oak table').getByRole('link')).toBeFocused();
    await keyboard.press('l');
    await expect(page.getByRole('textbox', { name: 'Find a label' })).toBeFocused();
    await keyboard.type('compl');
    await keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Complaint' })).toContainText('2 tickets');
    await expect(row(page, 'Oak table').getByRole('link')).toBeFocused();
    const { body } = await shop.olena.api.post('tickets/get', { fields: ['id', 'label.name'] });
    expect(body.data.tickets.map((one: { label: { name: string } }) => one.label.name)).toEqual([
      'Complaint',
      'Complaint',
    ]);
  });

  await test.step('T again starts with an empty field, Escape closes it, and the next one ends the selection', async () => {
    await keyboard.press('t');
    await expect(page.getByRole('textbox', { name: 'Find a tag' })).toHaveValue('');
    await keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Find a tag' })).toBeHidden();
    await expect(page.getByRole('heading', { name: '2 selected' })).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: '2 selected' })).toBeHidden();
  });
});

test('views and counters follow what a colleague does, and the row under the pointer stays in place', async ({
  page,
  context,
  shop,
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

  await test.step('a row that a colleague resolves stays where the pointer is, marked as gone', async () => {
    await row(page, 'Walnut shelf').hover();
    await api.call('tickets/resolve', { ids: [second.id] });
    await expect(row(page, 'Walnut shelf')).toHaveAttribute('data-gone');
    await page.mouse.move(0, 0);
    await expect(row(page, 'Walnut shelf')).toHaveCount(0);
  });
});

test('a long list has pages, the address remembers them, and Back leads back', async ({ page, context, shop }) => {
  test.slow();
  for (let n = 1; n < 26; n++) await shop.receives({ subject: `Letter ${n}` });
  await shop.receivesTicket({ subject: 'The newest' });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  const span = page.getByRole('button', { name: /^\d+–\d+ of \d+/ });
  await expect(span).toContainText('1–25 of 26');
  await expect(rows(page)).toHaveCount(25);

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/\/v1\/tickets\?page=2$/);
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  await expect(span).toContainText('26–26 of 26');
  await page.goBack();
  await expect(page).toHaveURL(/\/v1\/tickets$/);
  await expect(rows(page)).toHaveCount(25);

  await span.click();
  await page.getByRole('menuitem', { name: '50' }).click();
  await expect(page).toHaveURL(/size=50/);
  await expect(rows(page)).toHaveCount(26);

  await test.step('a view is an address too', async () => {
    await view(page, 'Answered').click();
    await expect(page).toHaveURL(/view=answered/);
    await expect(page.getByRole('heading', { name: 'No answer waits for a customer' })).toBeVisible();
    await page.goBack();
    await expect(rows(page)).toHaveCount(26);
  });

  await test.step('Ctrl-click opens a ticket beside the list; a click opens it in place, and Back finds its row', async () => {
    const [beside] = await Promise.all([
      context.waitForEvent('page'),
      row(page, 'The newest')
        .getByRole('link')
        .click({ modifiers: ['Control'] }),
    ]);
    await expect(beside.getByRole('heading', { name: 'The newest' })).toBeVisible();
    await beside.close();
    await expect(rows(page)).toHaveCount(26);

    await row(page, 'Letter 20').getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Letter 20' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/size=50/);
    await expect(rows(page)).toHaveCount(26);
  });
});
