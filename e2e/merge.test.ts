import type { BrowserContext, Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { holdTickets, joinsAsAgent } from './support/members.ts';
import { type Shop, signInAs, somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Inbox', exact: true }).getByRole('listitem');
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

test('two tickets become one by keyboard, the other one of them staying, and come apart again', async ({
  page,
  context,
  shop,
}) => {
  for (const subject of ['Oak table', 'Walnut shelf', 'Oak table again']) {
    const { id } = await shop.receivesTicket({ subject });
    await shop.olena.api.call('drafts/save', {
      ...{ ticket_id: id, kind: 'reply', body_html: `<p>About the ${subject}.</p>`, from: null },
      recipients: { to: [{ name: 'Petro', address: 'petro@chairs.test' }], cc: [], bcc: [] },
      ...{ template_ids: [], mentions: [], signs: 1, attachments: [], base_version: 0, typed_ms_ago: 0 },
      device: crypto.randomUUID(),
    });
  }
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(rows(page)).toHaveText([/Oak table again/, /Walnut shelf/, /Oak table/]);

  await test.step('M wakes at two, the older stays unless they are swapped', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Merge tickets' });
    await expect(dialog.getByRole('radio', { name: /Oak table$/ })).toBeFocused();
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('ArrowUp');
    await expect(dialog.getByRole('radio', { name: /Oak table again/ })).toBeChecked();
    const merge = dialog.getByRole('button', { name: /^Merge into/ });
    await expect(merge).toBeEnabled();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveText([/Oak table again/, /Walnut shelf/]);
  });

  await test.step('the thread says what came from where, and Undo brings it back', async () => {
    await rows(page).filter({ hasText: 'Oak table again' }).getByRole('link').click();
    await expect(page.getByText(/^from /)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Merged into this ticket' })).toBeVisible();
    // She had begun an answer in both: neither is lost, and she says what becomes of them.
    const here = page.getByRole('list', { name: 'What else is being written here' });
    await expect(here).toHaveText(/You had also begun a reply in .+-\d+.*About the Oak table\./);
    const reply = page.getByRole('textbox', { name: 'Reply', exact: true });
    await expect(reply).toHaveText('About the Oak table again.');
    // Read a second time, what this browser has kept of it says the same.
    await page.reload();
    await expect(reply).toHaveText('About the Oak table again.');
    await expect(page.getByRole('button', { name: 'Remove Petro' })).toBeVisible();
    await here.getByRole('button', { name: 'Add it here' }).click();
    await expect(reply).toHaveText('About the Oak table.About the Oak table again.');
    await expect(here).toHaveCount(0);
    const more = page.getByRole('button', { name: 'More actions' });
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: /^Find in/ })).toBeFocused();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'History' })).toBeFocused();
    await page.keyboard.press('Enter');
    const history = page.getByRole('dialog', { name: 'History of the ticket' });
    await expect(history.getByRole('listitem')).toHaveText([/Olena Kovalenko merged .+-\d+ into this ticket/]);
    await expect(history.getByRole('link', { name: 'Changes in the audit trail' })).toBeVisible();
    expect(await violationsOf(page, { notIn: 'iframe' })).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(history).toHaveCount(0);
    await expect(more, 'who came from the menu is back at its button').toBeFocused();
    await page.getByRole('button', { name: /^Unmerge/ }).click();
    await expect(toast(page, 'is a ticket of its own again')).toBeVisible();
    await page.goto('/v1/tickets');
    await expect(rows(page)).toHaveCount(3);
  });

  await test.step('where one names another, whoever wrote it: merging with that is offered', async () => {
    const { id } = await shop.receivesTicket({ subject: 'As I said [LO-2]', from: 'Ostap <ostap@elsewhere.test>' });
    await page.goto(`/v1/tickets/${id}`);
    const notice = page.getByRole('note').filter({ hasText: 'Looks like LO-2: Walnut shelf' });
    await notice.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge tickets' });
    await expect(dialog.getByRole('radio', { name: /Walnut shelf/ })).toBeChecked();
    await dialog.getByRole('button', { name: /^Merge into LO-2/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Walnut shelf' })).toBeVisible();
    const said = page.getByRole('article', { name: /^Ostap/ });
    const message = await said.getAttribute('data-message');
    await page.goto(`/v1/tickets/${id}#message-${message}`);
    await expect(said, 'a link to a message of it leads to that message').toHaveAttribute('data-pointed');
  });
});

