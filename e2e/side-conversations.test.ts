import { violationsOf } from './support/axe.ts';
import { aLetter, headerOf } from './support/letters.ts';
import { askOwnDatabase } from './support/members.ts';
import { expect, test } from './support/story.ts';

test('a letter is forwarded to the carrier, who answers beside the thread; the customer gets none of it', async ({
  page,
  context,
  shop,
  mail,
  aServer,
  complaints,
}) => {
  complaints.expect(/status of 422|ERR_FAILED/);
  const hanna = `hanna@customers-of-${shop.domain}`;
  const carrier = `dispatch@carriers-of-${shop.domain}`;
  for (const address of [hanna, carrier]) await mail.addMailbox(address, 'a-password');
  await shop.olena.api.call('settings/change', { undo_send_seconds: 0 });
  const { id } = await shop.receivesTicket({
    from: `Hanna Lindqvist <${hanna}>`,
    subject: 'Where is my table',
    text: 'It should have come on Monday.',
    attachments: [
      { filename: 'order.txt', content: 'walnut: 1' },
      { filename: 'private.txt', content: 'not for others' },
    ],
  });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  const hers = page.getByRole('article', { name: /^Hanna Lindqvist/ });
  const panel = page.getByRole('dialog');

  await test.step('Olena forwards it with words of her own, and one of its files', async () => {
    await hers.getByRole('button', { name: /^Menu of the message/ }).click();
    await page.getByRole('menuitem', { name: 'Forward', exact: true }).click();
    await expect(panel).toContainText('To a third party. The customer never sees this');
    await expect(panel.getByLabel('Subject')).toHaveValue('Fwd: Where is my table');
    await panel.getByLabel('private.txt').uncheck();
    expect(await violationsOf(page, { notIn: 'iframe' })).toEqual([]);
    await panel.getByRole('textbox', { name: /^Your own words/ }).click();
    await page.keyboard.type('Which van is it');
    const chooser = page.waitForEvent('filechooser');
    await panel.getByRole('button', { name: 'Attach files' }).click();
    await chooser;
    await page.keyboard.type(' in?');
    await panel.getByRole('textbox', { name: /^To: / }).fill(hanna);
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('alert'), 'never to the customer').toContainText('is the customer of this ticket');
    await panel.getByRole('button', { name: `Remove ${hanna}` }).click();
    // The draft is still being kept, and was about to be kept for another reason, when she sends.
    const isKept = Promise.withResolvers<void>();
    const saves = { underWay: 0, whenSent: -1 };
    await page.route('**/drafts/save', async (route) => {
      saves.underWay++;
      await isKept.promise;
      await route.fulfill({ response: await route.fetch() });
      saves.underWay--;
    });
    page.on('request', (one) => {
      if (one.url().endsWith('/side-conversations/open')) saves.whenSent = saves.underWay;
    });
    await panel.getByRole('textbox', { name: /^To: / }).fill(`Dispatch <${carrier}>`);
    await page.keyboard.press('Enter');
    await expect.poll(() => saves.underWay).toBe(1);
    await panel.getByLabel('order.txt').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await page.evaluate("window.dispatchEvent(new Event('blur'))");
    await panel.getByRole('button', { name: 'Forward', exact: true }).click();
    isKept.resolve();
    const forwarded = page
      .getByRole('article', { name: /^Olena/ })
      .filter({ hasText: 'The customer does not get this' });
    await expect(forwarded.first()).toContainText('Which van is it in?');
    expect(saves.whenSent, 'nothing is kept behind what is sent').toBe(0);
    await page.unroute('**/drafts/save');
    const { mine } = (await shop.olena.api.call('drafts/of-ticket', { ticket_id: id })).body.data;
    expect(mine, 'what was sent is no draft any more').toEqual([]);
  });

  let raw = '';
  await test.step('the carrier has it, with the letter below and no way into the thread', async () => {
    await expect
      .poll(async () => (raw = (await mail.readMailbox(carrier))[0]?.text ?? ''), { message: 'the letter' })
      .not.toBe('');
    expect(headerOf(raw, 'Subject')).toBe('Fwd: Where is my table');
    expect(headerOf(raw, 'Message-ID')).toMatch(/^<s\./);
    expect(headerOf(raw, 'References')).toBe('');
    expect(raw).toContain('order.txt');
    expect(raw).not.toContain('private.txt');
    expect(raw).toContain('It should have come on Monday.');
  });

  await test.step('what the carrier answers stands beside, and a line says so', async () => {
    const answer = await aLetter({
      ...{ from: `Dispatch <${carrier}>`, to: shop.address, cc: hanna, subject: 'Re: Fwd: Where is my table' },
      ...{ text: 'In van 7, since Tuesday.', inReplyTo: headerOf(raw, 'Message-ID') },
    });
    await mail.deliver(shop.address, answer.raw);
    await expect(page.getByText('Side conversation: Dispatch answered')).toBeVisible();
    await expect(panel.getByRole('article', { name: /^Dispatch/ })).toContainText('In van 7, since Tuesday.');
    await expect(page.getByRole('region', { name: 'Conversation', exact: true }).getByText('In van 7')).toHaveCount(0);
  });
  await test.step('she writes on there, and is done with it', async () => {
    await panel.getByRole('textbox', { name: 'Letter', exact: true }).click();
    await page.keyboard.type('Thank you');
    await expect(panel.getByText(/^Draft saved/)).toBeVisible();
    // Another machine knows nothing of this one: what she has written is there all the same.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    const here = page.getByRole('list', { name: 'What else is being written here' });
    await here.getByRole('button', { name: 'Go on' }).click();
    await expect(panel.getByRole('textbox', { name: 'Letter', exact: true })).toHaveText('Thank you');
    // A bad line from now on: nothing is kept, and the answer to the letter is lost.
    await page.route('**/drafts/save', (route) => route.abort());
    await panel.getByRole('textbox', { name: 'Letter', exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' :tada');
    await expect(page.getByRole('listbox', { name: 'Emoji' })).toContainText('party popper');
    await page.keyboard.press('Enter');
    await page.route(
      '**/side-conversations/reply',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('alert')).toBeVisible();
    await page.unroute('**/drafts/save');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('textbox', { name: 'Letter', exact: true })).toHaveText('');
    await expect(panel.getByRole('article', { name: /^Olena/ }).filter({ hasText: 'Thank you 🎉' })).toHaveCount(1);
    await expect.poll(async () => (await mail.readMailbox(carrier)).length).toBe(2);
    const isHeld = Promise.withResolvers<void>();
    await page.route('**/side-conversations/reply', async (route) => {
      await isHeld.promise;
      await route.continue();
    });
    await page.keyboard.type('How long');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('form', { name: 'Letter to a third party' })).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.type(' will it take?');
    await expect(panel.getByRole('textbox', { name: 'Letter', exact: true }), 'it is on its way').toHaveText(
      'How long',
    );
    isHeld.resolve();
    await expect(panel.getByRole('article', { name: /^Olena/ }).filter({ hasText: 'How long' })).toBeVisible();
    await expect(panel.getByRole('textbox', { name: 'Letter', exact: true })).toHaveText('');
    await page.keyboard.type('Be quick.');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('article', { name: /^Olena/ }).filter({ hasText: 'Be quick.' })).toBeVisible();
    await expect.poll(async () => (await mail.readMailbox(carrier)).length).toBe(4);
    await panel.getByRole('button', { name: 'Mark as done' }).click();
    await expect(panel.getByRole('button', { name: 'Go on' })).toBeVisible();
    await panel.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('news of a letter of it lead to it, and are seen there', async () => {
    await askOwnDatabase(
      aServer,
      `insert into notifications (company_id, user_id, kind, ticket_id, message_id, who)
       select company_id, author_id, 'not_delivered', ticket_id, id, 'Dispatch' from messages where ticket_id = $1 and kind = 'side_outbound'`,
      [id],
    );
    await askOwnDatabase(aServer, 'update side_conversations set is_unseen = 1 where ticket_id = $1', [id]);
    await page.goto('/v1/tickets');
    const mark = page.getByRole('img', { name: 'A third party has answered' });
    await expect(mark, 'the list says that somebody waits beside').toBeVisible();
    await page.getByRole('button', { name: 'Notifications: news of 1 ticket' }).click();
    await panel.getByRole('link', { name: /Where is my table/ }).click();
    await expect(panel.getByRole('article', { name: /^Olena/ }).filter({ hasText: 'Thank you 🎉' })).toBeVisible();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeAttached();
    await page.goto('/v1/tickets');
    await expect(page.getByRole('link', { name: /Where is my table/ })).toBeVisible();
    await expect(mark).toBeHidden();
    await page.getByRole('link', { name: /Where is my table/ }).click();
    await expect(hers).toBeVisible();
  });

  await test.step('taken back from another page, a letter is written on where it was begun', async () => {
    await shop.olena.api.call('settings/change', { undo_send_seconds: 20 });
    await page.goto(`/v1/tickets/${id}#side-new`);
    await panel.getByRole('textbox', { name: /^To: / }).fill(carrier);
    await page.keyboard.press('Enter');
    await panel.getByLabel('Subject').fill('A second table');
    await panel.getByRole('textbox', { name: 'Letter', exact: true }).click();
    await page.keyboard.type('Is there room?');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('article', { name: /^Olena/ })).toContainText('Is there room?');
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await expect(page).toHaveURL(/customers/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page).toHaveURL(new RegExp(`/tickets/${id}#side-new`));
    await expect(panel.getByRole('textbox', { name: 'Letter', exact: true })).toHaveText('Is there room?');
    await expect(panel.getByLabel('Subject')).toHaveValue('A second table');
    await expect
      .poll(async () => (await shop.olena.api.call('drafts/of-ticket', { ticket_id: id })).body.data.mine)
      .toMatchObject([{ kind: 'side', body_html: '<p>Is there room?</p>' }]);
    await shop.olena.api.call('settings/change', { undo_send_seconds: 0 });
    await page.goto(`/v1/tickets/${id}`);
    await expect(hers).toBeVisible();
  });

  await test.step('what was said is found, and leads there also from the ticket itself: beside it, or at the letter', async () => {
    const leadsTo = async (words: string) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(words);
      await page.getByRole('option', { name: /Where is my table/ }).click();
    };
    const answer = panel.getByRole('article', { name: /^Dispatch/ });
    for (let times = 0; times < 2; times++) {
      await leadsTo('since tuesday');
      await expect(answer).toContainText('In van 7, since Tuesday.');
      await panel.getByRole('button', { name: 'Close' }).click();
      await expect(answer).toBeHidden();
    }
    await leadsTo('have come on monday');
    await expect(hers.and(page.locator('[data-pointed]'))).toBeVisible();
  });

  await test.step('the customer is answered as if nothing had been said beside', async () => {
    await hers.getByRole('button', { name: /^Menu of the message/ }).click();
    await page.getByRole('menuitem', { name: 'Reply to this' }).click();
    await expect(page.getByText(/^You answer Hanna Lindqvist/)).toBeVisible();
    await page.keyboard.type('It comes tomorrow.');
    await page.keyboard.press('Control+Enter');
    let theirs = '';
    await expect
      .poll(async () => (theirs = (await mail.readMailbox(hanna))[0]?.text ?? ''), { message: 'the answer' })
      .not.toBe('');
    for (const secret of ['van', 'Dispatch', carrier, '<s.']) expect(theirs).not.toContain(secret);
    expect(await mail.readMailbox(hanna)).toHaveLength(1);
  });

  await test.step('a note is changed, shows that it was, and is deleted with a reason', async () => {
    await page.getByRole('tab', { name: 'Note' }).click();
    await page.getByRole('textbox', { name: 'Note', exact: true }).click();
    await page.keyboard.type('Call them at 9');
    await page.keyboard.press('Control+Enter');
    const note = page.getByRole('article', { name: /^Internal note/ });
    await note.getByRole('button', { name: /^Menu of the message/ }).click();
    await page.getByRole('menuitem', { name: 'Edit note' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit note' });
    await dialog.getByRole('textbox').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' sharp');
    await dialog.getByRole('button', { name: 'Save note' }).click();
    await expect(note).toContainText('Call them at 9 sharp');
    await expect(note).toContainText('edited');
    await note.getByRole('button', { name: /^Menu of the message/ }).click();
    await page.getByRole('menuitem', { name: 'Delete note' }).click();
    await page.getByLabel('Reason').fill('Done already');
    await page.getByRole('button', { name: 'Delete note' }).click();
    await expect(page.getByText('Olena Kovalenko deleted a note: Done already')).toBeVisible();
    await expect(note).toHaveCount(0);
  });

  await test.step('a conversation is forwarded with what was not on the screen', async () => {
    const letters = 60;
    await askOwnDatabase(
      aServer,
      `insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_name, body_text, mail_kind)
       select company_id, id, id, 'inbound', 1, 'mail', 'customer', 'Hanna Lindqvist', 'Letter ' || n, 'human' from tickets, generate_series(1, $2::int) n where id = $1`,
      [id, letters],
    );
    await page.reload();
    await expect(page.getByText(`Letter ${letters}`)).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('f');
    await expect(panel, 'hers, the answer, and those').toContainText(`${letters + 2} messages go along`);
  });
});
