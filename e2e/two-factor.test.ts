import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { goesOn } from './support/goes-on.ts';
import { askOwnDatabase, joinsAsAgent } from './support/members.ts';
import { password, somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

test.use({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.41' } });

/** What the phone shows, some steps of 30 seconds from now: each code is good once, and so is a neighbour's. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const paste = (page: Page, text: string) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);

test('Olena sets two-factor up, comes back to where she wanted with it, and loses no word when her session ends', async ({
  page,
  context,
  shop,
  complaints,
  aServer,
}) => {
  complaints.expect(/status of (403|422)|Unexpected response code: 403/);
  const { olena } = shop;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await shop.receivesTicket({
    from: 'Hanna <hanna@lindqvist.test>',
    subject: 'Oak or walnut?',
    text: 'Which?',
  });
  await shop.signIn(context);

  await page.goto('/v1/tickets');
  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  await expect(heading(page, 'Security')).toBeVisible();
  // She signed in long ago, and the desk may have been left open since.
  await askOwnDatabase(
    aServer,
    "update sessions set added = added - interval '1 hour' where user_id = (select id from users where email = $1)",
    [olena.email],
  );
  const setUp = page.getByRole('button', { name: 'Set up two-factor' });
  const again = page.getByRole('dialog', { name: 'Your password once more' });
  await setUp.press('Enter');
  await expect(again.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(again).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(setUp, 'who thinks better of it is back where she was').toBeFocused();
  await setUp.press('Enter');
  await expect(again.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('not the password 1!');
  await page.keyboard.press('Enter');
  await expect(again.getByText('Incorrect password')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy' }), 'Tab goes on from what took the place').toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(codeOf(secret, -1));
  await expect(page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toBeFocused();
  const [recoveryCode = ''] = await page
    .getByRole('region', { name: 'Recovery codes' })
    .locator('code')
    .allInnerTexts();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('h1'), 'the page is not on the paper').toBeHidden();
  await expect(page.locator('li code').first(), 'but the codes are').toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('parley-recovery-codes.txt');
  await page.evaluate('window.print = () => { window.hasPrinted = true; }');
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate('window.hasPrinted')).toBe(true);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect((await page.evaluate<string>('navigator.clipboard.readText()')).split('\n')).toHaveLength(10);
  await expect(page.getByRole('button', { name: 'Copy' }), 'SPEC section 9: after 1.2 s').toBeVisible();
  // As the browser has it where the page came without TLS.
  await page.evaluate(`(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    window.addEventListener('copy', (event) => {
      window.copied = event.clipboardData.getData('text/plain');
    });
  })()`);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect((await page.evaluate<string>('window.copied')).split('\n')).toHaveLength(10);
  await page.getByRole('button', { name: 'I have kept them' }).press('Enter');
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Make new codes' })).toBeFocused();
  await expect(page.getByText('This device')).toBeVisible();

  // She comes from a letter's link: both steps, and on to the ticket.
  await page.getByRole('button', { name: /Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
  await page.goto(`/v1/tickets/${id}`);
  await page.getByLabel('E-mail').fill(olena.email);
  const typed = page.getByLabel('Password', { exact: true });
  await typed.fill(password);
  await typed.dispatchEvent('keyup', { key: 'W', modifierCapsLock: true });
  await expect(page.getByText('Caps Lock is on')).toBeVisible();
  await typed.press('Shift');
  await expect(page.getByText('Caps Lock is on')).toBeHidden();
  const eye = page.getByRole('button', { name: 'Show or hide the password' });
  await eye.click();
  await expect(typed).toHaveAttribute('type', 'text');
  await eye.click();
  await expect(typed).toHaveAttribute('type', 'password');
  await typed.press('Enter');
  await expect(heading(page, 'Two-factor check')).toBeVisible();
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
  await page.goto('/v1/customers');
  await expect(heading(page, 'Two-factor check'), 'nothing else opens').toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/tickets/);
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
  await page.keyboard.type('000000');
  await expect(page.getByRole('alert')).toHaveText('Invalid Google Authenticator code');
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
  const code = codeOf(secret);
  await paste(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page).toHaveURL(`/v1/tickets/${id}`);
  await expect(page.getByRole('heading', { name: 'Oak or walnut?' })).toBeVisible();

  // Somebody ends her session elsewhere while she writes.
  await page.keyboard.press('r');
  const editor = page.getByRole('textbox', { name: /Reply|Message|Write/ }).last();
  await editor.click();
  await page.keyboard.type('Walnut, since it is darker');
  await olena.api.call('auth/login', { email: olena.email, password });
  await olena.api.call('google2fa/check', { code: codeOf(secret, 1) });
  expect((await olena.api.call('sessions/end-others')).body.data.ended).toBe(1);
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await dialog.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Walnut, since it is darker')).toBeVisible();
});

test('whoever signs in over the page of somebody else finds nothing of theirs there, and sends nothing of it', async ({
  page,
  context,
  shop,
  aServer,
  complaints,
}) => {
  complaints.expect(/status of 401|Unexpected response code: 401/);
  const { olena } = shop;
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  await joinsAsAgent(aServer, (await ira.api.call('users/self')).body.data.user.id, shop.companyId);
  const { id } = await shop.receivesTicket({ from: 'Hanna <hanna@lindqvist.test>', subject: 'Oak?', text: 'Which?' });
  await shop.signIn(context);
  const signsInOver = async (email: string) => {
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  };

  // What waits to be sent is tried again whenever there is a network.
  await page.addInitScript("setInterval(() => dispatchEvent(new Event('online')), 500)");
  await page.goto(`/v1/tickets/${id}`);
  await page.keyboard.press('r');
  await page
    .getByRole('textbox', { name: /Reply|Message|Write/ })
    .last()
    .click();
  await page.keyboard.type('Walnut, since it is darker');
  await context.clearCookies();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  // The network is slow: for a while there is still the page, and somebody else's session.
  const { promise: isFast, resolve: getFast } = Promise.withResolvers<void>();
  await page.route(/\/v1\/$/, async (route) => {
    await isFast;
    await route.continue();
  });
  const answers: number[] = [];
  page.on('response', (one) => one.url().endsWith('/tickets/reply') && answers.push(one.status()));
  const leaves = page.waitForRequest((request) => request.isNavigationRequest());
  await signsInOver(ira.email);
  await leaves;
  const sofar = answers.length;
  await expect.poll(() => answers.length, 'it is tried again').toBeGreaterThan(sofar);
  expect(new Set(answers), 'what Olena sent does not leave as Ira’s').toEqual(new Set([401]));
  getFast();
  await expect(page.getByRole('button', { name: 'Account: Ira Melnyk' })).toBeVisible();
  await goesOn(page, `/v1/tickets/${id}`);
  await expect(page.getByText('Which?')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Walnut' })).toHaveCount(0);
  expect((await ira.api.call('drafts/of-ticket', { ticket_id: id })).body.data.mine).toEqual([]);

  await page.goto('/v1/customers/add');
  await page.locator('[name=first_name]').fill('Typed by Ira alone');
  await page.keyboard.press('End');
  await context.clearCookies();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.keyboard.press('Control+s');
  await signsInOver(olena.email);
  await expect(page.getByRole('button', { name: 'Account: Olena Kovalenko' })).toBeVisible();
  expect(asked, 'nobody is asked whether to stay with what Ira typed').toEqual([]);
  await expect(page).toHaveURL(/\/v1\/tickets$/);
});

test('a line that comes up late begins nothing anew: the picture and the codes stay, and nobody is asked again', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context);
  const begun: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/google2fa/enable')) begun.push(answer.status());
  });
  let comesUp = () => {};
  const late = new Promise<void>((resolve) => {
    comesUp = resolve;
  });
  await page.routeWebSocket(/\/v1\/ws/, (desk) => {
    const server = desk.connectToServer();
    server.onMessage((words) => void late.then(() => desk.send(words)));
  });
  await page.goto('/v1/security');
  await page.getByRole('button', { name: 'Set up two-factor' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(codeOf(secret));
  await expect(page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  const looksAgain = page.waitForResponse(/users\/self/);
  comesUp();
  await looksAgain;
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  expect(begun).toEqual([200]);
});

test('where two-factor must be set up first, its codes stay until they are kept, whoever looks away meanwhile', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  await shop.signIn(context);
  // As the server answers whoever has a role that must have it.
  const errors = [{ key: 'google2fa_setup_required', message: 'Set up two-factor sign-in first' }];
  await page.route('**/users/self', (route) => route.fulfill({ status: 403, json: { success: false, errors } }));
  await page.goto('/v1/');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(codeOf(secret));
  const codes = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.unroute('**/users/self');
  await page.clock.setSystemTime(Date.now() + 60_000);
  const looksAgain = page.waitForResponse(/users\/self/);
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  expect((await looksAgain).status()).toBe(200);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('button', { name: 'Account: Olena Kovalenko' })).toBeVisible();
});
