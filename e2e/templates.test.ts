import { rowId } from '#test/api/people.ts';
import { violationsOf } from './support/axe.ts';
import { expect, test } from './support/story.ts';

test('a template is written once and inserted with a slash; tags, labels and a saved search find the ticket again', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  const { id, number } = await shop.receivesTicket({
    from: `Hanna Lindqvist <hanna@customers-of-${shop.domain}>`,
    subject: 'A walnut table',
  });
  await shop.signIn(context);

  await test.step('written in the administration, with a variable, and read as a ticket would have it', async () => {
    await page.goto('/v1/templates/add');
    await page.getByRole('textbox', { name: 'Name' }).fill('Thank you');
    const text = page.getByRole('textbox', { name: 'Text' });
    const languages = page.getByRole('radiogroup', { name: 'Language of the text' });
    // What stands where no name is known is in the language of the text, whatever the desk speaks.
    await languages.getByText(/Українська/).click();
    await text.click();
    await page.getByRole('button', { name: 'Insert a variable' }).click();
    await page.getByRole('menuitem', { name: /first name customer/ }).click();
    await expect(text).toHaveText('{{customer.first_name|раді вас чути}}');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await languages.getByText(/English/).click();
    await text.click();
    await page.keyboard.type('Dear ');
    await page.getByRole('button', { name: 'Insert a variable' }).click();
    await page.getByRole('menuitem', { name: /first name customer/ }).click();
    await expect(text).toHaveText('Dear {{customer.first_name|there}}');
    await page.keyboard.type(', about {{ticket.number}}: {{nonsense}}');
    await expect(page.getByText('Nobody knows what this means: {{nonsense}}')).toBeVisible();
    for (let i = 0; i < ' {{nonsense}}'.length; i++) await page.keyboard.press('Backspace');
    await expect(page.getByText(`Dear Hanna, about ${number}:`)).toBeVisible();
    await page.getByRole('radio', { name: 'The company' }).check();
    await page.getByRole('button', { name: 'Add template' }).click();
    await expect(page.getByRole('row', { name: /Thank you/ })).toContainText('0');
  });

  await test.step("a team's becomes its writer's or everybody's, and its team's again", async () => {
    const { api } = shop.olena;
    const team = await api.post('teams/create', { data: [{ company_id: shop.companyId, name: 'Workshop' }] });
    const [of] = (await api.post('templates/get', {})).body.data.templates;
    const kept = async () => {
      const [{ visibility, team_id }] = (await api.post('templates/get', {})).body.data.templates;
      return [visibility, team_id];
    };
    const teamId = rowId(team, 'teams');
    const become = async (who: string, kind: string) => {
      await page.getByRole('radio', { name: who }).press('Space');
      await page.keyboard.press('Control+s');
      await expect.poll(kept, who).toEqual([kind, teamId]);
      await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
    };
    const filter = { conditions: [['id', '=', of.id]] };
    await api.post('templates/update', { data: { visibility: 'team', team_id: teamId }, filter });
    await page.goto(`/v1/templates/${of.id}/edit`);
    await become('Only me', 'personal');
    await become('A team', 'team');
    await become('The company', 'company');
    await page.reload();
    await become('A team', 'team');
    await become('The company', 'company');
  });

  await test.step('inserted by the keyboard alone, and counted when the reply has gone', async () => {
    await page.goto(`/v1/tickets/${id}`);
    await expect(page.getByRole('button', { name: 'Remove Hanna Lindqvist' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Reply', exact: true }).click();
    await page.keyboard.type('/thank');
    await expect(page.getByRole('option', { name: /Thank you/ })).toHaveAttribute('aria-selected', 'true');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const editor = page.getByRole('textbox', { name: 'Reply', exact: true });
    await expect(editor).toHaveText(`Dear Hanna, about ${number}:`);
    await page.keyboard.type(' yes.');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect(editor).toHaveText('');
    const read = Promise.withResolvers<void>();
    await page.route('**/templates/insert', (route) => read.promise.then(() => route.continue()));
    await page.keyboard.type('Hello. /thank');
    await expect(page.getByRole('option', { name: /Thank you/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' yes');
    read.resolve();
    await expect(editor, 'it stands where it was called').toContainText(number);
    await page.keyboard.type('.');
    await expect(editor).toHaveText(/^Hello\.\s*Dear Hanna, about LO-1:\s*yes\.$/);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('article', { name: /Olena/ })).toContainText(/about LO-1:\s*yes\./);
    await expect
      .poll(async () => (await shop.olena.api.post('templates/get', {})).body.data.templates[0].times_used)
      .toBe(1);
  });

  await test.step('waited for by whoever sends before it is there, and sent without it by nobody', async () => {
    const editor = page.getByRole('textbox', { name: 'Reply', exact: true });
    const ours = page.getByRole('article', { name: /Olena/ });
    const sendBehind = async (words: string) => {
      await editor.click();
      await page.keyboard.type(`${words} /thank`);
      await expect(page.getByRole('option', { name: /Thank you/ })).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(editor).toHaveText(words);
      await page.keyboard.press('Control+Enter');
    };
    const read = Promise.withResolvers<void>();
    await page.route('**/templates/insert', (route) => read.promise.then(() => route.continue()));
    await sendBehind('Once more.');
    await expect(editor).toHaveText('Once more.');
    read.resolve();
    await expect(ours.last()).toContainText(/Once more\.\s*Dear Hanna, about LO-1:/);
    await expect(editor).toHaveText('');

    complaints.expect(/503/);
    const busy = { success: false, errors: [{ key: 'unavailable', message: 'Busy' }] };
    const fails = Promise.withResolvers<void>();
    await page.route('**/templates/insert', (route) =>
      fails.promise.then(() => route.fulfill({ status: 503, json: busy })),
    );
    await sendBehind('A third time.');
    fails.resolve();
    await expect(page.getByRole('alert').filter({ hasText: 'template' })).toBeVisible();
    await expect(editor).toHaveText(/^A third time\.\s*$/);
    await expect(ours).toHaveCount(2);
    await page.unroute('**/templates/insert');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
  });

  const details = page.getByRole('complementary', { name: 'Details' });
  await test.step('tagged with a tag made on the way, and labelled', async () => {
    await details.getByRole('button', { name: 'Add tag' }).click();
    await page.keyboard.type('Walnut');
    await page.getByRole('option', { name: 'Make the tag “Walnut”' }).click();
    await expect(details.getByRole('button', { name: 'Take off the tag Walnut' })).toBeVisible();
    await details.getByRole('button', { name: 'Label: None' }).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    await expect(details.getByRole('button', { name: 'Label: Refund' })).toBeVisible();
    await expect(page.getByText('set the label to Refund')).toBeVisible();
  });

  await test.step('found by its tag, and the search kept', async () => {
    await page.goto('/v1/tickets?view=answered');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('combobox', { name: 'Tag' }).click();
    await page.getByRole('option', { name: 'Walnut' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listitem').filter({ hasText: number })).toContainText('Walnut');
    await page.getByRole('button', { name: 'Save search' }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Walnut');
    await page.getByRole('dialog').getByRole('button', { name: 'Save search' }).click();
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await expect(page.getByRole('listitem').filter({ hasText: number })).toBeHidden();
    await page.getByRole('link', { name: /^Walnut( \d+)?$/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: number })).toBeVisible();
  });

  await test.step('several saved searches stand in the order one gives them, by drag and by keyboard', async () => {
    await page.getByRole('button', { name: 'Save search' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Oak');
    await page.getByRole('dialog').getByRole('button', { name: 'Save search' }).click();
    const saved = page.getByRole('navigation').getByRole('link', { name: /^(Walnut|Oak)( \d+)?$/ });
    await expect(saved).toHaveText([/^Walnut/, /^Oak/]);
    const isKept = () => page.waitForResponse((response) => response.url().includes('saved-searches/order'));
    let kept = isKept();
    await saved.nth(1).dragTo(saved.nth(0));
    await expect(saved).toHaveText([/^Oak/, /^Walnut/]);
    await kept;
    await expect(saved).toHaveText([/^Oak/, /^Walnut/]);
    kept = isKept();
    await page.getByRole('link', { name: /^Oak( \d+)?$/ }).press('Alt+ArrowDown');
    await expect(page.getByRole('link', { name: /^Oak( \d+)?$/ })).toBeFocused();
    await kept;
    await expect(saved).toHaveText([/^Walnut/, /^Oak/]);
    await page.reload();
    await expect(saved).toHaveText([/^Walnut/, /^Oak/]);
    await page.mouse.move(700, 400);
    await expect(saved.locator('b')).toHaveCount(2);
    const rooms = await saved
      .locator('b')
      .evaluateAll((counts) =>
        counts.map((one) => one.closest('a')!.getBoundingClientRect().right - one.getBoundingClientRect().right),
      );
    expect(rooms, 'their numbers stand in line with those of the views').toEqual([8, 8]);
  });

  await test.step('what one finds stands beside its name, and leads there', async () => {
    await page.goto('/v1/saved-searches/search');
    await page.getByRole('row').filter({ hasText: 'Oak' }).getByRole('link', { name: 'Oak' }).click();
    const found = page.getByRole('complementary', { name: 'What it finds' });
    await expect(found.getByRole('definition')).toHaveText(['Answered', 'Walnut']);
    await found.getByRole('link', { name: 'Show the tickets' }).click();
    await expect(page).toHaveURL(/\/tickets\?(?=.*view=answered)(?=.*tag=\d)/);
    await expect(page.getByRole('listitem').filter({ hasText: number })).toBeVisible();
  });

  await test.step('a list of which all is disabled says so, and leads there', async () => {
    await page.goto('/v1/saved-searches/search');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText('2 are disabled, and can be restored.')).toBeVisible();
    await page.getByRole('link', { name: 'Show what is disabled' }).click();
    await expect(page.locator('[data-row]')).toHaveCount(2);
    await page.locator('[data-row] a[data-open]').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Oak|Walnut)$/);
    await expect(page.getByText('Disabled', { exact: true }), 'what is open is out of use').toBeVisible();
  });
});

test('of many files chosen at once for a template each goes along', async ({ page, context, shop }) => {
  const made = await shop.olena.api.post('templates/create', {
    data: [{ company_id: shop.companyId, name: 'Plans', texts: { en: '<p>Here they are.</p>' } }],
  });
  await shop.signIn(context);
  await page.goto(`/v1/templates/${rowId(made, 'templates')}/edit`);
  const files = Array.from({ length: 9 }, (_, n) => ({
    ...{ name: `plan ${n}.txt`, mimeType: 'text/plain' },
    buffer: Buffer.from(`Plan ${n}`),
  }));
  await page.locator('[data-attach]').setInputFiles(files);
  await expect(page.getByRole('button', { name: /^Remove plan \d/ }), 'all have arrived').toHaveCount(9);
  const kept = async () => (await shop.olena.api.post('templates/get', {})).body.data.templates[0].attachments.length;
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect.poll(kept).toBe(9);
});

test('a save of a template waits for files that are on their way, leaves none of them out, and the caret in its place', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  await shop.signIn(context);
  const upload = '**/v1/api/files/upload';
  const arrived = Promise.withResolvers<void>();
  let fails = false;
  await page.route(upload, async (route) => {
    await arrived.promise;
    await (fails ? route.abort() : route.continue());
  });
  await page.goto('/v1/templates/add');
  await page.getByRole('textbox', { name: 'Name' }).fill('With two plans');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.click();
  await page.keyboard.type('Both plans');
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  await page.locator('[data-attach]').setInputFiles([file('one.txt'), file('two.txt')]);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Waiting for the files')).toBeVisible();
  arrived.resolve();
  await expect(page.getByText('Created successfully!')).toBeVisible();
  const newest = async () =>
    (await shop.olena.api.post('templates/get', { sort: [['id', 'desc']], range: [0, 1] })).body.data.templates[0];
  expect((await newest()).attachments.map((one: { name: string }) => one.name).toSorted()).toEqual([
    'one.txt',
    'two.txt',
  ]);

  fails = true;
  await page.goto(`/v1/templates/${(await newest()).id}/edit`);
  await page.getByRole('textbox', { name: 'Name' }).fill('With three plans');
  await page.locator('[data-attach]').setInputFiles([file('three.txt')]);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('A file did not upload. Try again, or remove it')).toBeVisible();
  expect((await newest()).name).toBe('With two plans');
  complaints.expect(/ERR_FAILED/);
  fails = false;
  await page.getByRole('button', { name: /^Try .*three\.txt/ }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Updated successfully!')).toBeVisible();
  expect((await newest()).attachments).toHaveLength(3);

  // A line break is kept in other letters than the editor's.
  await text.press('Home');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('Here: ');
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await newest()).texts.en).toBe('<p>Here: <br />Both plans</p>');
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await page.keyboard.type('now');
  await expect(text, 'one goes on where one was').toHaveText(/^Here: now\s*Both plans$/);
  for (let i = 0; i < 5; i++) await page.keyboard.press('ControlOrMeta+z');
  await expect(text).toHaveText('Both plans');
});
