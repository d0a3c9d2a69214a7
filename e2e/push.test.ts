import type { BrowserContext, Page } from '@playwright/test';
import { type SubscribedBrowser, startPushService } from '#test/rigs/push-service-rig.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { violationsOf } from './support/axe.ts';
import { password } from './support/shop.ts';
import { expect, test } from './support/story.ts';
import { wholeBrowser } from './support/whole-browser.ts';

const tidy = async (page: Page) => {
  const violations = await violationsOf(page);
  expect(violations.map((one) => `${one.id}: ${one.help}`)).toEqual([]);
};

/** Chromium's own push service is out of reach here; this one stands in, on the documented protocol. */
async function withPushService(context: BrowserContext, subscribes: (key: string) => SubscribedBrowser) {
  await context.exposeFunction('subscribeAtService', (key: string) => {
    const { endpoint, keys } = subscribes(key);
    return { endpoint, keys };
  });
  await context.addInitScript(`
    let subscription = null;
    PushManager.prototype.getSubscription = async () => subscription;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      const made = await window.subscribeAtService(applicationServerKey);
      return (subscription = { ...made, options: {}, toJSON: () => made, unsubscribe: async () => { subscription = null; return true; } });
    };`);
}

type Shown = { title: string; body: string; tag: string };

/** Hands a message to the service worker, as the browser does when its push service calls. */
async function aPushedBrowser(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  let registrationId = '';
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find((one) => one.scopeURL.endsWith('/v1/'))?.registrationId ?? registrationId;
  });
  await devtools.send('ServiceWorker.enable');
  const shown = () =>
    page.evaluate<Shown[]>(`(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/v1/');
      const all = (await registration?.getNotifications()) ?? [];
      return all.map(({ title, body, tag }) => ({ title, body, tag }));
    })()`);
  return {
    shown,
    async hears(data: string) {
      await waitUntil(() => registrationId, { what: 'the service worker to be registered' });
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId,
        data,
      });
    },
    /** A click of the system cannot be made here; what the worker does with one can. */
    async clicks(title: string) {
      const [worker] = context.serviceWorkers();
      await worker?.evaluate(`(async () => {
        const all = await registration.getNotifications();
        const notification = all.find((one) => one.title === ${JSON.stringify(title)});
        const event = new NotificationEvent('notificationclick', { notification });
        Object.assign(event, { waitUntil: () => {} });
        dispatchEvent(event);
      })()`);
    },
  };
}

// The browser without a window of its own offers no notifications.
test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser });

test('Olena turns push on, tries it, and a click on what arrives leads her desk to the ticket', async ({
  page,
  context,
  shop,
  mail,
}) => {
  const service = await startPushService(mail.certificates);
  const browsers: SubscribedBrowser[] = [];
  await withPushService(context, (key) => {
    const browser = service.subscribes(key);
    browsers.push(browser);
    return browser;
  });
  await shop.olena.api.call('settings/change', { notifications: { new_ticket: { push: 1 } } });
  await shop.signIn(context);
  await page.goto('/v1/settings#notifications');
  const part = page.locator('#push');

  await test.step('a browser that blocks says how to allow, and hears when somebody has', async () => {
    await expect(part.getByText(/The browser will ask you/)).toBeVisible();
    await page.evaluate(`
      window.permissionAsItIs = Object.getOwnPropertyDescriptor(Notification, 'permission');
      Object.defineProperty(Notification, 'permission', { get: () => 'denied', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));`);
    await expect(part.getByText(/blocks notifications/)).toBeVisible();
    await expect(page.getByText('Push is not on for any device yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Show how' }).click();
    await expect(part).toBeFocused();
    await page.evaluate(`Object.defineProperty(Notification, 'permission', window.permissionAsItIs)`);
    await context.grantPermissions(['notifications']);
    await expect(part.getByText('It is off for this device.', { exact: true })).toBeVisible();
    await tidy(page);
  });

  await test.step('it is turned on by one click, and the device stands in the list', async () => {
    await part.getByRole('button', { name: 'Turn on for this device' }).click();
    await expect(part.getByText('It is on for this device.')).toBeVisible();
    await expect(part.getByRole('list').getByText('This device')).toBeVisible();
    await expect(page.getByText('Push is not on for any device yet.')).toBeHidden();
    await tidy(page);
  });

  const [browser] = browsers;
  if (!browser) throw new Error('nobody subscribed');
  const here = await aPushedBrowser(context, page);
  const arrived = (times: number) =>
    waitUntil(() => browser.received[times - 1]?.text, { what: `${times} messages at the push service` });

  await test.step('a test arrives and is shown', async () => {
    await part.getByRole('button', { name: 'Send a test' }).click();
    await here.hears(await arrived(1));
    await expect.poll(here.shown).toEqual([{ title: 'It works', body: expect.stringContaining('news'), tag: 'try' }]);
  });

  await test.step('what arrives leads to its ticket, in the desk that is open', async () => {
    const { id, number } = await shop.receivesTicket({
      subject: 'A walnut table',
      html: '<p>Is the <b>table</b> still there?</p>',
      from: 'Hanna <hanna@lindqvist.test>',
    });
    await here.hears(await arrived(2));
    const title = `New ticket ${number} from Hanna`;
    await expect.poll(here.shown).toContainEqual({ title, body: 'A walnut table', tag: `ticket-${id}` });
    await here.clicks(title);
    await expect(page).toHaveURL(new RegExp(`/tickets/${id}$`));
    await expect(page.getByRole('heading', { name: 'A walnut table' })).toBeVisible();
    expect((await here.shown()).map((one) => one.title)).not.toContain(title);
  });

  await test.step('A31 what another window says in the name of the letter’s frame, or of the worker, is not heard', async () => {
    const frame = page.locator('iframe[src*="/messages/"]').first();
    await expect(frame).toBeVisible();
    const id = Number(/messages\/(\d+)\//.exec((await frame.getAttribute('src')) ?? '')?.[1]);
    const saying = (data: object) =>
      page.evaluate(`new Promise((heard) => {
        addEventListener('message', heard, { once: true });
        postMessage(${JSON.stringify(data)}, '*');
      }).then(() => {})`);
    await expect(frame.contentFrame().getByText('still there?')).toBeVisible();
    let height: number | undefined;
    const isAsHighAsItWas = async () => {
      const before = height;
      height = (await frame.boundingBox())?.height;
      return height === before;
    };
    await expect.poll(isAsHighAsItWas, { intervals: [250] }).toBe(true);
    await saying({ parleyFrame: id, height: 9_000 });
    await saying({ open: '/v1/settings' });
    expect([(await frame.boundingBox())?.height, page.url().includes('/tickets/')]).toEqual([height, true]);
  });

  await test.step('whatever else is pushed is shown as text, and leads nowhere else', async () => {
    await here.hears('not JSON');
    await expect.poll(async () => (await here.shown()).map((one) => one.tag)).toContain('unreadable');
    const evil = { title: '<b>Free</b>', body: '', path: '//evil.test/v1/', tag: 'evil', at: Date.now() };
    await here.hears(JSON.stringify(evil));
    await expect.poll(async () => (await here.shown()).map((one) => one.title)).toContain('<b>Free</b>');
    const { length } = context.pages();
    await here.clicks('<b>Free</b>');
    await expect.poll(async () => (await here.shown()).map((one) => one.tag)).not.toContain('evil');
    expect([context.pages().length, new URL(page.url()).hostname]).toEqual([length, 'localhost']);
  });

  await test.step('taken off the list from elsewhere, it is off here too', async () => {
    const [device] = (await shop.olena.api.call('push/devices')).body.data.devices as { id: number }[];
    expect((await shop.olena.api.call('push/unsubscribe', { id: device?.id })).status).toBe(200);
    await page.goto('/v1/settings#notifications');
    await expect(part.getByRole('button', { name: 'Turn on for this device' })).toBeVisible();
  });

  await test.step('the worker has all of the desk for its scope, may load from here alone, and keeps nothing of anybody', async () => {
    const answer = await page.request.get('/v1/desk-worker.js');
    expect(answer.headers()).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      'cache-control': 'no-cache',
    });
    const text = await answer.text();
    expect(text.length).toBeLessThan(12_000);
    expect(text).not.toMatch(/importScripts/);
    expect(text).not.toContain(password);
    const kept = await page.evaluate<string[]>(`(async () => {
      const addresses = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname);
      return addresses;
    })()`);
    expect(kept.filter((one) => one.startsWith('/v1/api/'))).toEqual([]);
  });
  await service.stop();
});
