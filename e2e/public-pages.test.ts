import type { Locator, Page, Route } from '@playwright/test';
import { startParleyServer } from '#test/rigs/parley-server.ts';
import { violationsOf } from './support/axe.ts';
import { listenForComplaints } from './support/complaints.ts';
import { password } from './support/shop.ts';
import { expect, test } from './support/story.ts';

/** Every address that is open to strangers, and a heading by which each language knows that it is there. */
const publicPages = [
  ['', /^(Sign in|Вхід)$/],
  ['register', /^(Create|Новий)/],
  ['terms-of-use', /^(Terms of use|Умови користування)$/],
  ['privacy-and-cookie-policy', /^(Privacy and cookie policy|Політика приватності)/],
  ['403', /^403 /],
  ['no/such/page', /^404 /],
  ['nonsense', /^404 /],
  ['email-confirmation-success/no-such-key', /.+/],
] as const;

const looks = [
  { colorScheme: 'light', locale: 'en-GB', lang: 'en', width: 1440 },
  { colorScheme: 'dark', locale: 'uk-UA', lang: 'uk', width: 390 },
] as const;

for (const { colorScheme, locale, lang, width } of looks) {
  test.describe(`${lang}, ${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 844 } });

    test('public pages are whole: no policy is broken, everyone can read them, nothing comes from elsewhere', async ({
      page,
      complaints,
      baseURL,
    }) => {
      complaints.expect(/status of (404|422)/); // a key that does not exist
      await page.addInitScript(listenForReports);
      const elsewhere: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(`${baseURL}/v1/`) && !/^(data|blob):/.test(request.url()))
          elsewhere.push(request.url());
      });
      const asked: string[] = [];
      page.on('request', (request) => request.url().endsWith('/users/self') && asked.push(page.url()));
      for (const [address, heading] of publicPages) {
        const answer = await page.goto(`/v1/${address}`);
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page).toHaveTitle(/Parley$/);
        await expect(page.locator('html')).toHaveAttribute('lang', lang);
        expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
        const violations = await violationsOf(page);
        expect.soft(violations.map(({ id, nodes }) => [address, id, nodes.map(({ html }) => html)])).toEqual([]);
        expect.soft(await page.evaluate('window.reports'), `policy reports of /${address}`).toEqual([]);
        expect.soft(await page.evaluate('document.documentElement.scrollWidth'), address).toBeLessThanOrEqual(width);
      }
      expect(elsewhere).toEqual([]);
      expect(
        asked.filter((one) => /\/v1\/(?:register)?$/.test(one)),
        'which would be refused',
      ).toEqual([]);
    });

    test('the tick that keeps one signed in stands beside its words', async ({ page }) => {
      await page.goto('/v1/', { waitUntil: 'networkidle' });
      const middle = async (one: Locator) => {
        const { y = Number.NaN, height = Number.NaN } = (await one.boundingBox()) ?? {};
        return Math.round(y + height / 2);
      };
      const tick = page.getByRole('checkbox');
      const words = page.getByText(/^(Keep me signed in|Не виходити)$/);
      await expect.poll(async () => (await middle(tick)) - (await middle(words))).toBe(0);
    });
  });
}

test('the sign-in page is there before its program, and what is typed into it is not lost', async ({ page, shop }) => {
  const held: Route[] = [];
  let isHeld = true;
  const scripts = /\/v1\/assets\/(?!early-).*\.js$/;
  await page.route(scripts, (route) => {
    if (isHeld) held.push(route);
    else void route.continue();
  });
  await page.goto('/v1/?back=%2Ftickets%3Fview%3Dmine', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(shop.olena.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');

  // What the browser had fetched when it painted first.
  await page.waitForFunction('performance.getEntriesByName("first-contentful-paint").length > 0');
  const before = await page.evaluate<{ name: string; bytes: number }[]>(`(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return performance.getEntriesByType('resource')
      .filter((one) => new URL(one.name).pathname.endsWith('.js') && one.startTime < paint.startTime)
      .map((one) => ({ name: one.name, bytes: one.encodedBodySize }));
  })()`);
  expect(before).toHaveLength(1);
  expect(before.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(120_000);

  isHeld = false;
  const signedIn = page.waitForResponse('**/v1/api/auth/login');
  await Promise.all(held.map((route) => route.continue()));
  // From here on the browser may fetch by itself: scripts that come by way of the story take seconds.
  await page.unroute(scripts);
  await signedIn;
  await expect(page).toHaveURL('/v1/tickets?view=mine');
});

test('who has gone on to a link of the sign-in page is left there when its program takes over', async ({ page }) => {
  const held: Route[] = [];
  let isHeld = true;
  const scripts = /\/v1\/assets\/(?!early-).*\.js$/;
  await page.route(scripts, (route) => {
    if (isHeld) held.push(route);
    else void route.continue();
  });
  await page.goto('/v1/', { waitUntil: 'commit' });
  await expect(page.getByLabel('E-mail')).toBeFocused();
  const forgot = page.getByRole('link', { name: 'Forgot your password?' });
  await forgot.focus();
  await expect(forgot).toBeFocused();
  await forgot.evaluate((link) => link.setAttribute('data-drawn-by', 'the server'));

  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await page.unroute(scripts);
  await expect(page.locator('[data-drawn-by]')).toHaveCount(0);
  await expect(forgot).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/v1\/forgot/);
});

test('a link leads on after signing in, and never away', async ({ page, shop, baseURL, complaints, aServer }) => {
  complaints.expect(/./); // what a strange address asks for may be missing
  // Both ways read it by one rule, which has tests of its own.
  const lures = ['//evil.test', '/\\evil.test', 'https://evil.test', '/..//evil.test', 'javascript:alert(1)'];
  for (const [at, back] of lures.entries()) {
    const way = `/v1/${at % 2 === 0 ? '?back' : 'redirection?to'}=${encodeURIComponent(back)}`;
    await page.context().clearCookies();
    await page.goto(way);
    await signIn(page, shop.olena.email);
    await expect(page, way).toHaveURL(/\/v1\/tickets/);
    expect(new URL(page.url()).origin).toBe(baseURL);
  }
  await page.goto('/v1/redirection?to=%2Fproducts');
  await expect(page).toHaveURL(/\/v1\/products\/search$/);
  await page.goto('/v1/email-confirmation-success/forgot');
  expect(new URL(page.url()).origin).toBe(aServer.url);
});

test('a page that breaks says so with its path and leads home; what was written is kept', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  complaints.expect(/Objects are not valid|not a function|undefined|error/i);
  const { id } = await shop.receivesTicket({ subject: 'A cracked leg' });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  await page
    .getByRole('textbox', { name: /reply|write/i })
    .first()
    .click();
  await page.keyboard.type('Dear Hanna, we are');
  await expect(page.getByText('Dear Hanna, we are')).toBeVisible();

  // A server of another kind, as a proxy in between may make of it.
  await page.route('**/v1/api/tickets/get', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { tickets: Record<string, unknown>[] } };
    for (const ticket of body.data.tickets) ticket.title = { broken: true };
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible();
  await expect(page.getByText(`/v1/tickets/${id}`)).toBeVisible();
  await page.unroute('**/v1/api/tickets/get');
  await page.getByRole('link', { name: 'Back to home' }).click();
  await expect(page).toHaveURL(/\/v1\/tickets/);
  await page.goto(`/v1/tickets/${id}`);
  await expect(page.getByText('Dear Hanna, we are')).toBeVisible();
});

test('a server that is away is neither a broken page nor a bad link, and can be asked again', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of (401|422|500|503)|ApiError: HTTP 500/);
  const refuse = (status: number) => (route: Route) => route.fulfill({ status, body: '<h1>Away</h1>' });
  await page.route('**/v1/api/users/self', refuse(500));
  await page.goto('/v1/email-confirmation');
  await expect(page.getByRole('heading', { level: 1, name: 'This could not be loaded' })).toBeVisible();
  await page.unroute('**/v1/api/users/self');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.route('**/v1/api/forgot/check', refuse(503));
  await page.goto('/v1/restore/no-such-token');
  await expect(page.getByRole('heading', { name: 'This could not be loaded' })).toBeVisible();
  await page.unroute('**/v1/api/forgot/check');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The password reset link has expired')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
});

test('the host chooses the brand, and the desk works over plain http, where browsers know less', async ({
  playwright,
}) => {
  const brands = {
    BRAND_NAME: 'Acme Desk',
    BRAND_COLOUR: '#1d4ed8',
    LOCAL_BRAND_NAME: 'Inside',
    LOCAL_BRAND_COLOUR: '#9c36b5',
  };
  const server = await startParleyServer({ env: { ...brands, LOCAL_HOSTS: 'inside.test' } });
  const { launchOptions } = test.info().project.use;
  const resolve = '--host-resolver-rules=MAP *.test 127.0.0.1';
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), resolve],
  });
  const complaints = listenForComplaints();
  complaints.expect(/status of 401|Cross-Origin-Opener-Policy|Origin-Agent-Cluster/);
  try {
    for (const [host, name, colour] of [
      ['nobody-knows.test', 'Acme Desk', 'rgb(29, 78, 216)'],
      ['inside.test', 'Inside', 'rgb(156, 54, 181)'],
    ] as const) {
      const page = await browser.newPage();
      complaints.hear(page.context());
      await page.goto(`http://${host}:${server.port}/v1/`);
      expect(await page.evaluate('isSecureContext')).toBe(false);
      const button = page.getByRole('button', { name: 'Sign in' });
      await expect(button).toHaveCSS('background-color', colour);
      await page.waitForLoadState('networkidle');
      await expect(button).toHaveCSS('background-color', colour);
      await expect(page.getByRole('banner').or(page.locator('header'))).toContainText(name);
      await expect(page).toHaveTitle(`Sign in · ${name}`);

      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByLabel('Name').fill('Hanna Lind');
      await page.getByLabel('Work e-mail').fill(`hanna@${host}`);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page).toHaveURL(/email-confirmation$/);
      await expect(page.getByText(`hanna@${host}`).first()).toBeVisible();
      const letter = await server.waitForSystemMail((raw) => raw.includes(`To: hanna@${host}`));
      expect(letter).toContain(`From: ${name} <`);
      await page.context().close();
    }
    expect(complaints.unexpected()).toEqual([]);
  } finally {
    await browser.close();
    await server.discard();
  }
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const listenForReports = `
  window.reports = [];
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    window.reports.push([violatedDirective, blockedURI, sourceFile].join(' ')));
`;
