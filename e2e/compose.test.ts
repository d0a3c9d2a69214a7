import type { Route } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { joinsAsAgent } from './support/members.ts';
import { somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';
import { veryMany } from './support/very-many.ts';

test('a letter is begun with C, kept as a draft, goes to two people by the keyboard, is taken back, and leaves', async ({
  page,
  context,
  shop,
  mail,
  aServer,
  complaints,
}) => {
  const at = `customers-of-${shop.domain}`;
  mail.ensureMailbox(`max@${at}`);
  const old = await shop.receivesTicket({ from: `Hanna Lindqvist <hanna@${at}>`, subject: 'A walnut table' });
  await shop.receivesTicket({ from: `H. Lindqvist <hanna+work@${at}>`, subject: 'Chairs for the office' });
  await shop.olena.api.call('settings/change', { undo_send_seconds: 30 });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(page.getByRole('link', { name: /A walnut table/ }).first()).toBeVisible();
  const to = page.getByRole('combobox', { name: 'To' });
  const subject = page.getByRole('textbox', { name: 'Subject' });
  const letter = page.getByRole('textbox', { name: 'Letter' });

  await test.step('C opens it; the customer is found, and so is what is open with them', async () => {
    const areProductsKnown = Promise.withResolvers<void>();
    await page.route('**/products/get', (route) => areProductsKnown.promise.then(() => route.continue()));
    const asked = page.waitForRequest('**/products/get');
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await expect(to).toBeFocused();
    // She presses Enter before anybody is found, and before it is known which company is meant.
    await page.keyboard.type('hanna@');
    await page.keyboard.press('Enter');
    await asked;
    await expect(to).toHaveValue('hanna@');
    await expect(dialog.getByText('is no e-mail address')).toBeHidden();
    areProductsKnown.resolve();
    await expect(dialog.getByRole('link', { name: `Go on in ${old.number}` })).toBeVisible();
    await page.unroute('**/products/get');
    await expect(page.getByRole('option', { name: /H. Lindqvist/ }), 'nothing lies over whom it goes to').toBeHidden();
    await subject.fill('Spring hours');
    await letter.click();
    await page.keyboard.type('We open at eight.');
    await expect(dialog.getByText(/^Draft kept/)).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await page.goto('/v1/tickets');
    await expect(page.locator('[data-ticket]').first()).toBeVisible();
    await page.keyboard.press('c');
    await expect(to).toBeFocused();
    await expect(dialog.getByRole('region', { name: 'A draft begun before' })).toContainText('Spring hours');
    await page.keyboard.press('Escape');
    await expect(dialog, 'nothing is open that Escape could close before').toBeHidden({ timeout: 2_000 });
  });

  await test.step('C again offers to go on with it', async () => {
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await page.keyboard.press('c');
    await expect(to).toBeFocused();
    await expect(subject).toHaveValue('');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Go on with it' }).click();
    await expect(letter).toHaveText('We open at eight.');
    await expect(letter).toBeFocused();
    await expect(subject).toHaveValue('Spring hours');
    await expect(dialog.getByRole('region', { name: 'A draft begun before' })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('it is found among the drafts, also in another window, and J leads to it', async () => {
    const laptop = await context.newPage();
    await laptop.goto('/v1/tickets?view=drafts');
    await expect(laptop.getByRole('link', { name: 'Drafts 1' })).toBeVisible();
    const row = laptop
      .getByRole('region', { name: 'Your letters' })
      .getByRole('link', { name: /^New letter, Hanna Lindqvist, Spring hours/ });
    await expect(row).toBeVisible();
    expect(await violationsOf(laptop)).toEqual([]);
    await laptop.keyboard.press('j');
    await expect(row).toBeFocused();
    await laptop.keyboard.press('Enter');
    await expect(laptop.getByRole('textbox', { name: 'Letter' })).toHaveText('We open at eight.');
    await laptop.close();
  });

  await test.step('C pressed before its scripts are there opens it when they are, with what was typed since', async () => {
    const scripts = /\/assets\/(quick-letter-dialog|new-letter)-/;
    const come = Promise.withResolvers<void>();
    await page.route(scripts, (route) => come.promise.then(() => route.continue()));
    await page.goto('/v1/tickets');
    await expect(page.locator('[data-ticket]').first()).toBeVisible();
    await page.keyboard.press('c');
    await page.keyboard.type('hanna');
    come.resolve();
    await expect(to).toBeFocused();
    await expect(to).toHaveValue('hanna');
    await page.unroute(scripts);
  });

  await test.step('answered when its writer has left it, a letter that was refused tells so, and one that was sent closes no other', async () => {
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await to.fill(`max@${at}`);
    await to.press('Enter');
    await subject.fill('Closed on Sunday');
    await letter.click();
    const kept = page.waitForResponse(
      (one) => one.url().endsWith('/new-letters/save') && (one.request().postData() ?? '').includes('We rest.'),
    );
    await page.keyboard.type('We rest.');
    await kept;
    /** Sends it and leaves it; answers how to let the answer come. */
    const sendAndLeave = async (answer: (route: Route) => Promise<void>) => {
      const mayCome = Promise.withResolvers<void>();
      await page.route('**/tickets/compose', (route) => mayCome.promise.then(() => answer(route)), { times: 1 });
      await Promise.all([page.waitForRequest('**/tickets/compose'), letter.press('Control+Enter')]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      return mayCome.resolve;
    };
    const json = { success: false, errors: [{ key: 'message_empty', message: 'No' }] };
    const refuse = await sendAndLeave((route) => route.fulfill({ status: 422, json }));
    complaints.expect(/status of 422/);
    refuse();
    await expect(page.getByRole('alert').filter({ hasText: '“Closed on Sunday”' })).toContainText(
      'It is kept as a draft',
    );
    await page.keyboard.press('c');
    const before = dialog.getByRole('region', { name: 'A draft begun before' });
    await expect(before).toContainText('Closed on Sunday');
    await before.getByRole('button', { name: 'Go on' }).click();
    await expect(letter).toHaveText('We rest.');
    const send = await sendAndLeave((route) => route.continue());
    await page.keyboard.press('c');
    await expect(to).toBeFocused();
    send();
    const left = page.getByRole('status').filter({ hasText: 'The letter leaves in 30 s' });
    await expect(left).toBeVisible();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await left.getByRole('button', { name: 'Undo' }).click();
    await expect(letter).toHaveText('We rest.');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(subject).toHaveValue('');
  });

  await test.step('it waits among the drafts, and a bad address is named', async () => {
    await page.goto('/v1/compose');
    await page
      .getByRole('region', { name: 'Drafts' })
      .getByRole('button', { name: /Spring hours/ })
      .click();
    await expect(letter).toHaveText('We open at eight.');
    await to.fill('max@nowhere');
    await to.press('Enter');
    await expect(page.getByText('“max@nowhere” is no e-mail address')).toBeVisible();
    await to.fill(`max@${at}`);
    await to.press('Enter');
    await expect(page.getByRole('radio', { name: 'One ticket each' })).toBeChecked();
    expect(await violationsOf(page)).toEqual([]);
  });

  await test.step('Ctrl+Enter asks, sends, and Undo has it back as it was, also while it was still being kept', async () => {
    // What is kept meets no letter that has left: its call takes longer than sending would.
    await page.route('**/new-letters/save', async (route) => {
      await Promise.race([page.waitForResponse(/tickets\/compose/), page.waitForTimeout(1000)]);
      await route.continue();
    });
    const keeping = page.waitForRequest(/new-letters\/save/);
    await letter.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Bring cake.');
    await page.keyboard.press('Control+Enter');
    const asked = page.getByRole('dialog', { name: 'Send 2 letters?' });
    await expect(asked).toBeVisible();
    await keeping;
    await asked.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.unroute('**/new-letters/save');
    await expect(page).toHaveURL(/compose\?letter=/);
    await expect(letter).toHaveText('We open at eight. Bring cake.');
    await expect(subject).toHaveValue('Spring hours');
  });

  await test.step('sent later it waits in the list, and leaves when told to', async () => {
    await page.getByRole('button', { name: 'More ways to send' }).click();
    await page.getByRole('menuitem', { name: 'Send later' }).click();
    await expect(page.getByRole('option', { name: /^Next week/ })).toBeVisible();
    await expect(page.getByText('time zone is not known'), 'each of two has a clock, or none').toBeHidden();
    await page
      .getByRole('option', { name: /Tomorrow|Next week|Monday/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Send 2 letters?' }).getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(/^The letter leaves/)).toBeVisible();
    await page.goto('/v1/tickets?view=drafts');
    await page.getByRole('link', { name: /^New letter, .*Spring hours, Leaves/ }).click();
    const waiting = page.getByRole('region', { name: 'Waiting to leave' });
    await expect(waiting).toContainText('We open at eight. Bring cake.');
    await expect(letter, 'it waits as it is').toBeHidden();
    await waiting.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByText('2 letters are on their way')).toBeVisible();
    await expect(waiting).toBeHidden();
    await page.goto('/v1/tickets?view=answered');
    await expect(page.getByRole('link', { name: /Spring hours/ })).toHaveCount(2);
  });

  await test.step('thrown away while it is being kept, it is gone, and the next one is kept', async () => {
    const isLet = Promise.withResolvers<void>();
    await page.route('**/new-letters/save', (route) => isLet.promise.then(() => route.continue()));
    await page.goto('/v1/compose');
    const keeping = page.waitForRequest('**/new-letters/save');
    await subject.fill('Winter hours');
    await keeping;
    await page.getByRole('button', { name: 'Discard' }).click();
    await subject.fill('Summer hours');
    const thrown = page.waitForResponse('**/new-letters/discard', { timeout: 5_000 });
    isLet.resolve();
    await thrown;
    await expect(page.getByText(/^Draft kept/)).toBeVisible();
    await page.unroute('**/new-letters/save');
    await page.reload();
    await expect(subject).toHaveValue('Summer hours');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.goto('/v1/tickets?view=drafts');
    await expect(page.getByRole('link', { name: /Winter hours/ })).toHaveCount(0);
  });

  await test.step('one that cannot leave is told of by the bell, which leads to where it is mended', async () => {
    const { api } = shop.olena;
    await api.call('tickets/compose', {
      ...{ client_id: crypto.randomUUID(), product_id: shop.productId, how: 'together', subject: 'Autumn hours' },
      ...{ to: [{ address: `max@${at}` }], body_html: '<p>We open at nine.</p>', hold_seconds: 5 },
    });
    const mailbox = { filter: { conditions: [['company_id', '=', shop.companyId]] } };
    await api.post('mailboxes/delete', mailbox);
    await page.goto('/v1/tickets');
    await page.getByRole('button', { name: 'Notifications: 1 letter waits for you' }).click();
    const told = page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: /Autumn hours/ });
    await expect(told).toContainText(`The letter to max@${at} has not left`);
    await told.click();
    const held = page.getByRole('region', { name: 'Waiting to leave' });
    await expect(held).toContainText(/^Autumn hours.*Not sent: /);
    await expect(page.getByRole('button', { name: 'Notifications', exact: true }), 'it was seen').toBeVisible();
    await api.post('mailboxes/restore', mailbox);
    await held.getByRole('button', { name: 'Change' }).click();
    await expect(letter).toHaveText('We open at nine.');
    await expect(held).toBeHidden();
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  const iryna = await somebody(aServer, 'Iryna Savchuk', `iryna@${shop.domain}`);
  await joinsAsAgent(aServer, (await iryna.api.call('users/self')).body.data.user.id as number, shop.companyId);
  await test.step('a call is written down about a customer who is made on the way', async () => {
    await page.goto('/v1/compose');
    await page.getByText('Call', { exact: true }).click();
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await customer.fill('lindqvist');
    await expect(page.getByRole('option', { name: /Lindqvist/ })).toHaveCount(2);
    const isLookedFor = Promise.withResolvers<void>();
    await page.route('**/customers/find', (route) => isLookedFor.promise.then(() => route.continue()));
    await customer.fill('+380 44 123 45 67');
    await customer.press('Enter');
    await expect(customer, 'not about whom was found for other words').toHaveValue('+380 44 123 45 67');
    isLookedFor.resolve();
    await expect(page.getByRole('button', { name: 'Remove +380 44 123 45 67' })).toBeVisible();
    await page.unroute('**/customers/find');
    await subject.fill('Asked about oak');
    await page.getByRole('textbox', { name: 'What was said' }).click();
    await page.keyboard.type('Wants a sample. @iry');
    await expect(page.getByRole('option', { name: 'Iryna Savchuk', selected: true })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'What was said' })).toContainText('@Iryna Savchuk');
    await page.getByRole('button', { name: 'Begin the ticket' }).click();
    await expect(page.getByRole('article', { name: /Olena/ })).toContainText('Wants a sample. @Iryna Savchuk');
    const told = await iryna.api.call('tickets/counters', {});
    expect(told.body.data.views.mentions, 'she is called').toBe(1);
  });

  await test.step('of very many products and tags the last is found by typing, and chosen', async () => {
    const product = await veryMany('products', 'Annex', shop);
    const tag = await veryMany('tags', 'Wood', shop);
    await page.goto('/v1/compose');
    await page.getByText('Call', { exact: true }).click();
    const about = page.getByRole('combobox', { name: 'Product' });
    await expect(about).toHaveValue('Annex 001');
    await about.fill('annex 110');
    await expect(page.getByRole('option', { name: product.name })).toBeVisible();
    const isLearnt = Promise.withResolvers<void>();
    await page.route('**/products/get', (route) => isLearnt.promise.then(() => route.continue()));
    await about.press('Enter');
    await expect(about).toHaveValue(product.name);
    const marks = page.getByRole('combobox', { name: 'Tags' });
    await marks.fill('wood 110');
    isLearnt.resolve();
    await expect(marks, 'what is typed while whose product it is is asked for stays').toHaveValue('wood 110');
    await page.getByRole('option', { name: tag.name }).click();
    await page.getByRole('combobox', { name: 'Assignee' }).fill('olena');
    await expect(page.getByRole('option', { name: /^Olena/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Customer' }).fill('+380 44 123 45 67');
    // Who has the number stands above the offer to make somebody new of it, once they are found.
    await page.getByRole('option', { name: /^\+380 44 123/ }).click();
    await subject.fill('Asked about ash');
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'What was said' }).click();
    await page.keyboard.type('Wants ash as well.');
    await page.getByRole('button', { name: 'Begin the ticket' }).click();
    const side = page.getByRole('complementary', { name: 'Details' });
    await expect(side.getByRole('region', { name: 'Tags' })).toContainText(tag.name);
    await expect(side).toContainText(product.name);
  });
});

test('a letter to two begins one ticket for both of them: each sees the other, and nobody is asked twice', async ({
  page,
  context,
  shop,
  mail,
}) => {
  const at = `customers-of-${shop.domain}`;
  mail.ensureMailbox(`max@${at}`);
  const { number } = await shop.receivesTicket({ from: `Hanna Lindqvist <hanna@${at}>`, subject: 'A walnut table' });
  await shop.signIn(context);
  await page.goto('/v1/compose');
  const to = page.getByRole('combobox', { name: 'To' });
  for (const typed of ['lindqvist', `max@${at}`]) {
    await to.fill(typed);
    await to.press('Enter');
    await expect(to).toHaveValue('');
  }
  await test.step('who each of them is stands there, with what is open with them; beyond three they are folded', async () => {
    const form = page.getByRole('main');
    const nameOfMax = page.getByRole('textbox', { name: `max@${at} is a new customer` });
    await expect(form.getByRole('link', { name: `Hanna Lindqvist hanna@${at}` })).toBeVisible();
    await expect(form.getByRole('link', { name: `Go on in ${number}` })).toBeVisible();
    await nameOfMax.fill('Weber, Max');
    for (const name of ['ida', 'jan']) {
      await to.fill(`${name}@${at}`);
      await to.press('Enter');
    }
    await expect(nameOfMax, 'it stays where others are added').toHaveValue('Weber, Max');
    const nameOfJan = page.getByRole('textbox', { name: `jan@${at} is a new customer` });
    await expect(page.getByRole('textbox', { name: `ida@${at} is a new customer` })).toBeVisible();
    await expect(nameOfJan).toBeHidden();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: '1 more recipient' }).click();
    await expect(nameOfJan).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show fewer recipients' })).toBeFocused();
    for (let i = 0; i < 2; i++) await to.press('Backspace');
    await expect(page.getByRole('textbox', { name: /is a new customer/ })).toHaveCount(1);
  });
  const how = page.getByRole('radiogroup', { name: 'How it is sent' });
  await expect(how.getByRole('radio', { name: 'One ticket each' })).toBeChecked();
  await page.getByText('One ticket for all').click();
  await page.getByRole('textbox', { name: 'Subject' }).fill('The fair in May');
  await page.getByRole('textbox', { name: 'Letter' }).click();
  await page.keyboard.type('Shall we share a stand?');
  await page.keyboard.press('Control+Enter');
  const letter = page.getByRole('article', { name: /Olena/ });
  await expect(letter).toContainText('Shall we share a stand?');
  await letter.getByRole('button', { name: 'Show details of the message' }).click();
  await expect(letter).toContainText(new RegExp(`hanna@${at}.*max@${at}`));
  await page.goto('/v1/tickets?view=answered');
  await expect(page.getByRole('link', { name: /The fair in May/ })).toHaveCount(1);
});

test('a letter begun at a ticket is about its product', async ({ page, context, shop }) => {
  const { id } = await shop.receivesTicket({ from: 'Ivan <ivan@firm.test.ua>', subject: 'A walnut table' });
  await shop.olena.api.post('products/create', { data: [{ name: 'Atelier', company_id: shop.companyId }] });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  await expect(page.getByRole('heading', { name: 'A walnut table' })).toBeVisible();
  const product = page.getByRole('combobox', { name: 'Product' });
  await page.keyboard.press('c');
  await expect(product, 'not the first by name').toHaveValue('Shop');
  await page.keyboard.press('Escape');
  await expect(product).toBeHidden();
  await page.goto(`/v1/tickets?product=${shop.productId}`);
  await expect(page.locator('[data-ticket]').first()).toBeVisible();
  await page.keyboard.press('c');
  await expect(product).toHaveValue('Shop');
  await page.keyboard.press('Escape');

  await test.step('at a list of a company about a product of that company', async () => {
    const { data } = (
      await shop.olena.api.post('companies/create', { data: [{ company_name: 'Walnut & Wren', case_prefix: 'WW' }] })
    ).body;
    const company_id = data.companies[0].id as number;
    await shop.olena.api.post('products/create', { data: [{ name: 'Zebrano', company_id }] });
    await page.goto(`/v1/tickets?company=${company_id}`);
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    await page.keyboard.press('c');
    await expect(product, 'not the first of any').toHaveValue('Zebrano');
    await page.keyboard.press('Escape');
    await page.goto(`/v1/tickets?product=${shop.productId}`);
    await expect(page.locator('[data-ticket]').first()).toBeVisible();
    await page.keyboard.press('c');
    await expect(product).toHaveValue('Shop');
  });

  await test.step('whose address only looks like one that is known is a new customer', async () => {
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await page.keyboard.type('ivan@firm.test,');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible();
    await expect(dialog.getByText('A walnut table')).toBeHidden();
  });
});
