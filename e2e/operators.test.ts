import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { ApiClient } from '#test/api/api-client.ts';
import { rowId } from '#test/api/people.ts';
import { type OidcRig, startOidcProvider } from '#test/rigs/oidc-provider-rig.ts';
import { type ParleyServer, startParleyServer } from '#test/rigs/parley-server.ts';
import { headerOf } from './support/letters.ts';
import { password, type Somebody, signInAs, somebody } from './support/shop.ts';
import { test as base, expect } from './support/story.ts';

type House = { lumenId: OidcRig; server: ParleyServer };

/** A server of its own, whose people may sign in at Lumen ID, and whose first account is Olena's: she operates it. */
const test = base.extend<object, { house: House; olena: Somebody }>({
  house: [
    async ({ browserName: _ }, lend) => {
      const lumenId = await startOidcProvider();
      const server = await startParleyServer({ env: environmentOf(lumenId) });
      lumenId.redirectUris.push(`${server.url}/v1/callback`);
      await lend({ lumenId, server });
      await server.discard();
      await lumenId.close();
    },
    { scope: 'worker' },
  ],
  olena: [
    async ({ house }, lend) => lend(await somebody(house.server, 'Olena Kovalenko', 'olena@lumenoak.test')),
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, lend) => lend(house.server.url),
});

