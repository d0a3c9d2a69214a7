import type { Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { inLayout } from './support/layouts.ts';
import { joinsAsAgent } from './support/members.ts';
import { somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

const inTicket = (page: Page, subject: string) => page.getByRole('heading', { name: subject, exact: true });
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const nextButton = (page: Page) => page.getByRole('button', { name: 'Next ticket' });
const focusedRow = (page: Page) => page.locator('[data-ticket]:focus-within');

// She waits for no list: what she typed is what she gets, though it is looked for while she presses Enter.
test('an agent works through her inbox without a mouse: each ticket that is done with gives way to the next', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  await joinsAsAgent(aServer, (await ira.api.call('users/self')).body.data.user.id, shop.companyId);
  const { api } = shop.olena;
  await api.call('settings/change', { after_sending: 'next' });
  await api.post('templates/create', {
    data: [
      {
        company_id: shop.companyId,
        name: 'Thank you',
        texts: { en: '<p>Thank you for writing.</p>' },
        visibility: 'company',
      },
    ],
  });
  const subjects = [
    'Oak table',
    'Walnut shelf',
    'Ash chair',
    'Ash chair again',
    'You won a prize',
    'Pine bench',
    'Elm box',
  ];
  const ids = new Map<string, number>();
  for (const subject of [...subjects].reverse()) ids.set(subject, (await shop.receivesTicket({ subject })).id);
  await shop.signIn(context);
  const { keyboard } = page;
  /** Somebody asks for the letters of a ticket. */
  const asksFor = (subject: string) =>
    page.waitForResponse((one) => {
      const asked = one.url().endsWith('/messages/get') ? (one.request().postData() ?? '') : '';
      return asked.includes(`["ticket_id","=",${ids.get(subject)}]`);
    });
  await page.goto('/v1/tickets');
  await expect(page.getByRole('list', { name: 'Inbox', exact: true }).getByRole('listitem')).toHaveCount(
    subjects.length,
  );

  await test.step('answered with a template; the desk goes on by itself', async () => {
    const isReadAhead = asksFor('Walnut shelf');
    await keyboard.press('j');
    await keyboard.press('Enter');
    await expect(inTicket(page, 'Oak table')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
    await isReadAhead;
    const isShown = Promise.withResolvers<void>();
    // What the page has given up meanwhile has nowhere to go on to.
    await page.route('**/messages/get', (route) => isShown.promise.then(() => route.continue().catch(() => {})));
    await keyboard.press('r');
    // As /, which not every layout has a key for; so with @ below.
    await keyboard.press('Control+Slash');
    await keyboard.type('thank');
    await keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Reply', exact: true })).toContainText('Thank you for writing.');
    await keyboard.press('Control+Enter');
    await expect(inTicket(page, 'Walnut shelf')).toBeVisible();
    await expect(page.getByRole('article'), 'nobody is asked for it then').toBeVisible();
    isShown.resolve();
    await page.unroute('**/messages/get');
    await expect(toast(page, 'is on its way')).toBeVisible();
  });

  await test.step('a note for Ira, the ticket for her too, and a tag', async () => {
    await keyboard.press('n');
    await keyboard.press('Control+Shift+Digit2');
    await keyboard.type('ira');
    await keyboard.press('Enter');
    await keyboard.type('which screws?');
    await keyboard.press('Control+Enter');
    await expect(page.getByRole('article', { name: /^Internal note/ })).toContainText('which screws?');
    await keyboard.press('Escape');
    await expect(inTicket(page, 'Walnut shelf'), 'Escape leaves the field first').toBeVisible();
    await keyboard.press('t');
    await keyboard.type('screws');
    await expect(page.getByRole('option', { name: 'screws' })).toHaveAttribute('data-combobox-selected', 'true');
    await keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Take off the tag screws' })).toBeVisible();
    // Who presses Enter at once means who stands first, which is herself.
    await keyboard.press('a');
    await keyboard.press('Enter');
    await expect(toast(page, '1 ticket assigned')).toBeVisible();
    await expect(page.getByRole('button', { name: /Olena Kovalenko/ }).first()).toBeVisible();
    await keyboard.press('z');
    await expect(toast(page, '1 ticket assigned')).toBeHidden();
    await keyboard.press('a');
    await expect(page.getByRole('combobox', { name: 'Person or team' })).toBeFocused();
    await keyboard.type('ira');
    await keyboard.press('Enter');
    await expect(toast(page, '1 ticket assigned')).toBeVisible();
    await keyboard.press('a');
    await keyboard.type('ira');
    await keyboard.press('Enter');
    await expect(
      toast(page, 'Already assigned to Ira Melnyk'),
      'nor does what changes nothing leave her in doubt',
    ).toBeVisible();
  });

  await test.step('put off in words; what is said of it, with its way back, comes along', async () => {
    await keyboard.press('s');
    await expect(page.getByRole('combobox', { name: /^When/ })).toBeFocused();
    // '3 days', with the Ukrainian layout still on.
    await keyboard.type('3 вфні');
    expect(await violationsOf(page)).toEqual([]);
    await keyboard.press('Enter');
    await expect(inTicket(page, 'Ash chair')).toBeVisible();
    await expect(toast(page, /1 ticket snoozed until/).getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  await test.step('the same with a Ukrainian layout: merged by М, spam by !, resolved by У', async () => {
    await inLayout(page, 'Ukrainian', 'KeyM');
    const dialog = page.getByRole('dialog', { name: 'Merge tickets' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await keyboard.type('again');
    await keyboard.press('Enter');
    await expect(dialog.getByRole('radio', { name: /Ash chair again/ })).toBeFocused();
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(inTicket(page, 'Ash chair again'), 'the older one stays').toBeVisible();
    await expect(nextButton(page)).toBeEnabled();
    // She knows what comes next, and a busy browser hands both keys over at once: the second is for the second ticket,
    // which is not there yet.
    await page.evaluate(`for (const press of [{ key: 'у', code: 'KeyE' }, { key: '!', code: 'Digit1', shiftKey: true }])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true }))`);
    await expect(inTicket(page, 'Pine bench')).toBeVisible();
    await expect(toast(page, '1 ticket marked as spam')).toBeVisible();
    const { body } = await api.post('tickets/get', {
      fields: ['title'],
      filter: { conditions: [['is_spam', '=', 1]] },
    });
    expect(body.data.tickets).toEqual([{ title: 'You won a prize' }]);
  });

  await test.step('back in the list the focus is on the row; G and a letter lead to every view, and ? says so', async () => {
    await keyboard.press('Escape');
    await expect(focusedRow(page)).toContainText('Pine bench');
    // Of the same customer as those that were open: beside them it stood as well, by its subject alone.
    await keyboard.press('t');
    await keyboard.type('screws');
    await keyboard.press('Enter');
    await expect(toast(page, '1 ticket got the tag “screws”')).toBeVisible();
    await keyboard.press('e');
    await expect(focusedRow(page)).toContainText('Elm box');
    for (const [letter, name] of [
      ['s', 'Snoozed'],
      ['p', 'Spam'],
      ['r', 'Resolved'],
      ['e', 'Mentions'],
    ] as const) {
      await keyboard.press('g');
      await keyboard.press(letter);
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) })).toBeVisible();
    }
    await keyboard.press('Shift+Slash');
    await expect(page.getByRole('dialog').getByText('Go to: Mentions')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await keyboard.press('Escape');
  });

  await test.step('what a search found is gone through by J and K', async () => {
    await keyboard.press('/');
    await expect(page.locator('[data-search-field]')).toBeFocused();
    await keyboard.type('in:everywhere walnut');
    await expect(page).toHaveURL(/search=in/);
    const found = page.locator('[data-result]');
    await expect(found).toHaveCount(1);
    await keyboard.press('Control+a');
    await keyboard.type('status:answered in:everywhere');
    await expect(found).toContainText(['Oak table']);
    await keyboard.press('Control+a');
    await keyboard.type('in:resolved');
    await expect(found).toContainText(['Pine bench', 'Ash chair again']);
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(inTicket(page, 'Pine bench')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'in:resolved' }).getByRole('listitem')).toHaveCount(2);
    await expect(nextButton(page)).toBeEnabled();
    await keyboard.press('j');
    await expect(inTicket(page, 'Ash chair again')).toBeVisible();
    await keyboard.press('k');
    await expect(inTicket(page, 'Pine bench')).toBeVisible();
    await keyboard.press('Escape');
    await expect(page).toHaveURL(/search=/);
  });

  await test.step('and worked off there as in the list: the focus comes back, goes on, and nothing needs the mouse', async () => {
    const row = (subject: string) => page.locator('[data-ticket]').filter({ hasText: subject });
    await expect(row('Pine bench').getByRole('link')).toBeFocused();
    await keyboard.press('e');
    await expect(toast(page, '1 ticket reopened'), 'of what is resolved the key is the way back').toBeVisible();
    await expect(row('Ash chair again').getByRole('link')).toBeFocused();
    await keyboard.press('/');
    await keyboard.press('Control+a');
    await keyboard.type('in:everywhere after:2020-01-01');
    await expect(row('Elm box')).toBeVisible();
    await expect(page.locator('[data-ticket]')).toHaveCount(subjects.length - 1);
    await keyboard.press('Enter');
    await keyboard.press('x');
    await keyboard.press('j');
    await keyboard.press('j');
    await inLayout(page, 'Ukrainian', 'KeyX');
    await expect(page.getByText('2 selected')).toBeVisible();
    await keyboard.press('k');
    await keyboard.press('Shift+x');
    await expect(page.getByText('3 selected')).toBeVisible();
    await keyboard.press('a');
    await expect(page.getByRole('combobox', { name: 'Person or team' })).toBeFocused();
    // The same keys, with the Ukrainian layout still on.
    await keyboard.type('шкф');
    await keyboard.press('Enter');
    await expect(toast(page, /tickets? assigned/).last()).toBeVisible();
    await expect(page.getByText('3 selected')).toBeHidden();
  });

  await test.step('everything that a search found is resolved as one job, and taken back', async () => {
    await keyboard.press('/');
    await keyboard.press('Control+a');
    await keyboard.type('after:2020-01-01');
    const open = page.locator('[data-ticket]');
    await expect(open).toHaveCount(5);
    await keyboard.press('Enter');
    await keyboard.press('x');
    await keyboard.press('j');
    await keyboard.press('x');
    await page.getByRole('button', { name: 'Select all 5 that match' }).press('Enter');
    await expect(page.getByText('All 5 selected')).toBeVisible();
    await open.nth(2).getByRole('checkbox').check();
    await expect(page.getByText('3 selected'), 'by hand they mean what they picked').toBeVisible();
    await page.getByRole('button', { name: 'Select all 5 that match' }).press('Enter');
    await expect(page.getByText('All 5 selected')).toBeVisible();
    await keyboard.press('e');
    const done = toast(page, '4 tickets changed');
    await expect(open.filter({ hasText: 'Resolved' })).toHaveCount(5);
    await expect(done).toBeVisible();
    await keyboard.press('z');
    await expect(open.filter({ hasText: 'Resolved' })).toHaveCount(1);
  });

  await test.step('what is said last is seen at once, however much was said before, and Z takes back what is no longer seen', async () => {
    await api.call('settings/change', { notification_duration: 30_000 });
    await page.goto('/v1/tickets?search=after%3A2020-01-01');
    const rows = page.locator('[data-ticket]');
    const resolved = rows.filter({ hasText: 'Resolved' });
    await expect(resolved).toHaveCount(1);
    for (const subject of ['Pine bench', 'Walnut shelf', 'Oak table', 'Elm box']) {
      await rows.filter({ hasText: subject }).getByRole('link').focus();
      await keyboard.press('e');
      await expect(resolved.filter({ hasText: subject })).toBeVisible();
    }
    await expect(resolved).toHaveCount(5);
    await keyboard.press('Shift+Digit1');
    await expect(toast(page, '1 ticket marked as spam')).toBeVisible();
    await expect(toast(page, /1 ticket/)).toHaveCount(3);
    expect(await violationsOf(page)).toEqual([]);
    for (let i = 0; i < 5; i++) await keyboard.press('z');
    await expect(resolved).toHaveCount(1);
    await expect(toast(page, /1 ticket/)).toHaveCount(0);

    // What the server has not answered yet is what Z means, and not what was done before.
    await rows.filter({ hasText: 'Pine bench' }).getByRole('link').focus();
    await keyboard.press('e');
    await expect(toast(page, '1 ticket resolved')).toBeVisible();
    await expect(resolved).toHaveCount(2);
    const mayBeResolved = Promise.withResolvers<void>();
    await page.route('**/tickets/resolve', (route) => mayBeResolved.promise.then(() => route.continue()));
    await rows.filter({ hasText: 'Walnut shelf' }).getByRole('link').focus();
    await keyboard.press('e');
    await expect(resolved).toHaveCount(3);
    const putBack = page.waitForResponse('**/tickets/put-back');
    await keyboard.press('z');
    mayBeResolved.resolve();
    expect((await putBack).status()).toBe(200);
    await expect(resolved.filter({ hasText: 'Walnut shelf' })).toHaveCount(0);
    await expect(resolved.filter({ hasText: 'Pine bench' }), 'was done before').toBeVisible();
    await expect(toast(page, '1 ticket resolved'), 'nothing is said of what was taken back').toHaveCount(1);
    await page.unroute('**/tickets/resolve');
    await keyboard.press('z');
    await expect(resolved).toHaveCount(1);
  });
});

test('what is rarer in a day needs no mouse either; nothing sent, merged or parted is final at once', async ({
  page,
  context,
  shop,
  mail,
  complaints,
}, testInfo) => {
  const { api } = shop.olena;
  await api.call('settings/change', { after_sending: 'next', undo_send_seconds: 10 });
  const hanna = `hanna@customers-of-${shop.domain}`;
  const carrier = `dispatch@carrier-of-${shop.domain}`;
  for (const address of [hanna, carrier]) await mail.addMailbox(address, 'a-password');
  const subjects = ['Oak table', 'Walnut shelf', 'Ash chair', 'Ash chair again', 'Pine bench'];
  for (const subject of [...subjects].reverse())
    await shop.receivesTicket({ from: `Hanna Lindqvist <${hanna}>`, subject });
  await shop.signIn(context);
  const { keyboard } = page;
  const editor = page.getByRole('textbox', { name: 'Reply', exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  /** Tab, as often as it takes, which is not often. */
  const tabTo = async (
    name: string | RegExp,
    how: 'Tab' | 'Shift+Tab' = 'Tab',
    role: 'button' | 'textbox' = 'button',
  ) => {
    const aim = page.getByRole(role, { name }).first();
    for (let i = 0; i < 30; i++) {
      if ((await aim.and(page.locator(':focus')).count()) > 0) return;
      await keyboard.press(how);
    }
    await expect(aim, 'reached by Tab').toBeFocused();
  };
  const times: string[] = [];
  const step = (what: string, does: () => Promise<void>) =>
    test.step(what, async () => {
      const began = performance.now();
      await does();
      times.push(`${String(Math.round(performance.now() - began)).padStart(6)} ms  ${what}`);
    });
  await page.goto('/v1/tickets');
  await expect(page.locator('[data-ticket]')).toHaveCount(subjects.length);

  await step('what is begun in one ticket is there again, and nothing of it in the next one', async () => {
    const note = page.getByRole('textbox', { name: 'Note', exact: true });
    await keyboard.press('j');
    await keyboard.press('Enter');
    await expect(button('Remove Hanna Lindqvist')).toBeVisible();
    await button(/^Cc: Add/).press('Enter');
    await keyboard.type('workshop@lumenoak.test,');
    await page.locator('input[data-attach=reply]').setInputFiles({
      name: 'oak.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a certificate'),
    });
    await expect(button('Remove oak.txt'), 'is uploaded').toBeVisible();
    await editor.focus();
    await keyboard.type('For the oak alone');
    await keyboard.press('Escape');
    await keyboard.press('n');
    await keyboard.type('The oak is late');
    await keyboard.press('Escape');
    await keyboard.press('j');
    await expect(inTicket(page, 'Walnut shelf')).toBeVisible();
    await expect(button('Remove Hanna Lindqvist')).toBeVisible();
    await expect(editor, 'the reply is shown, and nothing is in it').toHaveText('');
    await expect(button(/^Remove (?!Hanna)/)).toHaveCount(0);
    await keyboard.press('r');
    await keyboard.press('Control+z');
    await expect(editor, 'nothing to take back either').toHaveText('');
    await keyboard.type('For the walnut alone');
    await keyboard.press('Escape');
    await keyboard.press('n');
    await keyboard.press('Control+z');
    await expect(note).toHaveText('');
    await keyboard.press('Escape');
    await keyboard.press('k');
    await expect(inTicket(page, 'Oak table')).toBeVisible();
    await expect(editor).toHaveText('For the oak alone');
    await expect(button('Remove workshop@lumenoak.test')).toBeVisible();
    await expect(button('Remove oak.txt')).toBeVisible();
    await button('Discard').click();
    await keyboard.press('Escape');
    await keyboard.press('n');
    await expect(note).toHaveText('The oak is late');
    await button('Discard').click();
    await keyboard.press('Escape');
    await keyboard.press('j');
    await expect(editor).toHaveText('For the walnut alone');
    await button('Discard').click();
    await keyboard.press('Escape');
    await keyboard.press('k');
    await expect(inTicket(page, 'Oak table')).toBeVisible();
    await expect(editor, 'thrown away').toHaveText('');
    await keyboard.press('Escape');
    await expect(focusedRow(page)).toContainText('Oak table');
  });

  await step('a reply that left for the next ticket is stopped by Z, and written on', async () => {
    await keyboard.press('Enter');
    await expect(button(/^Remove /)).toBeVisible();
    await keyboard.press('r');
    await keyboard.type('It comes on Monday');
    // She is quicker than the server, which knows of no letter yet that it could stop.
    const isPressed = Promise.withResolvers<void>();
    await page.route('**/tickets/reply', (route) => isPressed.promise.then(() => route.continue()));
    await keyboard.press('Control+Enter');
    await expect(inTicket(page, 'Walnut shelf')).toBeVisible();
    await expect(toast(page, 'is on its way').getByRole('button', { name: 'Undo' })).toBeVisible();
    await keyboard.press('z');
    await expect(toast(page, 'is on its way')).toBeHidden();
    isPressed.resolve();
    await expect(inTicket(page, 'Oak table')).toBeVisible();
    await expect(editor).toContainText('It comes on Monday');
    await expect(editor, 'she writes on where she was').toBeFocused();
    await page.unroute('**/tickets/reply');
  });

  await step('nor does it leave behind her back where the server was away when Z stopped it', async () => {
    complaints.expect(/net::ERR_/);
    let sent = 0;
    const away = /\/(tickets\/reply|drafts\/.*)$/;
    await page.route(away, (route) => {
      if (route.request().url().endsWith('/reply')) sent += 1;
      return route.abort('connectionrefused');
    });
    await keyboard.press('Control+Enter');
    await expect(inTicket(page, 'Walnut shelf')).toBeVisible();
    await expect.poll(() => sent).toBe(1);
    await keyboard.press('z');
    await expect(inTicket(page, 'Oak table')).toBeVisible();
    await expect(editor).toHaveText('It comes on Monday');
    await expect(editor).toBeFocused();
    await page.unroute(away);
    page.on('request', (one) => one.url().endsWith('/tickets/reply') && sent++);
    const told = page.waitForResponse('**/drafts/discard-waiting');
    await page.evaluate("dispatchEvent(new Event('online'))");
    expect((await told).status()).toBe(200);
    expect(sent, 'what was stopped is not tried again').toBe(1);
    await expect(editor).toHaveText('It comes on Monday');
    await expect(
      page.getByText('Another of your devices has written'),
      'it goes on with the draft that it was',
    ).toBeHidden();
  });

  await step('with a file, later, in words', async () => {
    await keyboard.type(', in the morning');
    // Waited for in good time: the browser is told first that the story chooses the files.
    const chooser = page.waitForEvent('filechooser');
    await tabTo('Attach files');
    await keyboard.press('Enter');
    await (await chooser).setFiles({ name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from('here') });
    await expect(page.getByText('map.txt').first()).toBeVisible();
    await tabTo('More ways to send');
    await keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Send later…' }).waitFor();
    await keyboard.press('End');
    await keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: /^When/ })).toBeFocused();
    await keyboard.type('3 days');
    await keyboard.press('Enter');
    await expect(inTicket(page, 'Walnut shelf')).toBeVisible();
  });

  await step('forwarded to the carrier', async () => {
    await keyboard.press('f');
    const panel = page.getByRole('dialog');
    const to = panel.getByRole('textbox', { name: /^To/ });
    await expect(to).toBeFocused();
    await keyboard.type(carrier);
    await keyboard.press('Enter');
    await tabTo(/^Your own words/, 'Tab', 'textbox');
    await keyboard.type('Which van is it in?');
    await keyboard.press('Control+Enter');
    await expect(panel.getByRole('article', { name: /^Olena/ })).toContainText('Which van');
    await keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await keyboard.press('j');
    await expect(inTicket(page, 'Ash chair')).toBeVisible();
  });

  await step('merged, and parted again by Z', async () => {
    await keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Merge tickets' });
    await keyboard.type('again');
    await keyboard.press('Enter');
    await expect(dialog.getByRole('radio', { name: /Ash chair again/ })).toBeFocused();
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(toast(page, /Merged into/)).toBeVisible();
    await keyboard.press('z');
    await expect(toast(page, /Merged into/)).toBeHidden();
    await expect
      .poll(
        async () =>
          (
            await api.post('tickets/get', {
              filter: {
                conditions: [
                  ['title', '=', 'Ash chair again'],
                  ['view_type', '=', ''],
                ],
              },
            })
          ).body.data.tickets.length,
      )
      .toBe(1);
    await keyboard.press('Escape');
    await expect(page.locator('[data-ticket]').first()).toBeVisible();
  });

  await step('a letter of one’s own to somebody known, begun with C', async () => {
    await keyboard.press('c');
    await expect(page.getByRole('combobox', { name: 'To' })).toBeFocused();
    await keyboard.type('hanna');
    await expect(page.getByRole('option', { name: /Hanna Lindqvist/ })).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await tabTo('Subject', 'Tab', 'textbox');
    await keyboard.type('Spring hours');
    await keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Letter' })).toBeFocused();
    await keyboard.type('We open at eight.');
    await keyboard.press('Control+Enter');
    await expect(toast(page, /leaves in/)).toBeVisible();
  });

  await step('the palette resolves, opens a view, and finds a ticket', async () => {
    await page.goto('/v1/tickets');
    await expect(page.locator('[data-ticket]').first()).toBeVisible();
    await keyboard.press('Control+k');
    await keyboard.type('pine');
    await expect(page.getByRole('option', { name: /Pine bench/ })).toBeVisible();
    await keyboard.press('Enter');
    await expect(inTicket(page, 'Pine bench')).toBeVisible();
    await keyboard.press('Control+k');
    await keyboard.type('resolve');
    await expect(page.getByRole('option', { name: 'Resolve E' })).toBeVisible();
    await keyboard.press('Enter');
    await expect(toast(page, '1 ticket resolved')).toBeVisible();
    await keyboard.press('z');
    await expect
      .poll(
        async () =>
          (await api.post('tickets/get', { filter: { conditions: [['title', '=', 'Pine bench']] } })).body.data
            .tickets[0].view_type,
      )
      .toBe('');
  });

  await step(
    'a note is split off into a ticket of its own, another ticket is linked, and a search is kept',
    async () => {
      await page.goto('/v1/tickets');
      await page.locator('[data-ticket]').filter({ hasText: 'Pine bench' }).getByRole('link').focus();
      await keyboard.press('Enter');
      await expect(inTicket(page, 'Pine bench')).toBeVisible();
      await page.getByRole('button', { name: /^Menu of the message/ }).press('Enter');
      await expect(page.getByRole('menuitem', { name: /^Split/ })).toContainText(
        Array(2).fill('Nothing would be left'),
      );
      await keyboard.press('Escape');
      await keyboard.press('n');
      await keyboard.type('and the shelf is another matter');
      await keyboard.press('Control+Enter');
      const note = page.getByRole('article', { name: /^Internal note/ });
      await expect(note).toContainText('another matter');
      await keyboard.press('Escape');
      const menu = note.getByRole('button', { name: /^Menu of the message/ });
      const items = page.getByRole('menuitem');
      for (const key of ['ArrowUp', 'ArrowDown', ' ', 'Enter']) {
        await menu.press(key);
        await expect(key === 'ArrowUp' ? items.last() : items.first(), key).toBeFocused();
        if (key !== 'Enter') await keyboard.press('Escape');
        if (key !== 'Enter') await expect(menu).toBeFocused();
      }
      await page.getByRole('menuitem', { name: 'Split only this' }).press('Enter');
      await expect(toast(page, 'is a ticket of its own')).toBeVisible();
      await expect(note).toBeHidden();
      await keyboard.press('z');
      await expect(note).toBeVisible();
      await button('Link a ticket').press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Link a ticket' });
      await dialog.getByRole('textbox').focus();
      await keyboard.type('walnut');
      expect(await violationsOf(page, { of: '[role=dialog]' })).toEqual([]);
      await keyboard.press('Enter');
      await expect(toast(page, /^Linked with/)).toBeVisible();
      await keyboard.press('Escape');
      await keyboard.press('/');
      await keyboard.type('from:hanna');
      await expect(page).toHaveURL(/search=from/);
      await button('Save search').press('Enter');
      await page.getByLabel('Name').fill('From Hanna');
      expect(await violationsOf(page)).toEqual([]);
      await keyboard.press('Enter');
      await expect(page.getByRole('link', { name: 'From Hanna' })).toBeVisible();
    },
  );

  await testInfo.attach('times', { body: times.join('\n'), contentType: 'text/plain' });
});

