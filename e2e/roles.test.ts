import AxeBuilder from '@axe-core/playwright';
import { askOwnDatabase, joinsAsAgent } from './support/members.ts';
import { password, signInAs, somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

test('Olena decides what an agent may do and sees, and the agent’s desk follows at once', async ({
  page,
  shop,
  aServer,
  browser,
  complaints,
}) => {
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  const iraId = (await ira.api.call('users/self')).body.data.user.id as number;
  await joinsAsAgent(aServer, iraId, shop.companyId);
  for (const _ of ['yesterday', 'today']) await ira.api.call('auth/login', { email: ira.email, password });
  const { id: ticketId } = await shop.receivesTicket({ subject: 'A walnut table' });
  await shop.signIn(page.context());

  await test.step('rights are a matrix that shows what was changed', async () => {
    await page.goto(`/v1/companies/${shop.companyId}/edit#privileges`);
    const box = page.getByRole('checkbox', { name: 'Agent: Tickets, Change' });
    await expect(box).toBeChecked();
    await box.focus();
    await page.keyboard.press('Space');
    await expect(box).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Back to the default: Agent: Tickets, Change' })).toBeVisible();
    await expect(page.getByText('Missing: Tickets, Change')).toBeVisible();
    const kept = page.getByRole('checkbox', { name: 'Owner: Rights, Change' });
    await kept.focus();
    await page.keyboard.press('Space');
    await expect(kept).toBeChecked();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/matrix.png` });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Updated successfully!')).toBeVisible();
  });

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signInAs(context, aServer, ira);
  const desk = await context.newPage();
  await test.step('the agent’s buttons say why they rest', async () => {
    await desk.goto(`/v1/tickets/${ticketId}`);
    const resolve = desk.getByRole('button', { name: 'Resolve' }).first();
    await expect(resolve).toHaveAttribute('aria-disabled', 'true');
    await resolve.hover();
    await expect(desk.getByRole('tooltip')).toContainText('Your role does not allow this');
    await desk.getByRole('button', { name: 'More actions' }).click();
    await expect(desk.getByRole('menuitem', { name: /Trash.*Your role does not allow this/ })).toBeVisible();
    await desk.keyboard.press('Escape');
    await desk.goto('/v1/products');
    const add = desk.getByRole('button', { name: 'Add product' }).first();
    await expect(add).toHaveAccessibleDescription(/Your role does not allow this/);
    for (let i = 0; i < 40 && !(await add.and(desk.locator(':focus')).count()); i++) await desk.keyboard.press('Tab');
    await expect(desk.getByRole('tooltip'), 'by keyboard too').toContainText('Your role does not allow this');
    await desk.keyboard.press('Enter');
    await expect(desk).toHaveURL(/\/v1\/products\/search$/);
  });

  await test.step('an address that her role may not open says so in its place, and nobody was asked', async () => {
    const refused: string[] = [];
    desk.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())));
    for (const address of ['products/add', 'audit', 'users/import']) {
      await desk.goto(`/v1/${address}`);
      await expect(desk.getByRole('heading', { name: '403 Forbidden' })).toBeVisible();
      await expect(desk).toHaveURL(new RegExp(`/v1/${address}$`));
      await expect(desk.getByRole('navigation', { name: 'Administration' }).getByText('Products')).toBeVisible();
    }
    expect(refused).toEqual([]);
    if (process.env.SHOTS) await desk.screenshot({ path: `${process.env.SHOTS}/not-allowed.png` });
    await desk.goto('/v1/try-to-guess-url/admin/companies');
    await expect(desk.getByRole('heading', { name: '404 Bad request' })).toBeVisible();
  });

  await test.step('a narrowed scope takes the ticket off the desk while it is open', async () => {
    await desk.goto('/v1/tickets');
    await expect(desk.getByText('A walnut table')).toBeVisible();
    await page.goto(`/v1/users/${iraId}/edit`);
    const toWhom = page.getByText('It matters only to those who see tickets of their products or their team');
    await expect(toWhom, 'who sees all has no use for products').toBeVisible();
    await page.getByRole('combobox', { name: 'Sees tickets' }).click();
    await page.getByRole('option', { name: 'Product' }).click();
    await expect(page.getByText('Without a product only their own tickets are seen')).toBeVisible();
    await expect(toWhom).toBeHidden();
    await page.getByRole('combobox', { name: 'Sees tickets' }).click();
    await page.getByRole('option', { name: 'Own' }).click();
    await expect(toWhom).toBeVisible();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/person.png` });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Updated successfully!')).toBeVisible();
    await expect(desk.getByText('A walnut table')).toBeHidden();
  });

  await test.step('an address that would lock her out is asked about', async () => {
    complaints.expect(/companies\/update.*status of 409/);
    await page.goto(`/v1/companies/${shop.companyId}/edit#remote-access`);
    await page.getByRole('switch', { name: 'Restrict access by address' }).click();
    await page.getByRole('textbox', { name: 'IP addresses' }).fill('203.0.113.7\n1.2.3');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Incorrect IP address format')).toBeVisible();
    await page.getByRole('textbox', { name: 'IP addresses' }).fill('203.0.113.7');
    await page.getByRole('textbox', { name: 'Subnets' }).fill('192.0.2.0/24');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toContainText('Lock yourself out?');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/remote.png` });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add it' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Updated successfully!')).toBeVisible();
  });

  await test.step('two-factor is asked of agents, who have days to set it up and see until when', async () => {
    await askOwnDatabase(
      aServer,
      "insert into two_factors (user_id, sealed_secret, confirmed_at) select id, 'sealed', now() from users where email = $1",
      [shop.olena.email],
    );
    await page.goto(`/v1/companies/${shop.companyId}/edit#privileges`);
    await page.getByRole('switch', { name: 'Agent' }).click();
    await expect(page.getByRole('dialog')).toContainText('Ira Melnyk will have 7 days to set it up');
    await page.getByRole('button', { name: 'Require it' }).click();
    const time = page.getByRole('combobox', { name: 'Time to set it up: Agent' });
    await expect(time).toHaveValue('7 days to set it up');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/grace.png` });
    await desk.goto('/v1/tickets');
    await expect(desk.getByText(/Your company asks for two-factor sign-in from .+ on\./)).toBeVisible();
    if (process.env.SHOTS) await desk.screenshot({ path: `${process.env.SHOTS}/due.png` });
    await desk.getByRole('link', { name: 'Set it up' }).click();
    await expect(desk.getByText(/Last sign-in before this one: today \d\d:\d\d · /)).toBeVisible();
    await time.click();
    await page.getByRole('option', { name: 'To be set up at once' }).click();
    await expect(time).toHaveValue('To be set up at once');
    // Her desk goes there by itself, and may be on its way.
    await expect(desk.getByRole('heading', { name: 'Set up two-factor first' })).toBeVisible();
    await desk.goto('/v1/tickets');
    await expect(desk.getByRole('heading', { name: 'Set up two-factor first' })).toBeVisible();
  });

  await test.step('what a colleague asked of agents meanwhile is not changed over, and shown', async () => {
    complaints.expect(/privileges\/require-two-factor.* status of 409/);
    // Before any news of it.
    await askOwnDatabase(
      aServer,
      "update company_role_settings set grace_days = 14 where company_id = $1 and role_name = 'agent'",
      [shop.companyId],
    );
    const time = page.getByRole('combobox', { name: 'Time to set it up: Agent' });
    await expect(time).toHaveValue('To be set up at once');
    await time.click();
    await page.getByRole('option', { name: '3 days to set it up' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'An error occurred while updating the entity' }),
    ).toContainText('Someone else changed this meanwhile');
    await expect(time).toHaveValue('14 days to set it up');
    await time.click();
    await page.getByRole('option', { name: '3 days to set it up' }).click();
    await expect(time, 'decided over what stands now').toHaveValue('3 days to set it up');
  });

  await test.step('on a phone, in Ukrainian, in the dark', async () => {
    const settings = { data: { language: 'ua', theme: 'dark' } };
    await page.request.post('/v1/api/settings/change', { data: settings });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/v1/companies/${shop.companyId}/edit#privileges`);
    await expect(page.getByRole('checkbox', { name: 'Агент: Звернення, Бачити' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Права', exact: true })).toBeInViewport({ ratio: 1 });
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/matrix-390.png` });
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(390);
    await page.goto('/v1/users');
    await expect(page.getByText('Ira Melnyk')).toBeVisible();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/people-390.png` });
  });
  await context.close();
});
