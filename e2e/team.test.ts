import { rowId } from '#test/api/people.ts';
import { violationsOf } from './support/axe.ts';
import { goesOn } from './support/goes-on.ts';
import { headerOf } from './support/letters.ts';
import { askOwnDatabase, joinsAsAgent } from './support/members.ts';
import { somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

test('Olena gathers a team: invitations, members, hours, and a goodbye', async ({
  page,
  shop,
  aServer,
  browser,
  complaints,
}) => {
  await shop.signIn(page.context());
  const { id: ticketId } = await shop.receivesTicket({ subject: 'A walnut table' });
  const api = shop.olena.api;
  const shot = async (name: string, of = page) => {
    if (process.env.SHOTS) await of.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  };
  const isClean = async (of = page) => expect(await violationsOf(of)).toEqual([]);
  const ira = { name: 'Ira Melnyk', email: `ira@${shop.domain}` };

  await test.step('a list of addresses is pasted, and each line has its verdict', async () => {
    await page.goto('/v1/users');
    await page.getByRole('button', { name: 'Invite people' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('textbox', { name: 'E-mail addresses' })
      .fill(`zoya@${shop.domain}, ${ira.name} <${ira.email}>, no address; ${shop.olena.email}`);
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Supervisor' }).click();
    await expect(dialog.getByText('Also deletes, restores and reads the mail log')).toBeVisible();
    // Nobody is told of a letter to what is no address, or to themselves.
    await dialog.getByRole('button', { name: 'Send 2 invitations' }).click();
    const verdicts = dialog.getByRole('list', { name: 'What became of each address' });
    await expect(verdicts).toContainText(`${ira.email} is invited`);
    await expect(verdicts).toContainText('no address is no e-mail address');
    await expect(verdicts).toContainText('is your own address');
    await expect(verdicts.getByRole('listitem').last(), 'below those with something left to do').toContainText(
      ira.email,
    );
    // What did not go stays, to be put right.
    await expect(dialog.getByRole('textbox', { name: 'E-mail addresses' })).toHaveValue(
      `no address\n${shop.olena.email}`,
    );
    await isClean();
    await shot('invite-dialog');
    await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill(shop.olena.email);
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(
      page.locator('[data-position="bottom-left"]').getByRole('alert').filter({ hasText: 'Invite not sent' }),
    ).toContainText('You cannot invite yourself to the team using the email address you registered with');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Invited' }).click();
    await expect(page.getByRole('list', { name: 'Invitations that wait' })).toContainText(
      `${ira.name}${ira.email} · Supervisor`,
    );
    await isClean();
    await shot('invited');
  });

  await test.step('while invitations are sent no address is added that would be lost, and who goes elsewhere stays there', async () => {
    const isSent = Promise.withResolvers<void>();
    const verdicts = [{ email: `late@${shop.domain}`, verdict: 'sent' }];
    await page.route('**/invite/create-many', async (route) => {
      await isSent.promise;
      await route.fulfill({ json: { success: true, data: { verdicts } } });
    });
    await page.getByRole('button', { name: 'Invite people' }).click();
    const addresses = page.getByRole('textbox', { name: 'E-mail addresses' });
    await addresses.fill(`late@${shop.domain}`);
    await addresses.press('Tab');
    const asked = page.waitForRequest('**/invite/create-many');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await asked;
    await addresses.click();
    await page.keyboard.type(', one.more@lindqvist.test');
    await expect(addresses).toHaveValue(`late@${shop.domain}`);
    await page.keyboard.press('Escape');
    await expect(addresses).toBeHidden();
    await goesOn(page, `/v1/tickets/${ticketId}`);
    isSent.resolve();
    await expect(page.getByText('Invite sent successfully')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'A walnut table' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/tickets/${ticketId}$`));
    await page.unroute('**/invite/create-many');
    await goesOn(page, '/v1/users/search#invited');
  });

  await test.step('a letter whose week is over is sent again; an invitation that was a mistake is withdrawn', async () => {
    const zoya = `zoya@${shop.domain}`;
    await askOwnDatabase(
      aServer,
      "update invites set sent_at = now() - interval '8 days', expires = now() - interval '1 day' where email = $1",
      [zoya],
    );
    await page.reload();
    const hers = page
      .getByRole('list', { name: 'Invitations that wait' })
      .getByRole('listitem')
      .filter({ hasText: zoya });
    await expect(hers).toContainText('expired');
    await page.getByRole('button', { name: `Send again: ${zoya}` }).click();
    await expect(page.getByText('Invite sent successfully')).toBeVisible();
    await expect(hers).toContainText('valid until');
    await page.getByRole('button', { name: `Withdraw: ${zoya}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText(`The invitation of ${zoya} is withdrawn`)).toBeVisible();
    await expect(hers).toBeHidden();
    await expect(page.getByRole('button', { name: `Withdraw: ${ira.email}` }), 'the one that is left').toBeFocused();
  });

  const letter = await aServer.waitForSystemMail((one) => headerOf(one, 'To').includes(ira.email));
  const link = /https?:\/\/\S+\/invite\/[\w-]+/.exec(letter.replace(/=\r?\n/g, '').replace(/=3D/g, '='))?.[0] ?? '';
  const theirs = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const desk = await theirs.newPage();
  await test.step('a stranger chooses a name and a password, and is at work', async () => {
    let asked = 0;
    desk.on('request', (one) => one.url().endsWith('/users/self') && asked++);
    await desk.goto(new URL(link).pathname);
    await expect(desk.getByRole('heading', { name: 'Join Lumen & Oak' })).toBeVisible();
    expect(asked, 'who she is would be refused').toBe(0);
    await expect(desk.getByText('You come as a supervisor.')).toBeVisible();
    // The secret has left the address.
    expect(desk.url()).not.toContain(new URL(link).pathname.split('/').at(-1) ?? '');
    await expect(desk.getByRole('textbox', { name: 'Name' }), 'as Olena called her').toHaveValue(ira.name);
    await desk.getByLabel('Password', { exact: true }).fill('maple-chair-9-pine');
    await isClean(desk);
    await shot('invited-stranger', desk);
    await desk.getByRole('button', { name: 'Create account and join' }).click();
    await expect(desk.getByText('Welcome to Lumen & Oak')).toBeVisible();
    await expect(desk.getByText('A walnut table')).toBeVisible();
  });

  const userRows = (await api.post('users/get', {})).body.data.users as { id: number; email: string }[];
  const iraId = userRows.find((one) => one.email === ira.email)?.id ?? 0;

  await test.step('Olena sees that Ira is there, and puts her into a team by the keyboard', async () => {
    await page.goto('/v1/users');
    await expect(page.getByRole('row', { name: /Ira Melnyk/ })).toContainText('Online');
    await shot('people');
    await page.getByRole('link', { name: 'Invited 0' }).click();
    const nobody = page.getByRole('heading', { name: 'No invitation is waiting' }).locator('..');
    await expect(nobody.locator('a, button')).toHaveText(['Invite people']);
    await page.goto('/v1/teams/add');
    await page.getByRole('textbox', { name: 'Name' }).fill('First line');
    const another = page.getByRole('combobox', { name: 'Add somebody' });
    for (const name of ['Olena', 'Ira']) {
      await another.fill(name);
      await page.getByRole('option', { name }).click();
    }
    const out = (name: string) => page.getByRole('button', { name: `Take ${name} out of the team` });
    await out('Ira Melnyk').press('Enter');
    await expect(out('Olena Kovalenko'), 'the next one').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(another).toBeFocused();
    await another.fill('ira');
    await page.getByRole('option', { name: /Ira Melnyk/ }).click();
    await page.getByRole('textbox', { name: 'Open tickets that Ira Melnyk should have at most' }).fill('10');
    await isClean();
    await shot('team');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Created successfully!')).toBeVisible();
    await expect(page.getByText('“First line” is there. Open it to invite people')).toBeVisible();
    await expect(page.getByRole('row', { name: /First line/ })).toContainText('1 online');
    await shot('teams');
  });

  await test.step('who is there is counted live, without a reload', async () => {
    const counted = page.getByRole('row', { name: /First line/ });
    const says = (status: 8 | 9) => desk.request.post('/v1/api/profile/change', { data: { data: { status } } });
    expect((await says(9)).status()).toBe(200);
    await expect(counted, 'at her desk, and not to be given anything').toContainText('1 paused');
    expect((await says(8)).status()).toBe(200);
    await expect(counted).toContainText('1 online');
  });

  await test.step('a person and a mailbox of a team are found where they stand in it', async () => {
    const [team] = (await api.post('teams/get', {})).body.data.teams;
    const isHis = { data: { team_id: team.id }, filter: { conditions: [['id', '=', shop.productId]] } };
    expect((await api.post('products/update', isHis)).status).toBe(200);
    for (const [noun, name, place] of [
      ['users', ira.name, `user-${iraId}`],
      ['mailboxes', shop.address, `mailbox-${shop.mailboxId}`],
    ] as const) {
      await page.goto(`/v1/${noun}/search`);
      await page.locator('[data-row]').filter({ hasText: name }).locator('a[data-open]').click();
      await expect(page).toHaveURL(new RegExp(`/v1/teams/${team.id}/edit#${place}$`));
      await expect(page.locator(`[id="${place}"]`)).toHaveAttribute('data-on');
      await expect(page.locator(`[id="${place}"]`)).toBeInViewport();
    }
  });

  await test.step('where there is no calendar to choose, it is said where one is added', async () => {
    await page.goto('/v1/teams/add');
    await page.getByRole('combobox', { name: 'Opening hours' }).click();
    await expect(page.getByText('Nothing to choose from: add one under Calendars')).toBeVisible();
  });

  await test.step('hours are typed as one says them, copied, and holidays come from a file', async () => {
    await page.goto('/v1/calendars/add');
    await page.getByRole('textbox', { name: 'Name' }).first().fill('Office');
    const monday = page.getByRole('textbox', { name: 'Monday' });
    await monday.fill('9-13 14-18');
    await page.keyboard.press('Tab');
    await expect(monday).toHaveValue('09:00–13:00, 14:00–18:00');
    await page.getByRole('button', { name: 'Monday: copy to other days' }).click();
    await page.getByRole('menuitem', { name: 'To Monday to Friday' }).click();
    await expect(page.getByRole('textbox', { name: 'Friday' })).toHaveValue('09:00–13:00, 14:00–18:00');
    await page.getByRole('textbox', { name: 'Sunday' }).fill('nine');
    await expect(page.getByText('Type hours such as 9-13, 14-18')).toBeVisible();
    await page.getByRole('textbox', { name: 'Sunday' }).fill('24-24');
    await page.getByRole('textbox', { name: 'Name' }).first().press('Control+s');
    await expect(page.getByRole('textbox', { name: 'Sunday' }), 'a part of its hours is wrong').toBeFocused();
    await page.getByRole('textbox', { name: 'Sunday' }).fill('');
    await page.getByRole('button', { name: 'Add a holiday' }).click();
    await page.getByRole('button', { name: /^Remove / }).press('Enter');
    await expect(page.getByRole('button', { name: 'Add a holiday' })).toBeFocused();
    await page.keyboard.press('Enter');
    const holiday = page.getByRole('textbox', { name: 'Name' }).nth(1);
    await expect(holiday).toBeFocused();
    await expect(page.getByText('This field is required'), 'before she could type it').toBeHidden();
    await page.keyboard.press('Tab');
    await expect(page.getByText('This field is required')).toBeVisible();
    await holiday.fill('Independence Day of Ukraine, nobody is there');
    expect(await holiday.evaluate((it) => it.scrollWidth - it.clientWidth), 'its name is whole').toBe(0);
    await holiday.fill('Founding day');
    await expect(page.getByText('This field is required')).toBeHidden();
    const buffer = Buffer.from(
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20261225\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:Christmas\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nDTSTART;VALUE=DATE:20200502\r\nDURATION:P3D\r\nSUMMARY:Long ago\r\nEND:VEVENT\r\nEND:VCALENDAR',
    );
    await page.locator('input[type=file]').setInputFiles({ name: 'holidays.ics', mimeType: 'text/calendar', buffer });
    await expect(page.getByText('1 holiday added')).toBeVisible();
    await expect(page.getByText('1 that is over was left out')).toBeVisible();
    await page.getByRole('button', { name: 'Add special hours' }).click();
    await page.keyboard.type('Stock-taking');
    await page.keyboard.press('Control+s');
    const special = page.getByRole('textbox', { name: 'Open', exact: true });
    await expect(special, 'the first field with a problem').toBeFocused();
    await page.keyboard.type('ten');
    await expect(page.getByText('Type hours such as 9-13, 14-18')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(special, 'nothing is saved in place of what cannot be read').toBeFocused();
    await special.fill('10-14');
    await page.keyboard.press('Tab');
    await expect(special).toHaveValue('10:00–14:00');
    await isClean();
    await shot('calendar');
    await page.getByRole('button', { name: 'Add calendar' }).click();
    await expect(page.getByText('Created successfully!')).toBeVisible();
    await page.goto(`/v1/companies/${shop.companyId}/edit#calendars`);
    await expect(page.getByRole('listitem').filter({ hasText: 'Office' })).toContainText(/Open now, closes|Opens/);
    await shot('company-calendars');
  });

  const whoHasIt = async () =>
    (await api.post('tickets/get', { filter: { conditions: [['id', '=', ticketId]] } })).body.data.tickets[0].users
      .name;

  await test.step('Ira leaves: her ticket goes to Olena, and her desk asks who she is', async () => {
    await api.post('tickets/update', { data: { assignee_id: iraId }, filter: { conditions: [['id', '=', ticketId]] } });
    complaints.expect(/401/);
    // The way back is taken only when her desk has asked: it may take longer than a toast stands.
    await api.call('settings/change', { notification_duration: 30_000 });
    await page.goto(`/v1/users/${iraId}/edit`);
    const remove = page.getByRole('button', { name: 'Remove from company' });
    const dialog = page.getByRole('dialog');
    await expect(remove).toBeVisible();
    const isLooked = Promise.withResolvers<void>();
    await page.route('**/users/access', (route) => isLooked.promise.then(() => route.continue()));
    await Promise.all([page.waitForRequest('**/users/access'), remove.click()]);
    await remove.click();
    isLooked.resolve();
    await dialog.first().getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog, 'pressed twice, it asks once').toHaveCount(0);
    await page.unroute('**/users/access');
    await remove.click();
    const heir = dialog.getByRole('combobox', { name: 'Who gets their 1 open ticket' });
    await expect(heir).toBeFocused();
    await expect(page.getByRole('option'), 'nothing hangs over the buttons before she chooses').toHaveCount(0);
    await heir.click();
    await page.getByRole('option', { name: shop.olena.name }).click();
    await isClean();
    await shot('remove');
    await dialog.getByRole('button', { name: 'Remove from company' }).click();
    await expect(page.getByText('1 ticket was handed over')).toBeVisible();
    expect(await whoHasIt()).toBe(shop.olena.name);
    await expect(desk.getByLabel('Password', { exact: true })).toBeVisible();
  });

  await test.step('Undo brings her back with her ticket', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1 ticket came back')).toBeVisible();
    expect(await whoHasIt()).toBe(ira.name);
  });

  await test.step('how a team is given tickets and how its letters end stand there as they were typed', async () => {
    const [team] = (await api.post('teams/get', {})).body.data.teams;
    await page.goto(`/v1/teams/${team.id}/edit#signature`);
    const signature = page.getByRole('textbox', { name: 'Signature' });
    await expect(signature, 'the part that the address names').toBeFocused();
    await page.keyboard.type('{{agent.first_name}} of the first line');
    const routing = page.getByRole('combobox', { name: 'How tickets are shared out' });
    await routing.click();
    await page.getByRole('option', { name: 'To whoever has the fewest open' }).click();
    const capacity = page.getByRole('textbox', { name: 'Open tickets that Ira Melnyk should have at most' });
    await expect(capacity).toHaveValue('10');
    await capacity.fill('7');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Updated successfully!')).toBeVisible();
    await page.reload();
    await expect(signature).toHaveText('{{agent.first_name}} of the first line');
    await expect(routing).toHaveValue('To whoever has the fewest open');
    await expect(capacity).toHaveValue('7');
  });
  await theirs.close();
});

test('people, a team and its hours on a phone, in Ukrainian, in the dark', async ({ page, shop, aServer }) => {
  const { api } = shop.olena;
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  const iraId = (await ira.api.call('users/self')).body.data.user.id as number;
  await joinsAsAgent(aServer, iraId, shop.companyId);
  const make = async (noun: 'teams' | 'calendars', about: object) =>
    rowId(await api.post(`${noun}/create`, { data: [{ company_id: shop.companyId, ...about }] }), noun);
  const team = await make('teams', { name: 'First line', members: [{ user_id: iraId, capacity: 10 }] });
  // More of them than a call answers people.
  await askOwnDatabase(
    aServer,
    `with people as (insert into users (name, email, password_hash) select 'Оператор ' || n, 'agent' || n || '@' || $3, '' from generate_series(101, 220) n returning id),
       hired as (insert into roles (user_id, company_id, level, name) select id, $1, 1, 'agent' from people)
     insert into team_members (company_id, team_id, user_id) select $1, $2, id from people`,
    [shop.companyId, team, shop.domain],
  );
  const parts = [
    ['09:00', '12:00'],
    ['13:30', '18:00'],
  ];
  const week = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, parts]));
  const calendar = await make('calendars', { name: 'Office', time_zone: 'Europe/Kyiv', week });
  await api.call('settings/change', { language: 'ua', theme: 'dark' });
  await shop.signIn(page.context());
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [name, path, shown] of [
    ['people-390', '/v1/users', 'Ira Melnyk'],
    ['team-390', `/v1/teams/${team}/edit`, 'Ira Melnyk'],
    ['calendar-390', `/v1/calendars/${calendar}/edit`, 'Понеділок'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(shown).first()).toBeVisible();
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(390);
    if (name === 'calendar-390') {
      const monday = await page.getByRole('textbox', { name: shown }).boundingBox();
      expect(monday?.width, 'room for both parts of a day').toBeGreaterThan(280);
    }
    expect(await violationsOf(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  }

  await page.goto(`/v1/teams/${team}/edit`);
  const members = page.getByRole('list', { name: 'Учасники' }).getByRole('listitem');
  await expect(members).toHaveCount(121);
  await page.getByRole('searchbox').fill('ОПЕРАТОР 220');
  await expect(members).toHaveCount(1);
  await members.getByRole('textbox').fill('3');
  await page.keyboard.press('Control+s');
  const kept = async () => (await api.post('teams/get', { search: 'First line' })).body.data.teams[0].members;
  await expect
    .poll(async () => (await kept()).filter((one: { capacity: number | null }) => one.capacity === 3))
    .toHaveLength(1);
  expect(await kept()).toHaveLength(121);
});

test('Olena finds people by what they are, takes some out of the company at once, and back in', async ({
  page,
  shop,
  aServer,
}) => {
  const { api } = shop.olena;
  const people: (typeof api)[] = [];
  for (const name of ['Ira Melnyk', 'Sam Dub']) {
    const one = await somebody(aServer, name, `${name.slice(0, 3).toLowerCase()}@${shop.domain}`);
    await joinsAsAgent(aServer, (await one.api.call('users/self')).body.data.user.id, shop.companyId);
    people.push(one.api);
  }
  const { id: ticketId } = await shop.receivesTicket({ subject: 'A walnut table' });
  const [ira] = (await api.post('users/get', { search: 'melnyk' })).body.data.users;
  const ofTicket = { filter: { conditions: [['id', '=', ticketId]] } };
  await api.post('tickets/update', { data: { assignee_id: ira.id }, ...ofTicket });
  const whoHasIt = async () => (await api.post('tickets/get', ofTicket)).body.data.tickets[0].users.name;
  const later = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const reply = {
    ...{ ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>On Monday</p>', send_at: later },
    to: [{ name: 'Hanna', address: 'hanna@lindqvist.test' }],
  };
  // The server learns a moment later that they have joined, for they did so behind its back.
  await expect.poll(async () => (await people[1]?.call('tickets/reply', reply))?.status).toBe(200);
  // Whoever sees no tickets of others is asked about them all the same.
  const sees = (scope: string) =>
    askOwnDatabase(aServer, 'update roles set scope = $1 where company_id = $2 and level = 4', [scope, shop.companyId]);
  await sees('own');
  const rows = page.locator('[data-row]');
  const selected = page.getByRole('toolbar', { name: 'Selected rows' });
  await shop.signIn(page.context());

  await page.goto('/v1/users');
  await expect(page).toHaveURL(/\/v1\/users\/search$/);
  await expect(rows).toHaveCount(3);
  await page.keyboard.press('/');
  await page.keyboard.type('melnyk');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Not connected');
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Role' }).click();
  await page.getByRole('menuitem', { name: 'Agent' }).click();
  await expect(page).toHaveURL(/filter=role\.agent/);
  await expect(rows).toHaveCount(2);
  expect(await violationsOf(page)).toEqual([]);

  await rows.first().getByRole('checkbox').click();
  await rows
    .last()
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await selected.getByRole('button', { name: 'Remove from company' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove 2 people?' });
  await expect(dialog.getByText('1 letter that waits to leave is held.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Who gets their 1 open ticket' }).click();
  await page.getByRole('option', { name: shop.olena.name }).click();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/remove-several.png` });
  await dialog.getByRole('button', { name: 'Remove from company' }).click();
  await expect(page.getByText('2 people were removed. 1 ticket was handed over')).toBeVisible();
  await expect(page.getByText('Nothing found')).toBeVisible();
  await sees('company');
  expect(await whoHasIt()).toBe(shop.olena.name);

  await page.getByRole('link', { name: 'Removed 2' }).click();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await selected.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('2 people are back')).toBeVisible();
  await expect(page.getByText('1 ticket came back')).toBeVisible();
  expect(await whoHasIt()).toBe('Ira Melnyk');
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Invite people' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/v1\/users\/search\?filter=role\.agent#disabled$/);

  // Two who change one person see both sides and choose; a team that was disabled since is called by its name.
  const make = async (name: string) =>
    rowId(await api.post('teams/create', { data: [{ company_id: shop.companyId, name }] }), 'teams');
  const [winter, chairs] = [await make('Winter'), await make('Chairs')];
  await make('Tables');
  const access = { id: ira.id, company_id: shop.companyId };
  await api.call('users/change-access', { ...access, team_ids: [winter] });
  await api.post('teams/delete', { filter: { conditions: [['id', '=', winter]] } });
  await page.goto(`/v1/users/${ira.id}/edit`);
  await expect(page.locator('#page-form').getByText('Winter (disabled)')).toBeVisible();
  await page.getByRole('combobox', { name: 'Teams' }).click();
  await page.getByRole('option', { name: 'Tables' }).click();
  await page.keyboard.press('Escape');
  await api.call('users/change-access', { ...access, team_ids: [winter, chairs] });
  const both = page.getByRole('alert', { name: 'Someone else saved other values meanwhile' });
  await expect(both).toContainText('Tables, Winter (disabled)');
  await expect(both).toContainText('Chairs, Winter (disabled)');
  expect(await violationsOf(page)).toEqual([]);
  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    if (!process.env.SHOTS) continue;
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${process.env.SHOTS}/both-sides-of-access-${width}.png` });
  }
  await page.keyboard.press('Control+s');
  await expect(both.getByRole('button', { name: 'Keep mine: Teams' })).toBeFocused();
  await both.getByRole('button', { name: 'Take theirs: Teams' }).click();
  await expect(both).toBeHidden();
  await expect(page.locator('#page-form').getByText('Chairs', { exact: true })).toBeVisible();
});

test('somebody signed in as another person is told whom an invitation is for', async ({ page, shop, aServer }) => {
  const [nora, sam] = [
    await somebody(aServer, 'Nora Berg', `nora@${shop.domain}`),
    await somebody(aServer, 'Sam Dub', `sam@${shop.domain}`),
  ];
  await shop.olena.api.call('invite/create', { email: nora.email, company_id: shop.companyId });
  const letter = await aServer.waitForSystemMail(
    (one) => headerOf(one, 'To').includes(nora.email) && one.includes('/invite/'),
  );
  const link = /https?:\/\/\S+\/invite\/[\w-]+/.exec(letter.replace(/=\r?\n/g, '').replace(/=3D/g, '='))?.[0] ?? '';
  const [name = '', ...value] = sam.api.cookie.split('=');
  await page
    .context()
    .addCookies([{ name, value: value.join('='), url: aServer.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(new URL(link).pathname);
  await expect(
    page.getByText(`The invitation is for ${nora.email}, and you are signed in as ${sam.email}.`),
  ).toBeVisible();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/invited-other.png` });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password', { exact: true }).fill('walnut-table-7-oak');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText('Welcome to Lumen & Oak')).toBeVisible();
});
