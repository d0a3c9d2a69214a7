import { violationsOf } from './support/axe.ts';
import { joinsAsAgent } from './support/members.ts';
import { signInAs, somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

test('Olena gives a ticket to a team by keyboard; its queue gives it to Ira, who is there, and says why', async ({
  page,
  shop,
  aServer,
  browser,
  complaints,
}) => {
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  const iraId = (await ira.api.call('users/self')).body.data.user.id as number;
  await joinsAsAgent(aServer, iraId, shop.companyId);
  const { api } = shop.olena;
  const members = [{ user_id: iraId, capacity: 5 }];
  // Closed until the day after tomorrow, whatever the clock says.
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
  const opens = days[(new Date().getUTCDay() + 2) % 7];
  const week = Object.fromEntries(days.map((day) => [day, day === opens ? [['09:30', '18:00']] : []]));
  const calendar = await api.post('calendars/create', {
    data: [{ company_id: shop.companyId, name: 'Seldom', time_zone: 'UTC', week }],
  });
  const calendar_id = calendar.body.data.calendars[0].id;
  const made = await api.post('teams/create', {
    data: [{ company_id: shop.companyId, name: 'Returns', routing: 'least_loaded', calendar_id, members }],
  });
  const { id } = await shop.receivesTicket({ subject: 'A walnut table' });
  await shop.signIn(page.context());
  const { keyboard } = page;

  await page.goto('/v1/tickets');
  await expect(page.getByRole('listitem').filter({ hasText: 'A walnut table' })).toBeVisible();
  for (const key of ['j', 'x', 'a']) await keyboard.press(key);
  await expect(page.getByRole('combobox', { name: 'Person or team' })).toBeFocused();
  await expect(page.getByRole('option', { name: /\bMe\s*0 open/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /Ira Melnyk\s*Offline · 0 open/ })).toBeVisible();
  await expect(page.getByRole('option', { name: /Returns\s*0 waiting, 0 online/ })).toBeVisible();
  expect(await violationsOf(page, { notIn: 'iframe' })).toEqual([]);
  await keyboard.type('ret');
  await expect(page.getByRole('option', { name: /Returns/ })).toHaveAttribute('data-combobox-selected', 'true');
  await keyboard.press('Enter');
  await expect(page.getByText('1 ticket given to Returns')).toBeVisible();

  await page.goto(`/v1/tickets/${id}`);
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText(/Olena Kovalenko gave the ticket to the team Returns/)).toBeVisible();
  await expect(details.getByText(/In the queue since/)).toBeVisible();
  await expect(details.getByText(/The team is closed: it is given tickets from \w+ \d.* on/)).toBeVisible();
  await api.post('teams/update', {
    data: { calendar_id: null },
    filter: { conditions: [['id', '=', made.body.data.teams[0].id]] },
  });
  await expect(details.getByText(/The team is closed/)).toBeHidden();

  const context = await browser.newContext();
  complaints.hear(context);
  await signInAs(context, aServer, ira);
  const hers = await context.newPage();
  await hers.goto('/v1/tickets');
  const why = /Assigned to Ira Melnyk: fewest open tickets in Returns \(0 of 5\)/;
  await expect(details.getByText(why)).toBeVisible();
  await expect(details.getByText(/In the queue since/)).toBeHidden();
  await hers.goto(`/v1/tickets/${id}`);
  await expect(hers.getByRole('complementary', { name: 'Details' }).getByText(why)).toBeVisible();
  await context.close();

  const maks = await somebody(aServer, 'Maksymiliana Voloshynenko', `maks@${shop.domain}`);
  await joinsAsAgent(aServer, (await maks.api.call('users/self')).body.data.user.id, shop.companyId);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.getByRole('button', { name: /^Ira\s*Assign$/ }).click();
  const name = page.getByRole('option').getByText(maks.name, { exact: true });
  expect(await name.evaluate((it) => it.scrollWidth - it.clientWidth), 'a name is whole').toBe(0);
  expect(await violationsOf(page, { notIn: 'iframe' }), 'a list that scrolls as well').toEqual([]);
  await page.getByRole('option', { name: /\bMe\s*0 open/ }).click();
  await expect(page.getByText('1 ticket assigned')).toBeVisible();
});
