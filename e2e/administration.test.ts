import { rowId } from '#test/api/people.ts';
import { byId } from '#test/api/rows-of.ts';
import { violationsOf } from './support/axe.ts';
import { askOwnDatabase, joinsAsAgent } from './support/members.ts';
import { somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

test('Olena sets up what a company needs: calendars, tags, templates, searches, and the addresses of a mailbox', async ({
  page,
  context,
  shop,
  aServer,
  complaints,
}) => {
  const { api } = shop.olena;
  const company_id = shop.companyId;
  const { id: ticketId } = await shop.receivesTicket({ subject: 'A cracked leg', from: 'hanna@lindqvist.test' });
  const make = async (noun: string, ...data: object[]) =>
    rowId(await api.post(`${noun}/create`, { data: data.map((row) => ({ company_id, ...row })) }), noun);
  await shop.signIn(context);
  const rows = page.locator('[data-row]');
  const dialog = page.getByRole('dialog');
  const isClean = async (screen: string) => expect.soft(await violationsOf(page), `axe on ${screen}`).toEqual([]);

  await test.step('an empty list says why, and offers one thing to do about it', async () => {
    await page.goto('/v1/calendars/search');
    const empty = page.getByRole('heading', { name: 'No calendars yet' }).locator('..');
    await expect(empty.locator('a, button')).toHaveText(['Add calendar']);
    await empty.getByRole('link').click();
    await expect(page).toHaveURL(/\/v1\/calendars\/add$/);
  });

  await test.step('what is typed takes the place of what was chosen, and Enter saves nothing before it is a choice', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Office');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    const words = async (typed: string) => {
      await zone.click();
      await page.keyboard.type(typed);
      await expect(zone).toHaveValue(typed);
    };
    await words('nowhere');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(zone, 'nothing was chosen, so nothing is saved').toHaveValue('nowhere');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(zone, 'it was let be').toHaveValue('UTC');
    await words('utc');
    await page.keyboard.press('Enter');
    await expect(zone, 'what was chosen before is chosen anew').toHaveValue('UTC');
    // By the pointer too, in a field that has the focus and is selected.
    await expect
      .poll(() => zone.evaluate<number | null, { selectionStart: number | null }>((it) => it.selectionStart))
      .toBe(0);
    await words('kyi');
    await page.keyboard.press('Enter');
    await expect(zone).toHaveValue('Europe/Kyiv');
    await page.keyboard.type('bogot');
    await page.keyboard.press('Enter');
    await expect(zone).toHaveValue('America/Bogota');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Created successfully!')).toBeVisible();
    const { calendars } = (await api.post('calendars/get', {})).body.data;
    expect(calendars.map((one: { time_zone: string }) => one.time_zone)).toEqual(['America/Bogota']);
  });

  await test.step('Enter takes what fits as soon as it is there, unless it is given up; and sends no form meanwhile', async () => {
    let mayCome = Promise.withResolvers<void>();
    await page.route('**/v1/api/calendars/get', (route) => mayCome.promise.then(() => route.fallback()));
    await page.goto('/v1/teams/add');
    await page.getByRole('textbox', { name: 'Name' }).fill('Couriers');
    const hours = page.getByRole('combobox', { name: 'Opening hours' });
    await hours.focus();
    await page.keyboard.type('off');
    for (const _ of [1, 2]) await page.keyboard.press('Enter');
    await expect(page.getByText('Loading', { exact: true })).toBeVisible();
    mayCome.resolve();
    await expect(hours).toHaveValue('Office');
    await expect(page, 'nothing was sent').toHaveURL(/\/teams\/add$/);

    mayCome = Promise.withResolvers();
    await page.reload();
    await hours.focus();
    await page.keyboard.type('off');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const come = page.waitForResponse('**/v1/api/calendars/get');
    mayCome.resolve();
    await come;
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: 'Office' })).toBeVisible();
    await expect(hours, 'nothing was chosen').toHaveValue('off');
    await page.keyboard.press('Enter');
    await expect(hours).toHaveValue('Office');
    await page.unroute('**/v1/api/calendars/get');
  });

  await test.step('a tag has a name of its own and a colour', async () => {
    const returns = await make('tags', { name: 'Returns' });
    await make('tags', { name: 'Send back' });
    await api.call('tickets/tag', { ids: [ticketId], add: [returns] });
    complaints.expect(/tags\/update.* status of 422/);
    await page.goto(`/v1/tags/${returns}/edit`);
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('SEND BACK');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('This name is already in use')).toBeVisible();
    await expect(name).toBeFocused();
    await name.fill('Goods returned');
    await page.getByRole('radiogroup', { name: 'Colour' }).locator('label').nth(3).click();
    await expect(page.getByText('2 unsaved changes')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Updated successfully!')).toBeVisible();
  });

  await test.step('two tags that mean the same become one, and two again', async () => {
    await page.getByRole('button', { name: 'Merge' }).click();
    await expect(dialog.getByText('1 ticket gets the other tag')).toBeVisible();
    await expect(page.getByRole('option'), 'nothing hangs over the button before she chooses').toHaveCount(0);
    await dialog.getByRole('combobox', { name: 'Merge into' }).fill('send');
    await page.getByRole('option', { name: 'Send back' }).click();
    await isClean('merging tags');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(page).toHaveURL(/\/v1\/tags\/search/);
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText(/Send back\s*1/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: 'Goods returned' })).toContainText('1');
  });

  await test.step('a template is written in both languages, and reads well where a name is not known', async () => {
    await askOwnDatabase(
      aServer,
      `insert into tickets (company_id, number, product_id, customer_id, channel, title, updated)
       select company_id, number + n, product_id, customer_id, channel, 'Later ' || n, now() + n * interval '1 second' from tickets, generate_series(1, 50) n where id = $1`,
      [ticketId],
    );
    await page.goto('/v1/templates/add');
    await page.getByRole('textbox', { name: 'Name' }).fill('Sorry');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.click();
    await expect(page.getByText('Nothing is written yet')).toBeVisible();
    const read = Promise.withResolvers<void>();
    await page.route('**/v1/api/templates/preview', (route) => read.promise.then(() => route.continue()));
    const asked = page.waitForRequest('**/v1/api/templates/preview');
    await page.keyboard.type('Hello {{customer.last_name|dear customer}}');
    await asked;
    await expect(page.getByText('Nothing is written yet'), 'which is not so, while it is looked up').toBeHidden();
    read.resolve();
    await expect(page.getByText('Hello dear customer')).toBeVisible();
    await page.keyboard.type(' about {{ticket.title}}');
    await expect(page.getByText('dear customer about Later 50')).toBeVisible();
    await page.getByRole('combobox', { name: 'Preview on a ticket' }).fill('crack');
    await page.getByRole('option', { name: /A cracked leg/ }).click();
    await expect(page.getByText('dear customer about A cracked leg'), 'however old it is').toBeVisible();
    const inLanguage = page.getByRole('radiogroup', { name: 'Language of the text' });
    await inLanguage.getByText('Українська (empty)').click();
    await expect(text).toHaveText('');
    await text.click();
    await page.keyboard.type('Вітаємо');
    await isClean('a template in two languages');
    await page.getByRole('radio', { name: 'Only me' }).check();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Created successfully!')).toBeVisible();
    const [made] = (await api.post('templates/get', { search: 'sorry' })).body.data.templates;
    expect(made.texts.en).toContain('Hello');
    expect(made.texts.ua).toContain('Вітаємо');
  });

  await test.step('a search is shared with the company by a switch, and a colleague finds it', async () => {
    const search = await make('saved-searches', { name: 'Complaints of May', query: { view: 'open' }, is_shared: 0 });
    const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
    await joinsAsAgent(aServer, (await ira.api.call('users/self')).body.data.user.id, company_id);
    const found = async () => (await ira.api.post('saved-searches/get', {})).body.data['saved-searches'];
    expect(await found()).toEqual([]);
    await page.goto(`/v1/saved-searches/${search}/edit`);
    await page.getByRole('switch', { name: 'Shared with the company' }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Updated successfully!')).toBeVisible();
    expect(await found()).toMatchObject([{ name: 'Complaints of May' }]);
    await page.getByRole('button', { name: 'Back to list' }).click();
    await expect(rows.first()).toContainText('Complaints of May');

    // What a colleague shares, nobody else keeps to them.
    const reason = page.getByText('Only its owner may keep it to themselves');
    const iraId = (await ira.api.call('users/self')).body.data.user.id;
    await askOwnDatabase(aServer, 'update saved_searches set user_id = $1 where id = $2', [iraId, search]);
    await page.goto(`/v1/saved-searches/${search}/edit`);
    await expect(reason).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Shared with the company' })).toBeDisabled();
    await isClean("a colleague's shared search");
    const template = await make('templates', { name: 'Shared', texts: { en: '<p>Hi</p>' }, visibility: 'company' });
    await askOwnDatabase(aServer, 'update templates set owner_id = $1 where id = $2', [iraId, template]);
    await page.goto(`/v1/templates/${template}/edit`);
    await expect(reason).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Only me' })).toBeDisabled();
    await expect(page.getByRole('radio', { name: 'A team' })).toBeEnabled();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/template-of-another.png` });
  });

  await test.step('a mailbox gets another address that answers may come from, and none that is a mailbox', async () => {
    complaints.expect(/mailboxes\/update.* status of 422/);
    await page.goto(`/v1/mailboxes/${shop.mailboxId}/edit`);
    await page.getByRole('button', { name: 'Add address' }).click();
    const alias = page.locator('input[name="aliases.0.address"]');
    await expect(alias, 'one types at once').toBeFocused();
    await page.keyboard.type(shop.address);
    await page.getByRole('switch', { name: 'Replies may come from this address' }).click();
    await page.keyboard.press('Control+s');
    await expect(alias).toHaveAttribute('aria-invalid', 'true');
    await alias.fill(`sales@${shop.domain}`);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Updated successfully!')).toBeVisible();
    await expect(page.getByText('Not checked yet. A test letter shows')).toBeVisible();
    const [kept] = (await api.post('mailboxes/get', byId(shop.mailboxId))).body.data.mailboxes;
    expect(kept.aliases).toMatchObject([{ address: `sales@${shop.domain}`, send_as: 1 }]);
    await isClean('a mailbox with another address');
    await page.getByRole('button', { name: `Remove sales@${shop.domain}` }).press('Enter');
    await expect(page.getByRole('button', { name: 'Add address' })).toBeFocused();
  });

  await test.step('how a product answers stands there as it was typed, and each part has an address', async () => {
    await make('teams', { name: 'First line' });
    await page.goto(`/v1/products/${shop.productId}/edit#auto-reply`);
    const isOn = page.getByRole('switch', { name: 'Answer new letters automatically' });
    await expect(isOn, 'the part that the address names').toBeFocused();
    await page.goto(`/v1/products/${shop.productId}/edit#signature`);
    const signature = page.getByRole('textbox', { name: 'Signature' });
    await expect(signature).toBeFocused();
    await page.keyboard.type('{{agent.first_name}}, Lumen and Oak');
    await page.getByRole('switch', { name: 'Company’s logo below letters' }).click();
    const choices = {
      Team: 'First line',
      'Default mailbox': shop.address,
      When: 'Outside opening hours',
      'Opening hours': 'Office',
    };
    const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
    await isOn.click();
    for (const [name, chosen] of Object.entries(choices)) {
      await choice(name).click();
      await page.getByRole('option', { name: chosen }).click();
    }
    const subject = page.getByRole('textbox', { name: 'Subject' });
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    const inLanguage = (name: string) => page.getByRole('radiogroup', { name: 'Language of the text' }).getByText(name);
    await subject.fill('We have it: {{ticket.title}}');
    await text.click();
    await page.keyboard.type('Thank you, {{customer.first_name|friend}}: {{ticket.title}}');
    await expect(page.getByText('Thank you, friend: Later 50'), 'as a ticket would have it').toBeVisible();
    await inLanguage('Українська (empty)').click();
    await subject.fill('Отримали');
    await text.click();
    await page.keyboard.type('Дякуємо');
    await isClean('a product that answers by itself');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Updated successfully!')).toBeVisible();

    await page.reload();
    await expect(signature).toHaveText('{{agent.first_name}}, Lumen and Oak');
    await expect(page.getByRole('switch', { name: 'Company’s logo below letters' })).toBeChecked();
    await expect(isOn).toBeChecked();
    for (const [name, chosen] of Object.entries(choices)) await expect(choice(name)).toHaveValue(chosen);
    await expect(subject).toHaveValue('We have it: {{ticket.title}}');
    await expect(text).toHaveText('Thank you, {{customer.first_name|friend}}: {{ticket.title}}');
    await inLanguage('Українська').click();
    await expect(subject).toHaveValue('Отримали');
    await expect(text).toHaveText('Дякуємо');
  });
});
