import { violationsOf } from './support/axe.ts';
import { expect, test } from './support/story.ts';
import { veryMany } from './support/very-many.ts';

test('a customer is known by everything they use: noted, tagged, blocked, merged with their double and parted again', async ({
  page,
  context,
  shop,
}) => {
  const at = `customers-of-${shop.domain}`;
  const { id } = await shop.receivesTicket({ from: `Hanna Lindqvist <hanna@${at}>`, subject: 'A walnut table' });
  await shop.receivesTicket({ from: `Hanna Lindqvist <hanna+work@${at}>`, subject: 'An oak bench' });
  const tag = { company_id: shop.companyId, name: 'Regular' };
  await shop.olena.api.post('tags/create', { data: [tag] });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  const side = page.getByRole('complementary', { name: 'Details' });
  await side.getByRole('link', { name: 'Hanna Lindqvist' }).click();
  await expect(page).toHaveURL(/customer\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hanna Lindqvist');
  const wrote = page.getByRole('listitem').filter({ hasText: 'A walnut table' });
  await expect(wrote.getByRole('img', { name: 'E-mail' }), 'how it came').toBeVisible();

  await test.step('a field is changed where it stands, a note is pinned, a tag is put on', async () => {
    const last = page.getByRole('textbox', { name: 'Last name' });
    await last.fill('Berg');
    await last.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hanna Berg');
    await last.fill('Lindqvist');
    await last.press('Enter');
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.keyboard.type('Rings in the morning');
    await page.keyboard.press('Control+Enter');
    const notes = page.getByRole('region', { name: 'Team notes' });
    await expect(notes.getByText('Rings in the morning')).toBeVisible();
    await notes.getByRole('button', { name: 'More for this note' }).click();
    await page.getByRole('menuitem', { name: 'Pin above the others' }).click();
    const asked: string[] = [];
    page.on('request', (one) => one.url().endsWith('/tags/get') && asked.push(one.postData() ?? ''));
    await page.getByRole('combobox', { name: 'Customer tags' }).fill('reg');
    await page.getByRole('option', { name: 'Regular' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Add a note' })).toBeVisible();
    expect(asked.join(), 'where all tags are there already, nobody is asked').not.toContain('search');
    await page.getByRole('button', { name: 'Add an address or a number' }).click();
    await page.getByText('Phone', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Phone' }).fill('+380 44 123-45-67');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: '+380 44 123 4567' })).toBeVisible();
  });

  await test.step('of very many tags and products the last is found by typing, and a tag stays when the page is opened anew', async () => {
    const last = await veryMany('tags', 'Wood', shop);
    await veryMany('products', 'Annex', shop);
    await page.reload();
    const tags = page.getByRole('combobox', { name: 'Customer tags' });
    await tags.fill('wood 110');
    await page.getByRole('option', { name: last.name }).click();
    const section = page.locator('section').filter({ has: tags });
    await expect(section.getByText(last.name)).toBeVisible();
    await page.reload();
    await expect(section.getByText(last.name)).toBeVisible();
    const written = page.getByRole('region', { name: 'Tickets' });
    await expect(written.getByRole('link', { name: /A walnut table/ })).toBeVisible();
    await written.getByRole('combobox', { name: 'Product' }).fill('annex 110');
    await page.keyboard.press('Enter');
    await expect(written.getByRole('link', { name: /A walnut table/ })).toBeHidden();
    await written.getByRole('combobox', { name: 'Product' }).fill('shop');
    await page.keyboard.press('Enter');
    await expect(written.getByRole('link', { name: /A walnut table/ })).toBeVisible();
  });

  await test.step('somebody else changes the field that is being typed in: that is said, and Escape takes theirs', async () => {
    const first = page.getByRole('textbox', { name: 'First name' });
    await first.fill('Hannah');
    const customer = Number(/customer\/(\d+)/.exec(page.url())?.[1]);
    await shop.olena.api.post('customers/update', {
      ...{ data: { first_name: 'Johanna' }, filter: { conditions: [['id', '=', customer]] } },
    });
    await expect(page.getByText(/Meanwhile: Johanna/)).toBeVisible();
    await first.press('Escape');
    await expect(first).toHaveValue('Johanna');
  });

  await test.step('a colleague changes the note that is being changed, then removes it: nothing of either is lost', async () => {
    const customer = Number(/customer\/(\d+)/.exec(page.url())?.[1]);
    const noted = async () => (await shop.olena.api.call('customers/card', { id: customer })).body.data.notes;
    const [{ id: note }] = await noted();
    const byColleague = (change: object) => shop.olena.api.call('customers/change-note', { note_id: note, ...change });
    const notes = page.getByRole('region', { name: 'Team notes' });
    await notes.getByRole('button', { name: 'More for this note' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    const words = notes.getByRole('textbox', { name: 'Note for the team' });
    await words.fill('Rings at nine');
    await byColleague({ body: 'Rings at ten' });
    const both = notes.getByRole('alert', { name: 'Someone else saved other values meanwhile' });
    await expect(both).toContainText('Rings at ten');
    expect(await violationsOf(page)).toEqual([]);
    await words.press('Control+Enter');
    expect(await noted(), 'nothing is saved before it was chosen').toMatchObject([{ body: 'Rings at ten' }]);
    await both.getByRole('button', { name: /^Keep mine/ }).click();
    await byColleague({ is_deleted: 1 });
    await expect(notes.getByRole('alert')).toContainText('Somebody removed this note meanwhile');
    await expect(words).toHaveValue('Rings at nine');
    await words.press('Control+Enter');
    await expect(words).toBeHidden();
    expect(await noted()).toMatchObject([{ body: 'Rings at nine' }]);
  });

  await test.step('while a note is saved nothing is typed that would be lost, and another one that is changed by then stays open', async () => {
    const id = Number(/customer\/(\d+)/.exec(page.url())?.[1]);
    await shop.olena.api.call('customers/note', { id, client_id: crypto.randomUUID(), body: 'Speaks German' });
    const notes = page.getByRole('region', { name: 'Team notes' });
    const change = async (words: string) => {
      const note = notes.getByRole('listitem').filter({ hasText: words });
      await note.getByRole('button', { name: 'More for this note' }).click();
      await page.getByRole('menuitem', { name: 'Change' }).click();
    };
    const words = notes.getByRole('textbox', { name: 'Note for the team' });
    const isSaved = Promise.withResolvers<void>();
    await page.route('**/customers/change-note', (route) => isSaved.promise.then(() => route.continue()));
    await change('Rings at nine');
    await words.fill('Rings at eleven');
    const [asked] = await Promise.all([
      page.waitForRequest('**/customers/change-note'),
      page.keyboard.press('Control+Enter'),
    ]);
    await page.keyboard.type(' sharp');
    await expect(words).toHaveValue('Rings at eleven');
    await change('Speaks German');
    await words.fill('Speaks German and Dutch');
    isSaved.resolve();
    await (await asked.response())?.finished();
    await expect(notes.getByText('Rings at eleven')).toBeVisible();
    await expect(words).toHaveValue('Speaks German and Dutch');
    await page.unroute('**/customers/change-note');
    await words.press('Control+Enter');
    await expect(words).toBeHidden();
    const [{ id: second }] = (await shop.olena.api.call('customers/card', { id })).body.data.notes.filter(
      ({ body }: { body: string }) => body === 'Speaks German and Dutch',
    );
    await shop.olena.api.call('customers/change-note', { note_id: second, is_deleted: 1 });
  });

  await test.step('the double is suggested with its reason, merged by the keyboard, and both are there again', async () => {
    const twins = page.getByRole('region', { name: 'Perhaps the same person' });
    await expect(twins).toContainText('the same address but for what follows the plus');
    await twins.getByRole('button', { name: 'Compare' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Merge two customers' });
    await dialog.getByRole('button', { name: 'Merge' }).focus();
    expect(await violationsOf(page, { of: '[role=dialog]' })).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('link', { name: /An oak bench/ })).toBeVisible();
    await expect(page.getByRole('link', { name: `hanna+work@${at}` })).toBeVisible();
    await page.getByRole('region', { name: 'Merged into this one' }).getByRole('button', { name: 'Take back' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: /An oak bench/ })).toBeHidden();
    await expect(twins).toBeVisible();
  });

  await test.step('who else it is, is suggested, and gives way to what is typed', async () => {
    await page.getByRole('button', { name: /^More for Johanna/ }).click();
    await page.getByRole('menuitem', { name: 'Merge…' }).click();
    const seek = page.getByRole('dialog', { name: 'Merge two customers' }).getByRole('textbox');
    await expect(seek).not.toHaveValue('');
    const marked = 'document.activeElement.selectionEnd - document.activeElement.selectionStart';
    await expect.poll(() => page.evaluate(marked)).toBeGreaterThan(0);
    await page.keyboard.type('nobody here');
    await expect(seek).toHaveValue('nobody here');
    await page.keyboard.press('Escape');
  });

  await test.step('blocked says what it does, and goes back', async () => {
    await page.getByRole('button', { name: /^More for Johanna/ }).click();
    await page.getByRole('menuitem', { name: 'Block' }).click();
    await expect(page.getByText('Blocked: what they write goes to spam.')).toBeVisible();
    const told = page.getByRole('status').filter({ hasText: 'Customer blocked' });
    await told.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Blocked: what they write goes to spam.')).toBeHidden();
  });
});

test('a time zone that this browser does not know breaks no page, and no answer', async ({ page, context, shop }) => {
  const { id } = await shop.receivesTicket({ from: 'Hanna Lindqvist <hanna@far.test>', subject: 'A walnut table' });
  await page.route('**/customers/card', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...rest, data: { ...data, zone: { name: 'Mars/Olympus', source: 'chat' } } },
    });
  });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  await page.getByRole('textbox', { name: 'Reply', exact: true }).click();
  await page.keyboard.type('Good morning');
  await page.getByRole('button', { name: 'More ways to send' }).click();
  await page.getByRole('menuitem', { name: 'Send later' }).click();
  await expect(page.getByText('The customer’s time zone is not known')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('complementary', { name: 'Details' }).getByRole('link', { name: 'Hanna Lindqvist' }).click();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveAttribute('placeholder', 'Not known');
});

test('two who only look alike are not asked about again, and answers go to the address that was chosen', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  const at = `customers-of-${shop.domain}`;
  const { id } = await shop.receivesTicket({ from: `Hanna Lindqvist <hanna@${at}>`, subject: 'A walnut table' });
  await shop.receivesTicket({ from: `Hanna Lindqvist <hanna+work@${at}>`, subject: 'An oak bench' });
  const { body } = await shop.olena.api.call('customers/find', { company_id: shop.companyId, words: `hanna@${at}` });
  const customer = body.data.customers.find((one: { email: string }) => one.email === `hanna@${at}`)?.id;
  await shop.signIn(context);

  await test.step('whoever merges beside a ticket stays at it, also where the other one is kept; a card that did not come says so', async () => {
    complaints.expect(/customers\/card.*status of 404/);
    await page.route('**/customers/card', (route) =>
      route.request().postDataJSON().data.id === customer
        ? route.continue()
        : route.fulfill({
            status: 404,
            json: { success: false, errors: [{ key: 'customer_not_found', message: 'Gone' }] },
          }),
    );
    await page.goto(`/v1/tickets/${id}`);
    const side = page.getByRole('complementary', { name: 'Details' });
    await side.getByRole('button', { name: /^Compare/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge two customers' });
    await expect(dialog.getByText('This could not be loaded')).toBeVisible();
    await page.unroute('**/customers/card');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByRole('button', { name: 'Swap' }).click();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(side).toContainText(`hanna+work@${at}`);
    await expect(page).toHaveURL(new RegExp(`/tickets/${id}`));
    const told = page.getByRole('status').filter({ hasText: 'Hanna Lindqvist merged' });
    await told.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Two customers again')).toBeVisible();
  });

  await page.goto(`/v1/customer/${customer}`);
  const knownBy = page.getByRole('region', { name: 'Known by' });
  const twins = page.getByRole('region', { name: 'Perhaps the same person' });

  await test.step('said once that they are not the same, nobody is asked again, and Undo asks again', async () => {
    await twins.getByRole('button', { name: /^Not the same/ }).focus();
    await page.keyboard.press('Enter');
    await expect(twins).toBeHidden();
    const told = page.getByRole('status').filter({ hasText: 'Not the same person' });
    await told.getByRole('button', { name: 'Undo' }).click();
    await expect(twins).toBeVisible();
    await twins.getByRole('button', { name: /^Not the same/ }).click();
    await expect(twins).toBeHidden();
    await page.reload();
    await expect(knownBy).toContainText(`hanna@${at}`);
    await expect(twins).toBeHidden();
    await page.getByRole('link', { name: /A walnut table/ }).click();
    await expect(page).toHaveURL(new RegExp(`/tickets/${id}`));
    await page.goBack();
  });

  await test.step('answered at another address from now on, in a new letter too', async () => {
    await page.getByRole('button', { name: 'Add an address or a number' }).click();
    await page.getByRole('textbox', { name: 'E-mail' }).fill(`hanna@home.${at}`);
    await page.keyboard.press('Enter');
    const home = knownBy.getByRole('listitem').filter({ hasText: `hanna@home.${at}` });
    const first = knownBy.getByRole('listitem').filter({ hasText: `hanna@${at}` });
    await expect(first).toContainText('answered here');
    await page.getByRole('button', { name: `More for hanna@home.${at}` }).click();
    await page.getByRole('menuitem', { name: 'Answer here' }).click();
    await expect(home).toContainText('answered here');
    await expect(first).not.toContainText('answered here');
    await page.getByRole('button', { name: `More for hanna@home.${at}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(home).toBeHidden();
    const told = page.getByRole('status').filter({ hasText: `hanna@home.${at} removed` });
    await told.getByRole('button', { name: 'Undo' }).click();
    await expect(home, 'taken back as it was').toContainText('answered here');
    expect(await violationsOf(page)).toEqual([]);
    await page.goto('/v1/compose');
    await page.getByRole('combobox', { name: 'To' }).fill('lindqvist');
    await expect(page.getByRole('option', { name: `Hanna Lindqvist <hanna@home.${at}>` })).toBeVisible();
  });
});

test('whoever reads a ticket blocks its customer there, exports what is held of them, and erases them', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  complaints.expect(/v1\/api\/(tickets|drafts|messages|side).*status of 404/);
  const { id } = await shop.receivesTicket({ from: 'Hanna Lindqvist <hanna@far.test>', subject: 'A walnut table' });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  const menu = page
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: 'More for Hanna Lindqvist' });
  const more = async (item: string) => {
    await menu.click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  const blocked = page.getByText('Blocked: what they write goes to spam.');
  await more('Block');
  await expect(blocked).toBeVisible();
  await more('Unblock');
  await expect(blocked).toHaveCount(0);

  await more('Export all data…');
  await expect(page.getByRole('dialog', { name: 'Export of a customer' })).toBeVisible();
  await page.keyboard.press('Escape');
  await more('Erase for good…');
  const erasing = page.getByRole('dialog', { name: 'Erase Hanna Lindqvist for good?' });
  await erasing.getByRole('textbox', { name: 'Type Hanna Lindqvist to confirm' }).fill('Hanna Lindqvist');
  await page.keyboard.press('Enter');
  await expect(erasing).toBeHidden();
  await expect(page.getByText('The customer’s data were erased.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'This customer was erased' })).toBeVisible();
  await expect(menu).toHaveCount(0);
});

test('a domain of another alphabet is read in its own letters wherever a customer stands, and written to as it is kept', async ({
  page,
  context,
  shop,
}) => {
  const [kept, read] = ['olena@xn--80a1acn3a.xn--j1amh', 'olena@пошта.укр'];
  const { id } = await shop.receivesTicket({ from: kept, subject: 'A walnut table' });
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(page.getByRole('listitem').filter({ hasText: 'A walnut table' })).toContainText(read);
  await page.goto(`/v1/tickets/${id}`);
  const side = page.getByRole('complementary', { name: 'Details' });
  await expect(side.locator(`a[href="mailto:${kept}"]`)).toHaveText(read);
  await page.keyboard.press('r');
  await expect(page.getByRole('button', { name: `Remove ${read}` })).toBeVisible();
  await page.keyboard.type('It is oak');
  const sent = page.waitForRequest((request) => /(drafts\/save|tickets\/reply)$/.test(request.url()));
  await page.keyboard.press('Control+Enter');
  expect((await sent).postData()).toContain(kept);
  await page.goto('/v1/customers/search');
  await page.locator('[data-row]').filter({ hasText: read }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(read);
  await page.getByRole('link', { name: 'Write a letter' }).click();
  await expect(page.getByText(read, { exact: true }).first()).toBeVisible();
});