test('what was merged into another leaves the list at once, also while the pointer keeps its rows in place', async ({
  page,
  context,
  shop,
}) => {
  for (const subject of ['Oak table', 'Walnut shelf', 'Oak chair']) await shop.receivesTicket({ subject });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  for (const name of ['Oak chair', 'Oak table'])
    await rows(page).filter({ hasText: name }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Merge tickets' })
    .getByRole('radio', { name: /Oak table/ })
    .click();
  await page.keyboard.press('Enter');
  await rows(page).filter({ hasText: 'Walnut shelf' }).hover();
  await expect(toast(page, 'merged into')).toBeVisible();
  await expect(rows(page)).toHaveText([/Walnut shelf/, /Oak table/]);
  await page.keyboard.press('z');
  await expect(rows(page)).toHaveCount(3);
});

test('whose ticket is merged while they type writes on where it went, and no letter of theirs acts', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  const { api } = shop.olena;
  const table = await shop.receivesTicket({ subject: 'Oak table' });
  const shelf = await shop.receivesTicket({ subject: 'Walnut shelf' });
  const lamp = await shop.receivesTicket({ subject: 'Brass lamp' });
  const stool = await shop.receivesTicket({ subject: 'Ash stool' });
  const mirror = await shop.receivesTicket({ subject: 'Elm mirror' });
  const stands = async () => {
    const wanted = { fields: ['view_type', 'assignee_id', 'tag_ids', 'is_spam'], range: [0, 1] };
    const filter = { conditions: [['id', '=', table.id]] };
    return (await api.post('tickets/get', { ...wanted, filter })).body.data.tickets[0];
  };
  const before = await stands();
  await shop.signIn(context);
  const reply = page.getByRole('textbox', { name: 'Reply', exact: true });
  const typesWhileMerged = async (id: number, words: string) => {
    const typing = page.keyboard.type(words, { delay: 60 });
    const merged = await api.call('tickets/merge', { survivor_id: table.id, ids: [id] });
    expect(merged.status, merged.text).toBe(200);
    await typing;
    await expect(page).toHaveURL(new RegExp(`/tickets/${table.id}$`));
  };

  await test.step('an answer', async () => {
    const [first, rest] = ['It leaves ', 'the same day, a test of patience: ask mere reason! # Enter see us soon'];
    await page.goto(`/v1/tickets/${shelf.id}`);
    await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
    await page.keyboard.press('r');
    await page.keyboard.type(first);
    await typesWhileMerged(shelf.id, rest);
    await expect(reply).toHaveText(first + rest);
    await expect(reply).toBeFocused();
    expect(await stands()).toEqual(before);
    await page.reload();
    await expect(reply, 'it is kept').toHaveText(first + rest);
  });

  await test.step('a word in a field that goes', async () => {
    await page.goto(`/v1/tickets/${lamp.id}`);
    await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
    await page.keyboard.press('t');
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('INPUT');
    await typesWhileMerged(lamp.id, 'resembles an assessment! # of trees and more seasons');
    await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
    await expect(reply).toHaveText(/^It leaves the same day/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await stands()).toEqual(before);
  });

  await test.step('an answer left for another page before the other ticket is there', async () => {
    await page.goto(`/v1/tickets/${stool.id}`);
    await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
    await page.keyboard.press('r');
    await page.keyboard.type('It is back');
    const arrives = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/v1/api/drafts/of-ticket', async (route) => {
      if (route.request().postDataJSON().data.ticket_id === table.id) {
        asked.resolve();
        await arrives.promise;
      }
      await route.continue();
    });
    const merged = await api.call('tickets/merge', { survivor_id: table.id, ids: [stool.id] });
    expect(merged.status, merged.text).toBe(200);
    await asked.promise;
    await page.getByRole('link', { name: 'Customers' }).click();
    await expect(page).toHaveURL(/\/customers/);
    arrives.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await page
      .getByRole('row')
      .getByRole('link', { name: /Hanna Lindqvist/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Hanna Lindqvist' })).toBeVisible();
    await expect(page, 'whoever has turned to another page stays there').toHaveURL(/\/customer\//);
  });

  await test.step('an answer that was refused stands where its ticket went', async () => {
    complaints.expect(/tickets\/reply.* status of 422/);
    await page.goto(`/v1/tickets/${mirror.id}`);
    await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
    const errors = [{ key: 'cannot_send_as', message: 'Not from this address' }];
    const no = { status: 422, json: { success: false, errors } };
    await page.route('**/api/tickets/reply', (route) => route.fulfill(no), { times: 1 });
    await page.keyboard.press('r');
    await page.keyboard.type('The mirror is on its way');
    await page.keyboard.press('Control+Enter');
    const refused = page.getByRole('article').filter({ hasText: 'The mirror is on its way' });
    await expect(refused).toContainText('Not sent');
    const merged = await api.call('tickets/merge', { survivor_id: table.id, ids: [mirror.id] });
    expect(merged.status, merged.text).toBe(200);
    await expect(page).toHaveURL(new RegExp(`/tickets/${table.id}$`));
    await expect(refused).toContainText('Not sent');
    await refused.getByRole('button', { name: 'Edit' }).click();
    await expect(refused).toBeHidden();
    await expect(reply).toContainText('The mirror is on its way');
  });
});

test('two tickets are linked and parted again, and Undo links them as they were', async ({ page, context, shop }) => {
  const shelf = await shop.receivesTicket({ subject: 'Walnut shelf' });
  const table = await shop.receivesTicket({ subject: 'Oak table' });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${table.id}`);
  const side = page.getByRole('complementary', { name: 'Details' });
  await side.getByRole('button', { name: 'Link a ticket' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link a ticket' });
  await dialog.getByText('This one follows it').click();
  await dialog.getByRole('textbox').fill('shelf');
  await dialog.getByRole('button', { name: /Walnut shelf/ }).click();
  const linked = side.getByRole('link', { name: /Walnut shelf.*Earlier ticket/ });
  await expect(linked).toBeVisible();
  const remove = side.getByRole('button', { name: `Remove the link with ${shelf.number}` });
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(linked).toBeHidden();
  await expect(side.getByText('No linked tickets')).toBeVisible();
  await toast(page, `No longer linked with ${shelf.number}`).getByRole('button', { name: 'Undo' }).click();
  await expect(linked, 'it leads the same way').toBeVisible();
  await remove.click();
  await expect(linked).toBeHidden();
  await page.goto(`/v1/tickets/${shelf.id}`);
  await expect(side.getByText('No linked tickets')).toBeVisible();
});

/** All of the first page of 121 tickets. */
async function choosesAHundred(page: Page, context: BrowserContext, shop: Shop): Promise<void> {
  await shop.receivesTicket({ subject: 'Lamp' });
  await shop.hasTickets(120);
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(rows(page).first()).toContainText('Question number 120');
  await choosesThePage(page);
}

async function choosesThePage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('menuitem', { name: 'All' }).click();
  await expect(page.getByRole('heading', { name: '100 selected' })).toBeVisible();
}

async function choosesTheRest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select all 121 that match' }).click();
  await expect(page.getByRole('heading', { name: 'All 121 selected' })).toBeVisible();
}

test('everything that matches is chosen beyond the page, resolved by a job, stopped in the middle, and taken back', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  await choosesAHundred(page, context, shop);
  await choosesTheRest(page);
  // Whoever unticks one, or picks others, does not mean everything any more.
  await rows(page).first().getByRole('checkbox').uncheck();
  await expect(page.getByRole('heading', { name: '99 selected' })).toBeVisible();
  await choosesTheRest(page);
  await page.keyboard.press('Escape');
  await choosesThePage(page);
  await choosesTheRest(page);
  const letGo = await holdTickets(aServer, 'Question number 60 about a table');
  await page.keyboard.press('e');
  const underWay = toast(page, '121 tickets are being changed');
  await expect(underWay).toContainText('50 of 121');
  // Asked is not stopped: whoever let the ticket go at the question would race the server for the batch after it.
  const stopping = page.waitForResponse('**/api/jobs/cancel');
  await underWay.getByRole('button', { name: 'Stop' }).click();
  await stopping;
  await letGo();
  // After what was under way by then.
  const stopped = toast(page, /Stopped after (50|100) tickets/);
  await expect(stopped).toBeVisible();
  await expect(rows(page).first()).toContainText('Question number 120');
  await stopped.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, /^(50|100) tickets are as they were/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Inbox 121' })).toBeVisible();

  await test.step('more than is done at once is not promised', async () => {
    await page.route('**/api/tickets/get', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), total: 10_001 } });
    });
    await page.reload();
    await choosesThePage(page);
    const offer = page.getByRole('button', { name: 'Select all 10,001 that match' });
    await expect(offer).toHaveAccessibleDescription(/At most 10,000 .* narrow the list/);
    await offer.press('Enter');
    await expect(page.getByRole('heading', { name: '100 selected' })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  });
});

test('everything in Resolved, Spam and Trash is brought back by the key that brought it there', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  await choosesAHundred(page, context, shop);

  await test.step('what is scrolled to under the hand while it goes on leaves with the rest', async () => {
    await choosesTheRest(page);
    await rows(page).nth(5).hover();
    const letGo = await holdTickets(aServer, 'Question number 1 about a table');
    await page.keyboard.press('e');
    await expect(toast(page, '121 tickets are being changed')).toContainText('0 of 121');
    await page.mouse.wheel(0, 20_000);
    await expect(rows(page).filter({ hasText: 'Lamp' })).toBeVisible();
    await letGo();
    const done = toast(page, '121 tickets changed');
    await expect(done).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    await done.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, '121 tickets are as they were')).toBeVisible();
    await choosesThePage(page);
  });

  const actsOnAll = async (key: string, list: string) => {
    await choosesTheRest(page);
    await page.keyboard.press(key);
    await expect(page.getByRole('list', { name: list, exact: true }).getByRole('listitem')).toHaveCount(0, {
      timeout: 20_000,
    });
  };
  for (const [key, view, letter] of [
    ['e', 'Resolved', 'r'],
    ['Shift+Digit1', 'Spam', 'p'],
    ['Shift+Digit3', 'Trash', 'd'],
  ] as const) {
    await actsOnAll(key, 'Inbox');
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await choosesThePage(page);
    await actsOnAll(key, view);
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(rows(page).first()).toBeVisible();
    await choosesThePage(page);
  }
  await choosesTheRest(page);
});

test('everything that matches gets a tag that is made for it, and loses one that only a part of it has', async ({
  page,
  context,
  shop,
}) => {
  await choosesAHundred(page, context, shop);
  // What is typed before the field is there says other things to the list.
  const opensTags = async () => {
    await page.keyboard.press('t');
    await expect(page.getByRole('combobox', { name: 'Find a tag' })).toBeFocused();
  };
  await opensTags();
  await page.keyboard.type('Winter');
  await page.getByRole('option', { name: 'Make the tag “Winter”' }).click();
  await expect(toast(page, '100 tickets got the tag “Winter”')).toBeVisible();
  await choosesTheRest(page);
  await opensTags();
  await expect(page.getByRole('group', { name: 'Add tag' }).getByRole('option', { name: 'Winter' })).toBeVisible();
  await page.keyboard.type('Stock');
  await page.getByRole('option', { name: 'Make the tag “Stock”' }).click();
  await expect(toast(page, '121 tickets changed')).toBeVisible({ timeout: 20_000 });

  await choosesThePage(page);
  await choosesTheRest(page);
  await opensTags();
  await page.keyboard.type('Winter');
  // How many have it nobody knows here, so nobody says.
  const off = page.getByRole('group', { name: 'Take off' }).getByRole('option');
  await expect(off).toHaveText(['Winter']);
  // The first one is chosen by itself, and anew with what is found late.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(off).toHaveAttribute('data-combobox-selected', 'true', { timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Enter');
  const taken = toast(page, '100 tickets changed');
  await taken.getByRole('button', { name: 'Undo' }).click({ timeout: 20_000 });
  await expect(toast(page, '100 tickets are as they were')).toBeVisible({ timeout: 20_000 });
});

test('an agent finds what they did to everything, and takes it back when the offer to is gone', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  await shop.receivesTicket({ subject: 'Lamp' });
  await shop.hasTickets(2);
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  await joinsAsAgent(aServer, (await ira.api.call('users/self')).body.data.user.id, shop.companyId);
  // Who somebody is is believed for a second.
  await expect.poll(async () => (await ira.api.call('users/self')).body.data.companies.length).toBe(1);
  await signInAs(context, aServer, ira);
  await page.goto('/v1/settings#bulk');
  await expect(page.getByText('you have done nothing to all tickets of a list')).toBeVisible();
  const conditions = [['view_type', '=', '']];
  const asked = { request_id: crypto.randomUUID(), filter: { conditions }, action: { kind: 'resolve' } };
  expect((await ira.api.call('tickets/act-on-all', asked)).body.data.total).toBe(3);

  const work = page.getByRole('region', { name: 'Changes of many tickets' }).getByRole('listitem');
  await page.reload();
  await expect(work).toContainText('Change of many tickets: Resolve, 3');
  expect(await violationsOf(page)).toEqual([]);
  await work.getByRole('button', { name: 'Undo' }).click();
  await expect(work.first()).toContainText('Undoing a change of many tickets: Resolve, 3');
  await expect(work.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.goto('/v1/tickets');
  await expect(rows(page)).toHaveCount(3);
});

test('what is done to everything can be stopped and taken back also after the page was loaded anew', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  await shop.receivesTicket({ subject: 'Lamp' });
  await shop.hasTickets(120);
  await shop.signIn(context);
  const resolveAll = async () => {
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('menuitem', { name: 'All' }).click();
    await page.getByRole('button', { name: 'Select all 121 that match' }).click();
    await page.keyboard.press('e');
  };
  await page.goto('/v1/tickets');
  await expect(rows(page).first()).toContainText('Question number 120');
  complaints.expect(/jobs\/get.*ERR_INTERNET_DISCONNECTED/);
  let isUnderWay = true;
  let isLost = false;
  const isSeen = Promise.withResolvers<void>();
  await page.route('**/api/jobs/*', async (route) => {
    if (route.request().url().endsWith('/get')) await isSeen.promise;
    if (isLost) return route.abort('internetdisconnected');
    const answer = await route.fetch();
    const text = await answer.text();
    const body = isUnderWay ? text.replaceAll('"state":"done"', '"state":"running"') : text;
    await route.fulfill({ response: answer, body });
  });
  await resolveAll();
  // Also before it is known how far it is, so that the line comes into no toast that stands.
  await expect(toast(page, '121 tickets are being changed')).toContainText('0 of 121');
  isSeen.resolve();
  await page.reload();
  const underWay = toast(page, '121 tickets are being changed');
  await expect(underWay.getByRole('button', { name: 'Stop' })).toBeVisible();
  // For a moment no answer comes: it goes on all the same.
  isLost = true;
  await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/jobs/get'));
  isLost = false;
  await page.waitForResponse('**/api/jobs/get');
  await expect(underWay).toBeVisible();
  isUnderWay = false;
  await expect(toast(page, '121 tickets changed')).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await toast(page, '121 tickets changed').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, '121 tickets are as they were')).toBeVisible({ timeout: 20_000 });
  await expect(rows(page).first()).toContainText('Question number 120');
  await page.reload();
  await expect(rows(page).first()).toContainText('Question number 120');
});
