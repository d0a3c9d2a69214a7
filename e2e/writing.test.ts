import type { Page } from '@playwright/test';
import { byId } from '#test/api/rows-of.ts';
import { violationsOf } from './support/axe.ts';
import { goesOn } from './support/goes-on.ts';
import { joinsAsAgent } from './support/members.ts';
import { signInAs, somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

const editor = (page: Page, name = 'Reply') => page.getByRole('textbox', { name, exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const shoot = async (page: Page, name: string) => {
  if (!process.env.SHOTS) return;
  await page.screenshot({ path: `${process.env.SHOTS}/${name}-el.png` });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: `${process.env.SHOTS}/${name}-ed.png` });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: `${process.env.SHOTS}/${name}-ped.png` });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: `${process.env.SHOTS}/${name}-pel.png` });
  await page.setViewportSize({ width: 1440, height: 900 });
};

test('nothing that Olena types is lost, and nothing leaves that should not', async ({
  page,
  shop,
  mail,
  aServer,
  browser,
  complaints,
}) => {
  const hanna = `hanna@customers-of-${shop.domain}`;
  await mail.addMailbox(hanna, 'hannas-password');
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  await joinsAsAgent(aServer, (await ira.api.call('users/self')).body.data.user.id as number, shop.companyId);
  const { id } = await shop.receivesTicket({ from: `Hanna Lindqvist <${hanna}>`, subject: 'A walnut table' });
  await shop.signIn(page.context());
  const another = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  complaints.hear(another);
  await shop.signIn(another);
  const laptop = await another.newPage();
  const hers = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  complaints.hear(hers);
  await signInAs(hers, aServer, ira);
  const iras = await hers.newPage();

  await test.step('what is begun at the desk is there on the laptop, and goes on from there', async () => {
    await page.goto(`/v1/tickets/${id}`);
    await expect(page.getByRole('button', { name: 'Remove Hanna Lindqvist' })).toBeVisible();
    await editor(page).click();
    let saves = 0;
    page.on('request', (one) => one.url().endsWith('/drafts/save') && saves++);
    await page.keyboard.type('It is oak', { delay: 50 });
    expect(saves, 'the server is told when her fingers rest, not of every key').toBeLessThan(3);
    await laptop.goto('/v1/tickets');
    await laptop.getByRole('link', { name: 'Drafts' }).click();
    await expect(laptop.getByRole('img', { name: 'You have a draft here' })).toBeVisible();
    await shoot(laptop, 'drafts-view');
    await laptop.getByRole('link', { name: /A walnut table/ }).click();
    await expect(editor(laptop)).toHaveText('It is oak');
    await editor(laptop).click();
    await laptop.keyboard.press('Control+End');
    // Meanwhile she throws it away here, on a line that is slower than her other machine's.
    const isKeptElsewhere = Promise.withResolvers<void>();
    await page.route('**/api/drafts/discard', (route) => isKeptElsewhere.promise.then(() => route.continue()));
    const thrown = page.waitForRequest('**/api/drafts/discard');
    await page.getByRole('button', { name: 'Discard' }).click();
    await thrown;
    const kept = laptop.waitForResponse('**/api/drafts/save');
    await laptop.keyboard.type(', solid');
    await kept;
    isKeptElsewhere.resolve();
    await expect(editor(page)).toHaveText('It is oak, solid');
    await expect(editor(laptop)).toHaveText('It is oak, solid');
    await page.unroute('**/api/drafts/discard');
    // And while a file is on its way up there she goes on here.
    const isUp = Promise.withResolvers<void>();
    await laptop.route('**/api/files/upload', (route) => isUp.promise.then(() => route.continue()));
    const oak = { name: 'oak.txt', mimeType: 'text/plain', buffer: Buffer.from('a certificate') };
    await laptop.locator('input[data-attach=reply]').setInputFiles(oak);
    // It would be lost with the page, which is said to whoever turns away.
    await laptop.getByRole('link', { name: 'Customers', exact: true }).click();
    await laptop.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(laptop.getByRole('dialog')).toBeHidden();
    await editor(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and heavy');
    await expect(editor(laptop)).toHaveText('It is oak, solid and heavy');
    isUp.resolve();
    await expect(page.getByRole('button', { name: 'Remove oak.txt' }), 'it came up all the same').toBeVisible();
    await laptop.getByRole('button', { name: 'Remove oak.txt' }).click();
    await expect(page.getByRole('button', { name: 'Remove oak.txt' }), 'and goes by itself').toBeHidden();
    for (const _ of ' and heavy') await page.keyboard.press('Backspace');
    await expect(editor(laptop)).toHaveText('It is oak, solid');
  });

  await test.step('a colleague sees that there is a draft, and may go on with it', async () => {
    await iras.goto('/v1/tickets');
    await expect(iras.getByRole('img', { name: 'Draft by Olena Kovalenko' })).toBeVisible();
    await goesOn(iras, `/v1/tickets/${id}`);
    const drafts = iras.getByRole('list', { name: 'What else is being written here' });
    await expect(drafts).toContainText('Draft by Olena Kovalenko');
    await drafts.getByRole('button', { name: 'Take over' }).click();
    await expect(editor(iras)).toHaveText('It is oak, solid');
    await iras.getByRole('button', { name: 'Discard' }).click();
    await expect(editor(page)).toHaveText('It is oak, solid');
    // Where nobody has begun a note yet, one comes all the same.
    await page.getByRole('tab', { name: 'Note' }).click();
    await page.keyboard.type('The leg is short');
    const note = drafts.getByRole('listitem').filter({ hasText: 'The leg is short' });
    await note.getByRole('button', { name: 'Take over' }).click();
    await expect(editor(iras, 'Note')).toHaveText('The leg is short');
    await expect(editor(iras, 'Note')).toBeFocused();
    await iras.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('tab', { name: 'Reply' }).click();
    await expect(editor(page)).toHaveText('It is oak, solid');
  });

  await test.step('a reply is stopped when somebody else answered meanwhile, and says what is new', async () => {
    const answer = { ticket_id: id, to: [{ address: hanna }] };
    const answers = async (text: string) => {
      const asked = { ...answer, client_id: crypto.randomUUID(), body_html: `<p>${text}</p>` };
      expect((await ira.api.call('tickets/reply', asked)).status).toBe(200);
    };
    const stopped = page.getByRole('alert').filter({ hasText: 'Not sent yet' });
    // She looks at something else, and the answer stands there when she comes back.
    await page.goto('/v1/customers');
    await answers('It is walnut');
    await page.goto(`/v1/tickets/${id}`);
    await expect(editor(page)).toHaveText('It is oak, solid');
    await expect(page.getByRole('article').filter({ hasText: 'It is walnut' })).toBeVisible();
    await send(page).click();
    await expect(stopped).toContainText('It is walnut');
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(stopped).toBeHidden();
    await answers('Walnut it is');
    await expect(page.getByRole('article').filter({ hasText: 'Walnut it is' })).toBeVisible();
    await send(page).click();
    await expect(stopped).toContainText('Walnut it is');
    await expect(stopped).not.toContainText('It is walnut');
    await shoot(page, 'paused');
    expect(await violationsOf(page, { notIn: 'iframe' })).toEqual([]);
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(stopped).toBeHidden();
    await expect(editor(page)).toHaveText('It is oak, solid');
  });

  await test.step('a refused reply is told by its number wherever she is, until she deals with it', async () => {
    complaints.expect(/tickets\/reply.* status of 422/);
    const left = Promise.withResolvers<void>();
    await page.route('**/api/tickets/reply', async (route) => {
      await left.promise;
      const errors = [{ key: 'cannot_send_as', message: 'Not from this address' }];
      await route.fulfill({ status: 422, json: { success: false, errors } });
    });
    await send(page).click();
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await expect(page).toHaveURL(/\/customers/);
    left.resolve();
    await expect(page.getByRole('alert').filter({ hasText: /LO-\d+: .*not sent/ })).toBeVisible();
    const told = page.getByRole('region', { name: 'Not sent' });
    await expect(told).toBeVisible();
    await page.reload();
    await page.unrouteAll({ behavior: 'wait' });
    await expect(told).toBeVisible();
    await expect(page.getByRole('main')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await told.getByRole('link', { name: /^LO-\d+$/ }).click();
    const letter = page.getByRole('article').filter({ hasText: 'It is oak, solid' });
    await expect(told, 'there it says so itself').toHaveCount(0);
    await letter.getByRole('button', { name: 'Edit' }).click();
    await expect(editor(page)).toHaveText('It is oak, solid');
  });

  await test.step('a reply can be taken back before it leaves; what is sent then is the later one', async () => {
    await shop.olena.api.call('settings/change', { undo_send_seconds: 30 });
    await page.reload();
    await expect(editor(page)).toHaveText('It is oak, solid');
    await send(page).click();
    const waiting = page.getByRole('article').filter({ hasText: 'It is oak, solid' });
    await expect(waiting).toContainText(/Sending in \d+ s/);
    await expect(editor(page)).toHaveText('');
    await shoot(page, 'undo');
    await waiting.getByRole('button', { name: 'Undo' }).click();
    await expect(editor(page)).toHaveText('It is oak, solid');
    await expect(page.getByText(/Sending in/)).toBeHidden();
    await shop.olena.api.call('settings/change', { undo_send_seconds: 5 });
    await page.reload();
    await expect(editor(page)).toHaveText('It is oak, solid');
    await editor(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' through and through');
    await send(page).click();
    await expect(page.getByText(/Sending in \d+ s/)).toBeVisible();
    // Nobody needs to stay for it.
    await page.goto('/v1/tickets');
    const letter = await mail.waitForMail(hanna, (one) => one.text.includes('through and through'));
    expect(letter.text).toContain('It is oak, solid through and through');
    const letters = await mail.readMailbox(hanna);
    expect(letters.filter((one) => one.text.includes('It is oak')).length).toBe(1);
    await expect(laptop.getByRole('article').filter({ hasText: 'through and through' })).toContainText('Sent');
    await expect(editor(laptop)).toHaveText('');
  });

  await test.step('a reply leaves at a time that was typed; another one puts its ticket off', async () => {
    await shop.olena.api.call('settings/change', { undo_send_seconds: 0 });
    await page.goto(`/v1/tickets/${id}`);
    await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
    const write = async (text: string, way: string, when: string, before?: Promise<unknown>) => {
      await editor(page).click();
      await page.keyboard.type(text);
      await page.getByRole('button', { name: 'More ways to send' }).click();
      await page.getByRole('menuitem', { name: way }).click();
      await expect(page.getByRole('combobox', { name: /^When/ })).toBeFocused();
      await page.keyboard.type(when);
      await before;
      await page.keyboard.press('Enter');
    };
    // The draft is still being kept when it is sent, and that is answered for only after the letter was.
    const isOf = (path: string) => (of: { url: () => string }) => of.url().endsWith(`/api/${path}`);
    let isSaved = () => {};
    await page.route('**/api/drafts/save', async (route) => {
      const response = await route.fetch();
      await new Promise<void>((answer) => {
        isSaved = answer;
      });
      await route.fulfill({ response });
    });
    const discarded = page.waitForResponse(isOf('drafts/discard'));
    await page.route('**/api/drafts/of-ticket', async (route) => {
      isSaved();
      await discarded;
      await route.continue();
    });
    const saving = page.waitForRequest(isOf('drafts/save'));
    await write('We deliver on Monday', 'Send later…', '3 days', saving);
    const later = page.getByRole('article').filter({ hasText: 'We deliver on Monday' });
    await expect(later).toContainText('Will be sent');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await later.getByRole('button', { name: 'Send now' }).click();
    await mail.waitForMail(hanna, (one) => one.text.includes('We deliver on Monday'));
    await write('I ask the workshop', 'Send and snooze…', '2 days');
    await expect(page.getByText(/^Snoozed until/)).toBeVisible();
    await mail.waitForMail(hanna, (one) => one.text.includes('I ask the workshop'));
  });

  await test.step('a reply leaves by the customer’s clock, which her own stands beside', async () => {
    await shop.olena.api.call('settings/change', { time_zone: 'Europe/Kyiv' });
    const [of] = (await shop.olena.api.post('tickets/get', byId(id))).body.data.tickets;
    const customer = { data: { time_zone: 'Asia/Tokyo' }, ...byId(of.customer_id) };
    expect((await shop.olena.api.post('customers/update', customer)).status).toBe(200);
    await page.goto(`/v1/tickets/${id}`);
    await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
    await editor(page).click();
    await page.keyboard.type('Good morning, Hanna');
    await page.getByRole('button', { name: 'More ways to send' }).click();
    await page.getByRole('menuitem', { name: 'Send later…' }).click();
    const offered = page.getByRole('listbox', { name: 'Send at' });
    await expect(page.getByText(/^Europe\/Kyiv, \d\d:\d\d now\. It is \d\d:\d\d for the customer\.$/)).toBeVisible();
    // On their Monday it is called Monday.
    const nextWeek = offered.getByRole('option', { name: /^(Next week|Monday)/ }).last();
    // Nine in Kyiv is the middle of the afternoon in Tokyo: it keeps no summer time, and Kyiv does.
    await expect(nextWeek).toHaveText(/09:00\s*1[56]:00 for them$/);
    await expect(page.getByText(/for them$/).last()).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(/^Asia\/Tokyo, .* as their page says\. It is \d\d:\d\d for you\.$/)).toBeVisible();
    await expect(nextWeek).toHaveText(/09:00\s*0[23]:00 for you$/);
    await shoot(page, 'their-clock');
    expect(await violationsOf(page, { notIn: 'iframe' })).toEqual([]);
    await nextWeek.click();
    const waiting = page.getByRole('article').filter({ hasText: 'Good morning, Hanna' });
    await expect(waiting).toContainText(/Will be sent .* 0[23]:00/);
    await waiting.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(waiting).toBeHidden();
  });

  await test.step('a note calls a colleague by @, who finds it among their mentions', async () => {
    await page.goto(`/v1/tickets/${id}`);
    await expect(editor(page)).toBeVisible();
    await page.keyboard.press('n');
    await page.keyboard.type('Look, @ira');
    await expect(page.getByRole('option', { name: /Ira Melnyk/ })).toBeVisible();
    await shoot(page, 'mention');
    await page.keyboard.press('Enter');
    await page.keyboard.type('please');
    await expect(editor(page, 'Note')).toHaveText('Look, @Ira Melnyk please');
    await page.keyboard.press('Control+Enter');
    await expect(
      page.getByRole('article', { name: /^Internal note/ }).filter({ hasText: '@Ira Melnyk' }),
    ).toBeVisible();
    await goesOn(iras, '/v1/tickets?view=mentions');
    await expect(iras.getByRole('listitem').filter({ hasText: 'A walnut table' })).toBeVisible();
  });

  await test.step('a note that is edited calls by @ as well, and whom it called stays called', async () => {
    const { api } = shop.olena;
    const members = [{ user_id: (await ira.api.call('users/self')).body.data.user.id as number, capacity: null }];
    const made = await api.post('teams/create', { data: [{ company_id: shop.companyId, name: 'Склад', members }] });
    expect(made.status).toBe(200);
    const note = page.getByRole('article', { name: /^Internal note/ });
    await note.getByRole('button', { name: /^Menu of the message/ }).click();
    await page.getByRole('menuitem', { name: 'Edit note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit note' });
    const field = editor(page, 'Internal note');
    const list = dialog.getByRole('listbox', { name: 'People and teams' });
    await field.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(', @');
    await expect(list.getByRole('option')).toHaveText([/Ira Melnyk/, /Склад\s*1 person/]);
    await shoot(page, 'mention-edited');
    expect(await violationsOf(page, { notIn: 'iframe' })).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('option', { selected: true })).toContainText('Склад');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(field, 'Escape closes the list alone').toBeFocused();
    await page.keyboard.press('Backspace');
    // As the composer has it, for layouts without this sign.
    await page.keyboard.press('Control+Shift+Digit2');
    await page.keyboard.type('скл');
    await expect(list.getByRole('option')).toHaveText([/Склад/]);
    await page.keyboard.press('Tab');
    await page.keyboard.type('too');
    await expect(field).toHaveText('Look, @Ira Melnyk please, @Склад too');
    const asked = page.waitForRequest('**/api/messages/edit-note');
    await page.keyboard.press('Control+Enter');
    expect((await asked).postDataJSON().data.mentions).toMatchObject([{ kind: 'team' }]);
    await expect(dialog).toBeHidden();
    await expect(note).toContainText('@Ira Melnyk please, @Склад too');
    await iras.reload();
    await expect(iras.getByRole('listitem').filter({ hasText: 'A walnut table' })).toBeVisible();
  });
  await another.close();
  await hers.close();
});