test('what was put off with a reason says it again when its time has come', async ({ page, context, shop }) => {
  const { id } = await shop.receivesTicket({ subject: 'A broken leg' });
  const until = new Date(Date.now() + 3_000).toISOString().slice(0, 19).replace('T', ' ');
  await shop.olena.api.call('tickets/snooze', { ids: [id], until, reason: 'The spare leg comes today' });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  await expect(page.getByText('The snooze ended, it is our turn: The spare leg comes today')).toBeVisible({
    timeout: 20_000,
  });
});

test('a long letter is read through by the keys that scroll a page, without a field or a mouse', async ({
  page,
  context,
  shop,
}) => {
  const text = Array.from({ length: 120 }, (_, at) => `Line ${at + 1} of the long story of a table.`).join('\n');
  const { id } = await shop.receivesTicket({ subject: 'A long story', text });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  const thread = page.getByRole('region', { name: 'Conversation' });
  const place = () => thread.evaluate((one) => Math.round(one.scrollTop));
  await expect(page.getByRole('article')).toBeVisible();
  await page.keyboard.press('Home');
  await expect.poll(place).toBe(0);
  await page.keyboard.press('Space');
  await expect.poll(place).toBeGreaterThan(200);
  await page.keyboard.press('Shift+Space');
  await expect.poll(place).toBe(0);
  await page.keyboard.press('ArrowDown');
  await expect.poll(place).toBe(40);
  await page.keyboard.press('End');
  await expect.poll(place).toBeGreaterThan(1000);
  const end = await place();
  await page.keyboard.press('PageUp');
  await expect.poll(place).toBeLessThan(end);

  // They are the text's again while something is written.
  await page.keyboard.press('r');
  const there = await place();
  const reply = page.getByRole('textbox', { name: 'Reply', exact: true });
  await page.keyboard.type('It is ');
  await expect(reply).toHaveText(/^It is\s$/);
  // A field that is being drawn may put the caret back once.
  await expect(async () => {
    await page.keyboard.press('Home');
    const drawn = 'new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))';
    expect(await page.evaluate(`${drawn}.then(() => getSelection().anchorOffset)`)).toBe(0);
  }).toPass();
  await page.keyboard.type('So ');
  await expect(reply).toHaveText('So It is');
  expect(await place()).toBe(there);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  await expect.poll(place).toBe(0);
});
