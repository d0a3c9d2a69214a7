import { violationsOf } from './support/axe.ts';
import { hears } from './support/hears.ts';
import { joinsAsAgent } from './support/members.ts';
import { signInAs, somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

test('toasts stand where they were wished, go after as long as that, and wait under the pointer (SPEC section 4)', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context);
  await page.clock.install();
  await page.goto('/v1/settings#notifications');
  const example = page.getByText('This is an example');
  const show = () => page.getByRole('button', { name: 'Show an example' }).click();
  const away = () => page.mouse.move(720, 5);

  await test.step('five seconds at the bottom left, unless the pointer is on it', async () => {
    await show();
    await expect(page.locator('[data-position="bottom-left"]').getByText('This is an example')).toBeVisible();
    await away();
    await page.clock.runFor(3_500);
    await expect(example).toBeVisible();
    await example.hover();
    await page.clock.runFor(20_000);
    await expect(example).toBeVisible();
    await away();
    await page.clock.runFor(6_000);
    await expect(example).toBeHidden();
  });

  await test.step('a minute or more is 59 seconds', async () => {
    await shop.olena.api.call('settings/change', { notification_duration: 600_000 });
    await page.reload();
    await show();
    await away();
    await expect(example).toBeVisible();
    await page.clock.runFor(55_000);
    await expect(example).toBeVisible();
    await page.clock.runFor(5_000);
    await expect(example).toBeHidden();
  });

  const { id: ticketId } = await shop.receivesTicket({ subject: 'A walnut table' });
  /** Where something is written or filled in, and what sends or saves it. */
  const screens = [
    ['/v1/compose', 'Send'],
    [`/v1/tickets/${ticketId}`, 'Send'],
    ['/v1/products/add', 'Add product'],
  ] as const;
  // As low as a small laptop: what sends a long form is at the lower edge.
  const desk = { width: 1440, height: 600 };
  const phone = { width: 390, height: 844 };
  for (const [name, where] of [
    ['Top right', 'top-right'],
    ['Top centre', 'top-center'],
    ['Bottom right', 'bottom-right'],
    ['Bottom left', 'bottom-left'],
  ] as const)
    await test.step(name, async () => {
      await page.getByRole('combobox', { name: 'Position' }).click();
      await page.getByRole('option', { name }).click();
      await show();
      await away();
      const toast = page.locator(`[data-position="${where}"]`).getByText('This is an example');
      await expect(toast).toBeVisible();
      // On a phone all of them stand at the top.
      for (const [path, label] of screens)
        for (const size of where === 'bottom-left' ? [desk, phone] : [desk])
          await test.step(`covers no ${label} on ${path} at ${size.width}`, async () => {
            await page.setViewportSize(size);
            await page.evaluate(
              `location.pathname + location.hash === '${path}' || history.pushState(null, '', '${path}')`,
            );
            // On a phone a reply is folded until somebody writes it.
            if (path.startsWith('/v1/tickets/')) await page.getByRole('textbox', { name: 'Reply' }).focus();
            await expect.poll(() => page.evaluate(whatLiesOn(buttonOf(label))), { timeout: 5_000 }).toBe('nothing');
            await expect(toast).toBeVisible();
          });
      await page.setViewportSize(desk);
      if (where === 'bottom-left')
        await test.step('covers no field while somebody is in it', async () => {
          await page.evaluate("history.pushState(null, '', '/v1/products/add')");
          const field = page.locator('#page-form .mantine-Input-input').first();
          await field.focus();
          // So low a window that the toast would stand on it.
          const below = await field.evaluate((it) => it.getBoundingClientRect().bottom);
          await page.setViewportSize({ ...desk, height: Math.round(below) + 100 });
          await expect
            .poll(() => page.evaluate(whatLiesOn('document.activeElement')), { timeout: 5_000 })
            .toBe('nothing');
          await expect(toast).toBeVisible();
          await page.setViewportSize(desk);
        });
      await page.evaluate("history.pushState(null, '', '/v1/settings#notifications')");
      await page.locator(`[data-position="${where}"]`).getByRole('button', { name: 'Close' }).first().click();
      await page.clock.runFor(1_000);
      await expect(toast).toBeHidden();
    });
});

