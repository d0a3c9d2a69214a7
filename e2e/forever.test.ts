import { violationsOf } from './support/axe.ts';
import { downloaded } from './support/downloaded.ts';
import { expect, test } from './support/story.ts';

test('a person is exported, erased with a receipt, and what is in the trash goes for good', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  // What is told of a ticket may come before its page has been left.
  complaints.expect(/v1\/api\/(tickets|drafts|messages|side).*status of 404/);
  // The script of a trace, which is made when the story is told once more: a receipt runs none.
  if (test.info().retry > 0) complaints.expect(/Blocked script execution in '.*\/receipt/);
  const axe = async (screen: string) => expect.soft(await violationsOf(page), `axe on ${screen}`).toEqual([]);
  const from = 'Hanna Lindqvist <hanna@lindqvist.test>';
  const table = await shop.receivesTicket({ subject: 'Walnut table', from });
  await shop.receivesTicket({ subject: 'Oak chair', from: 'Petro <petro@chair.test>' });
  for (const verb of ['resolve', 'reopen']) await shop.olena.api.call(`tickets/${verb}`, { ids: [table.id] });
  await shop.signIn(context);
  const found = await shop.olena.api.post('tickets/get', {
    fields: ['customer_id'],
    filter: { conditions: [['id', '=', table.id]] },
  });
  const customer = found.body.data.tickets[0].customer_id;
  // As it was pasted from elsewhere: with blanks that nobody types.
  await shop.olena.api.post('customers/update', {
    ...{ data: { last_name: '\u00a0\u3000Lindqvist' }, filter: { conditions: [['id', '=', customer]] } },
  });
  await page.goto(`/v1/customer/${customer}`);
  const more = async (item: string) => {
    await page
      .getByRole('button', { name: /^More for Hanna/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  await test.step('everything that is held about her, as one file', async () => {
    await more('Export all data…');
    const dialog = page.getByRole('dialog', { name: 'Export of a customer' });
    const make = dialog.getByRole('button', { name: 'Make the archive' });
    // The first one fails; whoever tries again has another one made.
    let failed = 0;
    await page.route('**/jobs/get', async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = await answer.json();
      if (failed === 0) failed = data.job.id;
      const job = data.job.id === failed ? { ...data.job, state: 'failed', file: null } : data.job;
      await route.fulfill({ response: answer, json: { ...rest, data: { job } } });
    });
    await make.click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await make.dblclick();
    const link = dialog.getByRole('link', { name: /^Download/ });
    await expect(link).toBeVisible();
    const { name, bytes } = await downloaded(page, () => link.click());
    expect(name).toMatch(/^customer-\d+-.*\.zip$/);
    expect(bytes.includes('tickets/LO-1.html')).toBe(true);
    await axe('the export');
    await page.unroute('**/jobs/get');
    const { body } = await shop.olena.api.call('jobs/list', {});
    expect(body.data.jobs).toHaveLength(2);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('the dialog says what goes; a wrong name erases nobody', async () => {
    await more('Erase for good…');
    const dialog = page.getByRole('dialog', { name: 'Erase Hanna Lindqvist for good?' });
    await expect(dialog.getByRole('listitem').first()).toHaveText('1 ticket becomes anonymous');
    await axe('the erasure');
    const typed = dialog.getByRole('textbox', { name: 'Type Hanna Lindqvist to confirm' });
    await typed.fill('Petro');
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await expect(dialog.getByText('That is not Hanna Lindqvist')).toBeVisible();
    await expect(typed).toBeFocused();
    await typed.fill('hanna lindqvist');
    await typed.press('Enter');
    await expect(dialog).toBeHidden();
  });

  await test.step('what is left is a receipt, which prints', async () => {
    const erased = page.getByRole('region', { name: 'This customer was erased' });
    await expect(erased).toContainText('Nothing brings it back');
    await expect(page.getByRole('region', { name: 'Tickets' })).toBeVisible();
    await expect(
      page.getByText(/Add a tag|Known by|Time zone|Team notes|First name/),
      'nothing of it is left',
    ).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^More for/ })).toHaveCount(0);
    await axe('the erased customer');
    const [receipt] = await Promise.all([
      context.waitForEvent('page'),
      erased.getByRole('link', { name: 'Open the receipt' }).click(),
    ]);
    await expect(receipt.getByRole('heading', { name: 'Receipt of an erasure' })).toBeVisible();
    await expect(receipt.getByRole('row', { name: /Tickets made anonymous/ })).toContainText('1');
    await expect(receipt.locator('body')).not.toContainText('Hanna');
    await receipt.close();
  });

  await test.step('her ticket is a shell, in which nobody writes', async () => {
    await page.goto(`/v1/tickets/${table.id}`);
    await expect(page.getByText('The customer’s data were erased.')).toBeVisible();
    const letter = page.getByRole('article', { name: /^Erased customer/ });
    await expect(letter.getByText('Erased customer'), 'and not the house').toBeVisible();
    const happened = await shop.olena.api.post('messages/get', {
      fields: ['id', 'event'],
      filter: { conditions: [['ticket_id', '=', table.id]] },
    });
    const values = happened.body.data.messages.map((one: { event: { values: object } | null }) => one.event?.values);
    expect(values).toContainEqual({});
    expect(values).not.toContain(null);
    await expect(page.getByText('Walnut table')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'This customer was erased' })).toBeVisible();
    await expect(page.getByText(/Add a tag|Known by|Team notes|First name/)).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: /reply/i })).toHaveCount(0);
  });

  await test.step('one ticket is deleted for good from where it is read, the rest with the whole trash', async () => {
    await shop.receivesTicket({ subject: 'Ash stool', from: 'Petro <petro@chair.test>' });
    await page.goto('/v1/tickets');
    const row = (subject: string) => page.getByRole('listitem').filter({ hasText: subject });
    for (const subject of ['Oak chair', 'Ash stool']) {
      await row(subject).getByRole('link').focus();
      await page.keyboard.press('Shift+Digit3');
      await expect(row(subject)).toHaveCount(0);
    }
    await page.goto('/v1/tickets?view=trash');
    await expect(row('Oak chair')).toContainText('30 days');
    await axe('the trash');
    await row('Oak chair').getByRole('link').click();
    const purge = page.getByRole('note').getByRole('button', { name: 'Delete for good' });
    await expect(purge).toBeVisible();
    for (const key of ['m', 's']) await page.keyboard.press(key);
    const snooze = page.getByRole('button', { name: 'Snooze', exact: true });
    await expect(snooze, 'what the server would refuse is not offered').toHaveAccessibleDescription(/in the trash/);
    for (const [menu, name, why] of [
      [/^Menu of the message/, 'Split only this', 'in the trash'],
      ['More actions', 'Merge with another', 'in the trash'],
    ] as const) {
      await page.getByRole('button', { name: menu }).first().click();
      await expect(page.getByRole('menuitem', { name })).toContainText(why);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await purge.click();
    const one = page.getByRole('dialog', { name: 'Delete 1 ticket for good?' });
    await one.getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByText('1 ticket deleted for good')).toBeVisible();
    await expect(row('Ash stool')).toBeVisible();
    await expect(row('Oak chair')).toHaveCount(0);
    await page.getByRole('button', { name: 'Empty trash' }).click();
    const all = page.getByRole('dialog', { name: 'Delete the 1 ticket in the trash for good?' });
    // Without the mouse: under a pointer that rests on the list the row would stay, marked as gone.
    await all.getByRole('button', { name: 'Empty trash' }).press('Enter');
    await expect(row('Ash stool')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Empty trash' })).toHaveCount(0);
  });
});