test('Olena comes in through Lumen ID, reads who did what, and opens a lock', async ({
  page,
  house: { server, lumenId },
  olena,
  complaints,
}) => {
  const companyId = rowId(
    await olena.api.post('companies/create', { data: [{ company_name: 'Lumen & Oak', case_prefix: 'LO' }] }),
    'companies',
  );
  const product = await olena.api.post('products/create', { data: [{ name: 'Shop', company_id: companyId }] });
  await olena.api.post('products/update', {
    data: { name: 'Lamps' },
    filter: { conditions: [['id', '=', rowId(product, 'products')]] },
  });
  const taras = await somebody(server, 'Taras Locked', 'taras@lumenoak.test');

  await test.step('the first time the account and Lumen ID are linked by the password', async () => {
    lumenId.accounts.set('olena', { sub: 'olena at lumen', email: olena.email, email_verified: true });
    lumenId.next = 'olena';
    await page.goto('/v1/audit');
    await page.getByRole('button', { name: 'Continue with Lumen ID' }).click();
    await expect(page.getByRole('heading', { name: 'You already have an account' })).toBeVisible();
    await page.getByLabel(`Password of ${olena.email}`).fill('not the password 1!');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(`Password of ${olena.email}`)).toBeFocused();
    await expect(page.getByText('Incorrect email or password')).toBeVisible();
    await page.getByLabel(`Password of ${olena.email}`).fill(password);
    await page.keyboard.press('Enter');
    // She goes on to where she wanted to.
    await expect(page.getByRole('heading', { name: 'Audit trail' })).toBeVisible();
  });
  complaints.expect(/status of (401|403|404|422)/);

  await test.step('the trail says who did what, with before and after', async () => {
    const changed = entry(page, 'Product changed');
    await expect(changed).toContainText('Olena Kovalenko');
    await changed.getByRole('button').click();
    await expect(changed.getByRole('row', { name: 'Name' })).toContainText('Shop');
    await expect(changed.getByRole('row', { name: 'Name' })).toContainText('Lamps');
    // What was done a moment ago may be written down after the page was read: then it is told over the list.
    const newer = page.getByRole('button', { name: /new entr/ });
    await expect(newer.or(entry(page, 'Single sign-on linked')).first()).toBeVisible();
    if (await newer.isVisible()) await newer.click();
    await expect(entry(page, 'Single sign-on linked')).toBeVisible();

    await page.getByPlaceholder('Anything').click();
    await page.getByRole('option', { name: 'Account' }).click();
    await expect(page).toHaveURL(/thing=accounts/);
    await expect(entry(page, 'Product changed')).toHaveCount(0);
    await expect(entry(page, 'Wrong password at sign-in').first()).toBeVisible();

    // What happens meanwhile is told, and shown when asked for.
    await new ApiClient(server.url).call('auth/login', { email: olena.email, password: 'wrong guess!' });
    await expect(page.getByRole('button', { name: /^\d+ new entr/ })).toBeVisible();
    await page.getByRole('button', { name: /^\d+ new entr/ }).click();
    await expect(page.getByRole('button', { name: /^\d+ new entr/ })).toHaveCount(0);

    await page.getByRole('button', { name: 'Check the chain' }).click();
    await expect(page.getByText(/Whole: \d+ entries, none changed, removed or added/)).toBeVisible();
  });

  await test.step('her session ends while she types: she comes back through Lumen ID in another tab, and no letter is lost', async () => {
    await page.goto('/v1/products/add');
    const name = page.getByLabel('Name', { exact: true });
    await name.click();
    await page.keyboard.type('Chairs and ta');
    expect((await olena.api.call('sessions/end-others')).body.data.ended).toBe(1);
    const over = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(over.getByLabel('Password', { exact: true })).toBeFocused();
    const opened = page.context().waitForEvent('page');
    await over.getByRole('link', { name: /Lumen ID/ }).press('Enter');
    const tab = await opened;
    await tab.getByRole('button', { name: 'Continue with Lumen ID' }).press('Enter');
    await expect(over, 'signed in there, she is asked here no longer').toBeHidden();
    await tab.close();
    await expect(name).toHaveValue('Chairs and ta');
    await name.press('End');
    await page.keyboard.type('bles');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /Chairs and tables/ })).toBeVisible();
  });

  await test.step('an address is unlocked after the password is entered again', async () => {
    const stranger = new ApiClient(server.url);
    for (let i = 0; i < 5; i++)
      await stranger.call('auth/login', { email: taras.email, password: `wrong guess ${i}!` });
    await page.goto('/v1/try-to-guess-url/admin/accounts/unlock');
    await expect(page.getByText(/locked until (today|\d+ \w+) \d\d:\d\d/)).toBeVisible();
    await page.getByRole('checkbox', { name: taras.email }).check();
    await page.getByRole('button', { name: 'Unlock selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your password once more' });
    await dialog.getByLabel('Password', { exact: true }).fill('not the password 1!');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Incorrect password')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nobody is locked out')).toBeVisible();
    expect((await stranger.call('auth/login', { email: taras.email, password })).status).toBe(200);
  });

  await test.step('the link to Lumen ID stands under Security, and is undone', async () => {
    await page.goto('/v1/security');
    await expect(page.getByRole('list', { name: 'Single sign-on' }).getByRole('listitem')).toHaveCSS('display', 'flex');
    await page.getByRole('button', { name: 'Unlink Lumen ID?' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await expect(page.getByText('Lumen ID is unlinked')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Single sign-on' })).toHaveCount(0);
  });

  await page.goto('/v1/try-to-guess-url/admin/accounts/unlock');
  await test.step('promotion codes are made, copied, downloaded and revoked', async () => {
    await page.getByRole('link', { name: 'Promotion codes' }).click();
    await page.getByLabel('Codes', { exact: true }).fill('3');
    await page.getByLabel('Percent off').fill('101');
    await page.getByRole('button', { name: 'Make promocode' }).click();
    await expect(page.getByLabel('Percent off')).toBeFocused();
    await page.getByLabel('Percent off').fill('25');
    await page.getByLabel('File name').fill('Winter 2026');
    await page.getByRole('button', { name: 'Make promocode' }).click();
    await expect(page.getByText('3 codes made')).toBeVisible();
    const codes = page.getByRole('list', { name: 'Winter 2026' }).getByRole('listitem');
    await expect(codes).toHaveCount(3);
    const first = (await codes.first().locator('code').textContent()) ?? '';
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy those that can be used' }).click();
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await expect.poll(copied).toBe((await codes.locator('code').allTextContents()).join('\n'));

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Winter 2026.csv' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Winter 2026.csv');
    expect(readFileSync(await file.path(), 'utf8')).toContain(`\r\n${first},25,1,`);

    await page.getByRole('button', { name: `Revoke ${first}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(codes.first()).toContainText('revoked');
    await page.getByLabel('File name').fill('Spring 2027');
    await page.getByRole('link', { name: 'Announcements' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('File name').fill('Winter 2026');
    await page.getByRole('link', { name: 'Announcements' }).click();
    await expect(page, 'what was made is kept').toHaveURL(/\/announcements$/);
  });

  await test.step('numbers come into the pool, and from there to a product by the keyboard', async () => {
    const isClean = async () => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    const rows = page.locator('[data-row]');
    await page.goto('/v1/phones/add');
    await expect(page.getByText('The pool is empty')).toBeVisible();
    await isClean();
    await page.getByRole('link', { name: 'Fill the pool' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Phone numbers' })).toBeVisible();
    const numbers = page.getByRole('textbox', { name: 'Numbers, one per line' });
    await numbers.fill('+44 20 7946 0018\nnonsense\n+44 117 496 0042\n+442079460018');
    await expect(page.getByText('Line 2, nonsense: Phone number is not valid'), 'while it is typed').toBeVisible();
    await expect(page.getByText('Line 4, +442079460018: Duplicate phone number!')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Add \d+ numbers/ })).toBeDisabled();
    await isClean();
    await numbers.fill('+44 20 7946 0018\n+44 117 496 0042\n\n+1 212 555 0148\n');
    await page.getByRole('button', { name: 'Add 3 numbers' }).click();
    await expect(page.getByText('Adding phone successfully!')).toBeVisible();
    await expect(numbers).toHaveValue('');
    await numbers.fill('+1 (212) 555-0148');
    await page.getByRole('button', { name: 'Add 1 number' }).click();
    await expect(page.getByText('Error adding phone!')).toBeVisible();
    await expect(page.getByText('Line 1, +1 (212) 555-0148: Duplicate phone number!')).toBeVisible();
    await numbers.fill('');

    const listed = page.getByRole('list', { name: 'Phone numbers' }).getByRole('listitem');
    const edits = async (number: string) => {
      await listed.getByRole('button', { name: `Edit ${number}` }).click();
      return page.getByRole('dialog', { name: 'Edit a phone' });
    };
    const editor = await edits('+12125550148');
    const number = editor.getByRole('textbox', { name: 'Number' });
    await number.fill('nonsense');
    await page.keyboard.press('Enter');
    await expect(number).toHaveAccessibleDescription('Phone number is not valid');
    await number.fill('+44 117 496 0042');
    await page.keyboard.press('Enter');
    await expect(number).toHaveAccessibleDescription('Duplicate phone number!');
    await isClean();
    await number.fill('+1 212 555 0149');
    await editor.getByRole('textbox', { name: 'Name' }).fill('Spare');
    await editor.getByRole('checkbox', { name: 'In service' }).uncheck();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Updating phone successfully!')).toBeVisible();
    await expect(listed.filter({ hasText: 'Spare' })).toContainText(/\+1 212 555 0149.*Out of service/);
    // Another operator was quicker.
    await edits('+12125550149');
    const quicker = {
      phone_number: '+12125550149',
      change: { phone_number: '+12125550148', is_deleted: 0, name: '+12125550148' },
    };
    expect((await olena.api.call('product-call-phones/edit', quicker)).status).toBe(200);
    await editor.getByRole('textbox', { name: 'Name' }).fill('Late');
    await page.keyboard.press('Enter');
    await expect(editor.getByText('No such phone number')).toBeVisible();
    await expect(editor.getByRole('button', { name: 'Save' })).toBeEnabled();
    complaints.expect(/status of 500/);
    await page.route('**/product-call-phones/edit', (route) => route.fulfill({ status: 500 }), { times: 1 });
    await page.keyboard.press('Enter');
    await expect(page.getByText('Error editing phone!')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await page.goto('/v1/phones');
    await expect(page.getByRole('heading', { name: 'No phone numbers yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'In the pool 3' })).toBeVisible();
    await page.keyboard.press('n');
    await expect(page.getByRole('combobox', { name: 'Free number' }), 'one begins at the top').toBeFocused();
    await page.keyboard.type('7946');
    await page.getByRole('option', { name: '+44 20 7946 0018 · United Kingdom' }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('This field is required'), 'its product, and its name').toHaveCount(2);
    await expect(page.getByRole('combobox', { name: 'Product' }), 'one chooses at once').toBeFocused();
    await page.getByRole('textbox', { name: 'Name' }).fill('Showroom');
    await page.getByRole('combobox', { name: 'Product' }).click();
    await page.getByRole('option', { name: 'Lamps' }).click();
    await isClean();
    // A colleague was quicker, with the same number.
    const move = (product_id: number) =>
      olena.api.post('product-call-phones/update', {
        data: { product_id, name: 'Their line' },
        filter: { conditions: [['phone_number', '=', '+442079460018']] },
      });
    const taken = await move(rowId(product, 'products'));
    expect(taken.status, taken.text).toBe(200);
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/has taken this number meanwhile/)).toBeVisible();
    expect((await move(0)).status).toBe(200);
    await page.keyboard.press('Control+s');
    await expect(page.getByText('The number is yours')).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText('+44 20 7946 0018');
    await expect(rows.first()).toContainText('Showroom');

    await rows.first().getByRole('link').click();
    const history = page.getByRole('complementary', { name: 'History' });
    await expect(history.getByRole('listitem')).toContainText([/From the pool to Lamps\s*Olena Kovalenko/]);
    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('This field is required'), 'it keeps a name').toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await isClean();
    await page.getByRole('button', { name: 'Return to the pool' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Return to the pool' }).click();
    await expect(page.getByText('1 number is back in the pool')).toBeVisible();
    await expect(page.getByRole('link', { name: 'In the pool 3' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows.first()).toContainText('Showroom');
    await page.goto('/v1/phones/search#disabled');
    await expect(rows).toHaveCount(2);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page
      .getByRole('toolbar', { name: 'Selected rows' })
      .getByRole('button', { name: 'Give to a product' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Which product shall 2 numbers be for?' });
    const which = dialog.getByRole('combobox', { name: 'Product' });
    await expect(which, 'one begins where the question is').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(which).toHaveAccessibleDescription('This field is required');
    await expect(which).toBeFocused();
    await page.keyboard.type('Lam');
    await page.getByRole('option', { name: 'Lamps' }).click();
    const theirs = await olena.api.post('product-call-phones/update', {
      data: { product_id: rowId(product, 'products') },
      filter: { conditions: [['phone_number', '=', '+441174960042']] },
    });
    expect(theirs.status, theirs.text).toBe(200);
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 number belongs to Lamps now'), 'a colleague keeps theirs').toBeVisible();
    await expect(page.getByText('Somebody else has taken 1 number meanwhile')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The pool is empty' })).toBeVisible();
    // What is said about the numbers would lie over the links of a phone, for as long as the pointer is on it.
    await expect(page.getByText('The number is yours')).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: 'In use 3' }).click();
    await expect(rows).toHaveCount(3);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await isClean();
  });
});

test('Olena looks through the companies, keeps one from working, and lets it work again', async ({
  page,
  browser,
  house: { server },
  olena,
  complaints,
}) => {
  complaints.expect(/status of (?:403|409)/);
  const isClean = async (of: Page) => expect((await new AxeBuilder({ page: of }).analyze()).violations).toEqual([]);
  const zoya = await somebody(server, 'Zoya Bilyk', 'zoya@kiln.test');
  const founded = await zoya.api.post('companies/create', {
    data: [{ company_name: 'Kiln & Clay', case_prefix: 'KC' }],
  });
  const invited = { email: 'vira@kiln.test', company_id: rowId(founded, 'companies') };
  expect((await zoya.api.call('invite/create', invited)).status).toBe(200);
  const isInvitation = (one: string) => headerOf(one, 'To').includes(invited.email);
  const letter = await server.waitForSystemMail(isInvitation);
  const link = /https?:\/\/\S+\/invite\/[\w-]+/.exec(letter.replace(/=\r?\n/g, '').replace(/=3D/g, '='))?.[0] ?? '';
  const elsewhere = await browser.newContext({ baseURL: server.url });
  await signInAs(elsewhere, server, zoya);
  const hers = await elsewhere.newPage();
  await hers.goto('/v1/tickets');
  await expect(hers.getByRole('button', { name: /Zoya Bilyk/ })).toBeVisible();

  await signInAs(page.context(), server, olena);
  await page.goto('/v1/try-to-guess-url/admin/announcements');
  await page.getByRole('textbox', { name: 'In English' }).fill('Parley rests tonight from 2 to 3.');
  await page.getByRole('textbox', { name: 'In Ukrainian' }).fill('Уночі з 2 до 3 Parley відпочиває.');
  await expect(page.getByRole('figure', { name: 'What people will see' })).toContainText('Parley rests tonight');
  const companiesPage = page
    .getByRole('navigation', { name: "Operators' pages" })
    .getByRole('link', { name: 'Companies' });
  await companiesPage.click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Announce' }).click();
  await givesPassword(page);
  await expect(page.getByText('Announced', { exact: true })).toBeVisible();
  await isClean(page);
  const banner = hers.getByRole('region', { name: 'Announcements' });
  await expect(banner, 'it comes to desks that are open').toContainText('Parley rests tonight from 2 to 3.');
  await isClean(hers);
  const bottom = 'document.getElementById("work").getBoundingClientRect().bottom <= innerHeight';
  await expect.poll(() => hers.evaluate<boolean>(bottom), 'the desk gives way').toBe(true);
  await hers.getByRole('button', { name: 'Put this announcement away' }).click();
  await expect(banner).toBeEmpty();
  await hers.reload();
  await expect(hers.getByRole('button', { name: /Zoya Bilyk/ })).toBeVisible();
  await expect(banner).toBeEmpty();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();

  // A page that has lost its last row leads back to the last one that there is.
  await page.goto('/v1/try-to-guess-url/admin/companies?page=9');
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await expect(page).toHaveURL(/admin\/companies$/);

  await companiesPage.click();
  const rows = page.locator('[data-row]');
  await page.getByRole('searchbox', { name: /owner’s address/ }).fill('zoya@');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Kiln & Clay');
  await expect(rows.first()).toContainText('At work');
  await isClean(page);
  await page.getByRole('button', { name: 'More for Kiln & Clay' }).click();
  await page.getByRole('menuitem', { name: 'Suspend…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suspend Kiln & Clay' });
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  const due = dialog.getByText('This field is required');
  await expect(due, 'red, and no quiet hint').toHaveCSS('color', 'rgb(179, 38, 30)');
  await isClean(page);
  await page.keyboard.type('The invoice of May is not paid.');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Kiln & Clay is suspended')).toBeVisible();
  await expect(rows.first()).toContainText('Suspended');

  await expect(hers.getByRole('heading', { level: 1, name: 'Kiln & Clay is suspended' })).toBeVisible();
  await expect(hers.getByText('The invoice of May is not paid.')).toBeVisible();
  await expect(hers.getByRole('link', { name: `Write to ${olena.email}` })).toBeVisible();
  await isClean(hers);
  await hers.reload();
  await expect(hers.getByRole('heading', { level: 1, name: 'Kiln & Clay is suspended' })).toBeVisible();

  // Whom it has invited is told that it is away, and neither why nor as what they would come.
  for (const [locale, title, words] of [
    ['en', 'The invitation has to wait', 'The company that invites you is not available at present. Try again later'],
    ['uk', 'Запрошення мусить зачекати', 'Компанія, що вас запрошує, наразі недоступна. Спробуйте пізніше'],
  ] as const) {
    const strange = await browser.newContext({ baseURL: server.url, locale });
    const theirs = await strange.newPage();
    await theirs.goto(new URL(link).pathname);
    await expect(theirs.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(theirs.getByText(words)).toBeVisible();
    await expect(theirs.getByText(/Kiln|invoice/)).toHaveCount(0);
    await isClean(theirs);
    if (process.env.SHOTS) await theirs.screenshot({ path: `${process.env.SHOTS}/invitation-waits-${locale}.png` });
    await strange.close();
  }

  await page.getByRole('link', { name: 'Health' }).click();
  await expect(page.getByRole('row', { name: /^Letters to send/ })).toBeVisible();
  await expect(page.getByText('Everything is as it should be')).toBeVisible();
  await isClean(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await isClean(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Companies', exact: true }).click();
  await page.getByRole('link', { name: 'Suspended 1' }).click();
  await expect.soft(page.getByRole('link', { name: /^All \d/ })).not.toHaveAttribute('aria-current');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await expect.soft(rows.first().getByText('Suspended')).toBeInViewport({ ratio: 0.9 });
  await isClean(page);
  await page.getByRole('button', { name: 'More for Kiln & Clay' }).click();
  await page.getByRole('menuitem', { name: 'Let it work again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Let it work again' }).click();
  await expect(page.getByText('Kiln & Clay works again')).toBeVisible();
  await hers.reload();
  await expect(hers.getByRole('button', { name: /Zoya Bilyk/ })).toBeVisible();
  await elsewhere.close();
});

test('a provider that is away is said to be away on the spot', async ({ page, complaints }) => {
  complaints.expect(/status of 503/);
  const gone = await startOidcProvider();
  await gone.close();
  const server = await startParleyServer({ env: environmentOf(gone) });
  await page.goto(`${server.url}/v1/`);
  await page.getByRole('button', { name: 'Continue with Lumen ID' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'does not answer at the moment' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Lumen ID' })).toBeEnabled();
  // What is fetched in idle moments is not to find the server gone.
  await page.goto('about:blank');
  await server.discard();
});

async function givesPassword(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your password once more' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const environmentOf = (lumenId: OidcRig) => ({
  OIDC_ISSUER: lumenId.issuer,
  OIDC_CLIENT_ID: lumenId.clientId,
  OIDC_CLIENT_SECRET: lumenId.clientSecret,
  OIDC_NAME: 'Lumen ID',
});

const entry = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Audit trail' }).getByRole('listitem').filter({ hasText: text });