const buttonOf = (label: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.innerText.split('\\n')[0].trim() === '${label}')`;
/** What lies on it, which is scrolled to where it is out of sight. */
const whatLiesOn = (found: string) => `(() => {
  const it = ${found};
  if (!it) return 'nothing there yet';
  it.scrollIntoView({ block: 'nearest' });
  const mine = it.getBoundingClientRect();
  if (mine.height === 0 || mine.bottom > innerHeight) return 'out of sight';
  const toasts = [...document.querySelectorAll('.mantine-Notification-root')].map((one) => one.getBoundingClientRect());
  const isFree = toasts.every((one) => one.bottom <= mine.top || mine.bottom <= one.top || one.right <= mine.left || mine.right <= one.left);
  return isFree ? 'nothing' : 'a toast';
})()`;

const countsNotes = `
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.notes += 1; return start.apply(this, at); };`;
const heldLocks = `navigator.locks.query().then(({ held }) => held.filter(({ name }) => name === 'parley.chime').length)`;

test('the bell counts tickets with news, lists them, and forgets what was opened', async ({ page, shop, aServer }) => {
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  const iraId = (await ira.api.call('users/self')).body.data.user.id as number;
  await joinsAsAgent(aServer, iraId, shop.companyId);
  const [table, lamp] = [
    await shop.receivesTicket({ subject: 'A walnut table' }),
    await shop.receivesTicket({ subject: 'A lamp' }),
  ];
  const assign = ({ id }: { id: number }) => shop.olena.api.call('tickets/assign', { ids: [id], assignee_id: iraId });
  await ira.api.call('settings/change', { notifications: { assigned: { sound: 1 } } });
  await signInAs(page.context(), aServer, ira);
  await page.addInitScript(countsNotes);
  const heard = hears(page);
  await page.goto('/v1/tickets');
  await heard;
  // Browsers stay silent, and complain, until somebody has touched the page.
  await page.keyboard.press('Tab');
  const notes = () => page.evaluate<number>('window.notes');
  await assign(table);
  await expect(page.getByRole('button', { name: 'Notifications: news of 1 ticket' })).toBeVisible();
  await expect.poll(notes, 'two notes ring').toBe(2);
  // For a moment no tab rings again.
  await expect.poll(() => page.evaluate<number>(heldLocks)).toBe(0);
  await ira.api.call('settings/change', { notifications: { assigned: { sound: 0 } } });
  await assign(lamp);
  await expect(page.getByRole('button', { name: 'Notifications: news of 2 tickets' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: lamp.number })).toBeVisible();
  expect(await notes(), 'what she turned off rings no more').toBe(2);

  await page.keyboard.press('g');
  await page.keyboard.press('n');
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const rows = panel.getByRole('listitem');
  await expect(panel.getByRole('heading', { name: 'Notifications' }), 'a title like any').toHaveCSS(
    'font-weight',
    '600',
  );
  await expect(page.locator('.mantine-Drawer-overlay'), 'behind the veil of every dialog').toHaveCSS(
    'background-color',
    'rgba(14, 18, 17, 0.4)',
  );
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Olena Kovalenko assigned');
  expect(await violationsOf(page)).toEqual([]);
  if (process.env.SHOTS) {
    await page.screenshot({ path: `${process.env.SHOTS}/bell-el.png` });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${process.env.SHOTS}/bell-pd.png` });
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await expect(rows.first().getByRole('link')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/tickets/${table.id}$`));
  await expect(page.getByRole('button', { name: 'Notifications: news of 1 ticket' })).toBeVisible();

  // What is not seen stands beyond what the panel has asked for so far.
  await page.route(
    '**/api/notifications/list',
    async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      for (const one of json.data.groups) one.unread = 0;
      await route.fulfill({ response, json });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Notifications: news of 1 ticket' }).click();
  await panel.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeAttached();
  await panel.getByRole('switch', { name: 'Only what is new' }).click();
  await expect(panel.getByText('You have seen everything')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByText('You have seen everything')).toBeVisible();
  const note = ({ id }: { id: number }, body_html: string) =>
    shop.olena.api.call('tickets/note', { ticket_id: id, client_id: crypto.randomUUID(), body_html });
  await note(lamp, '<p>Of brass, please.</p>');
  await rows.first().getByRole('link').click();
  await expect(page.locator('[data-pointed]'), 'the bell leads to the very message').toContainText('Of brass');

  const newsOf = async ({ id }: { id: number }) => {
    const { groups } = (await ira.api.call('notifications/list', {})).body.data;
    const { count, unread } = groups.find((one: { ticket_id: number }) => one.ticket_id === id);
    return { count, unread };
  };
  await expect.poll(() => newsOf(lamp)).toEqual({ count: 2, unread: 0 });
  const heardAgain = hears(page);
  await page.goto(`/v1/tickets/${lamp.id}?view=mine`);
  await heardAgain;
  await note(lamp, '<p>Not of tin.</p>');
  await expect
    .poll(() => newsOf(lamp), 'a note makes no ticket unread, and is seen all the same')
    .toEqual({ count: 3, unread: 0 });
  const toasts = page.getByRole('status').filter({ hasText: lamp.number });
  expect(await toasts.count(), 'who looks at it needs no toast').toBe(0);
  await page.goto('/v1/tickets');
  await note(table, '<p>Walnut, or oak?</p>');
  await page.getByRole('button', { name: 'Notifications: news of 1 ticket' }).click();
  await rows.first().getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeAttached();

  const written = await ira.api.call('tickets/compose', {
    ...{ client_id: crypto.randomUUID(), product_id: shop.productId, how: 'together', subject: 'Spring hours' },
    ...{ to: [{ address: `otto@${shop.domain}` }], body_html: Array(90).fill('<p>We open at nine.</p>').join('') },
  });
  const { ticket_id } = written.body.data.tickets[0];
  await ira.api.call('tickets/read', { ids: [ticket_id], is_unread: 1 });
  const isUnread = async () => {
    const asked = { fields: ['is_unread'], filter: { conditions: [['id', '=', ticket_id]] } };
    return (await ira.api.post('tickets/get', asked)).body.data.tickets[0].is_unread;
  };
  expect(await isUnread()).toBe(1);
  await page.goto(`/v1/tickets/${ticket_id}`);
  await expect.poll(isUnread, 'letters of ours alone are read as well').toBe(0);
});
