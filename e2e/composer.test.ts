import type { Page, Route } from '@playwright/test';
import { joinsAsAgent } from './support/members.ts';
import { somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

/** Hanna's ticket is open; what she gets can be read in `hanna`'s mailbox. */
const opened = test.extend<{ hanna: string; ticketId: number }>({
  hanna: async ({ shop, mail }, lend) => {
    const hanna = `hanna@customers-of-${shop.domain}`;
    await mail.addMailbox(hanna, 'hannas-password');
    await lend(hanna);
  },
  ticketId: async ({ shop, hanna, context, page }, lend) => {
    const { id } = await shop.receivesTicket({ from: `Hanna Lindqvist <${hanna}>`, subject: 'A walnut table' });
    await shop.signIn(context);
    await page.goto(`/v1/tickets/${id}`);
    await expect(page.getByRole('button', { name: 'Remove Hanna Lindqvist' })).toBeVisible();
    await lend(id);
  },
});

const editor = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const ours = (page: Page, text: string) => page.getByRole('article', { name: /Olena/ }).filter({ hasText: text });

const aNote = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

async function write(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.type(text);
}

opened('a draft survives a reload: its text, its looks, its recipients and its files', async ({ page, ticketId }) => {
  await write(page, 'It is ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('solid oak');
  await page.getByRole('button', { name: 'Cc: Add an address', exact: true }).click();
  await page.keyboard.type('workshop@lumenoak.test,');
  await editor(page).getByText('solid oak').click();
  await page.keyboard.press('End');
  for (const _ of 'oak') await page.keyboard.press('ArrowLeft');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await chooser).setFiles([aNote('oak.txt', 'a certificate'), aNote('ash.txt', 'another one')]);
  await page.keyboard.type('red ');
  await expect(page.getByRole('button', { name: 'Remove oak.txt' }), 'is uploaded').toBeVisible();
  await page.getByRole('button', { name: 'Remove ash.txt' }).click();
  await page.keyboard.type('old ');
  await expect(editor(page), 'letters are no keys after a file').toHaveText('It is solid red old oak');
  await page.reload();

  await expect(editor(page).locator('strong')).toHaveText('solid red old oak');
  await expect(editor(page)).toHaveText('It is solid red old oak');
  await expect(page.getByRole('button', { name: 'Remove workshop@lumenoak.test' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('oak.txt');
  expect(page.url()).toContain(`/v1/tickets/${ticketId}`);

  await expect(page.getByText('Added: workshop@lumenoak.test'), 'who is new is said').toBeVisible();
  await page.getByRole('button', { name: /^Remove .*hanna/i }).click();
  await expect(page.getByText(/^Left out: .*hanna/i), 'and who is missing').toBeVisible();
  await page.getByRole('button', { name: 'As in the message' }).click();
  await expect(page.getByRole('button', { name: 'Remove workshop@lumenoak.test' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Remove .*hanna/i })).toBeVisible();
  await expect(page.getByText(/^(Added|Left out): /)).toBeHidden();

  await page.getByRole('button', { name: 'Discard' }).click();
  await page.keyboard.type('Beech');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.keyboard.type('.');
  await expect(editor(page), 'nor after what was thrown away').toHaveText('It is solid red old oakBeech.');
});

opened(
  'a letter that could not be sent is not lost: it waits, or comes back to be changed',
  async ({ page, context, shop, mail, hanna, ticketId, complaints }) => {
    complaints.expect(/ERR_INTERNET_DISCONNECTED|status of 4\d\d/);
    expect(ticketId).toBeGreaterThan(0);
    await test.step('without a network it waits', async () => {
      await context.setOffline(true);
      await write(page, 'The leg leaves tomorrow.');
      await send(page).click();
      await expect(ours(page, 'The leg leaves tomorrow.')).toContainText('No connection. It goes out by itself');
    });
    await test.step('and when the server refuses it, its writer gets it back', async () => {
      const mailbox = { filter: { conditions: [['id', '=', shop.mailboxId]] } };
      await shop.olena.api.post('mailboxes/delete', mailbox);
      await context.setOffline(false);
      const refused = ours(page, 'The leg leaves tomorrow.');
      await expect(refused).toContainText('Not sent: This ticket has no mailbox to answer from');
      await shop.olena.api.post('mailboxes/restore', mailbox);
      await refused.getByRole('button', { name: 'Edit' }).click();
      await expect(refused).toBeHidden();
      await expect(editor(page)).toHaveText('The leg leaves tomorrow.');
    });
    await test.step('and sends it after all', async () => {
      await expect(send(page)).toBeEnabled();
      await send(page).click();
      await expect(ours(page, 'The leg leaves tomorrow.').getByRole('status')).toContainText('Sent');
      const mails = await mail.readMailbox(hanna);
      expect(mails.map(({ text }) => text.includes('The leg leaves tomorrow.'))).toEqual([true]);
    });
  },
);

opened(
  'a ticket in the trash says so where it is answered, and gives the answer back',
  async ({ page, shop, ticketId }) => {
    await write(page, 'The leg leaves tomorrow.');
    const those = { filter: { conditions: [['id', '=', ticketId]] } };
    const mailbox = { filter: { conditions: [['id', '=', shop.mailboxId]] } };
    await shop.olena.api.post('tickets/delete', those);
    const composer = page.getByRole('region', { name: 'Answer' });
    await expect(composer.getByText('This ticket is in the trash')).toBeVisible();
    await expect(send(page), 'though it has a mailbox').toBeDisabled();
    await shop.olena.api.post('mailboxes/delete', mailbox);
    await page.reload();
    await expect(composer.getByText('This ticket is in the trash')).toBeVisible();
    await expect(page.getByText('has no mailbox to answer from'), 'whatever else it lacks').toBeHidden();
    await expect(send(page)).toBeDisabled();
    await expect(editor(page), 'the draft is kept').toHaveText('The leg leaves tomorrow.');
    await shop.olena.api.post('mailboxes/restore', mailbox);
    await page.reload();
    await composer.getByRole('button', { name: 'Restore' }).click();
    await expect(composer.getByText('This ticket is in the trash')).toBeHidden();
    await send(page).click();
    await expect(ours(page, 'The leg leaves tomorrow.').getByRole('status')).toContainText('Sent');
  },
);

opened(
  'a letter to a wrong address goes on to the right one, with its files, and to nobody twice',
  async ({ page, mail, hanna, ticketId }) => {
    expect(ticketId).toBeGreaterThan(0);
    await write(page, 'The leg leaves tomorrow.');
    await page.getByRole('button', { name: /^Remove .*Hanna/ }).click();
    await page.getByRole('textbox', { name: 'To: Add an address' }).fill(`wrong.${hanna}, ${hanna}`);
    await page.keyboard.press('Enter');
    await page.locator('input[data-attach=reply]').setInputFiles(aNote('tracking.txt', '20450 8831'));
    await expect(page.getByRole('button', { name: 'Remove tracking.txt' })).toBeVisible();
    await send(page).click();
    const failed = ours(page, 'Not delivered: ');
    await failed.getByRole('button', { name: 'Change the address' }).click();
    await expect(editor(page)).toHaveText('The leg leaves tomorrow.');
    const to = page.locator('[data-composer]').getByRole('group', { name: 'To' });
    await expect(to.getByRole('button'), 'those who have it are not asked again').toHaveCount(1);
    await to.getByRole('button', { name: `Remove wrong.${hanna}` }).click();
    const right = `right.${hanna}`;
    await mail.addMailbox(right, 'hannas-password');
    await to.getByRole('textbox').fill(right);
    // Straight from the field: who is only typed yet is a recipient as well.
    await page.keyboard.press('Control+Enter');
    const { text } = await mail.waitForMail(right);
    expect(text).toContain('The leg leaves tomorrow.');
    expect(text).toContain(Buffer.from('20450 8831').toString('base64'));
    expect(await mail.readMailbox(hanna)).toHaveLength(1);
    await expect(failed.getByRole('link', { name: /tracking\.txt/ }), 'the first one keeps its file').toBeVisible();
  },
);

opened(
  'whom a letter did not reach is left out of the next one, and stays with a warning where there is nobody else',
  async ({ page, hanna, ticketId }) => {
    expect(ticketId).toBeGreaterThan(0);
    const wrong = `wrong.${hanna}`;
    const to = page.locator('[data-composer]').getByRole('group', { name: 'To' });
    const chips = page.locator('[data-composer]').getByRole('button', { name: /^Remove / });
    await write(page, 'To both of you.');
    await page.getByRole('button', { name: 'Cc: Add an address', exact: true }).click();
    await page.keyboard.type(`${wrong},`);
    await send(page).click();
    await expect(ours(page, 'To both of you.')).toContainText(wrong);
    await test.step('the report of the mail server is a line that opens', async () => {
      const report = page.getByRole('article', { name: /Mail Delivery System/ });
      const line = page.getByRole('button', { name: new RegExp(`^Not delivered to ${wrong}: 5.* Show report$`) });
      await expect(line).toBeVisible();
      await expect(report).toBeHidden();
      await line.click();
      await expect(report).toContainText('could not be delivered');
      await page.getByRole('button', { name: /Hide report$/ }).click();
      await expect(report).toBeHidden();
    });
    const leftOut = page.getByText(new RegExp(`^Left out: ${wrong}. The last letter did not arrive: 5`));
    await expect(leftOut).toBeVisible();
    await expect(chips).toHaveCount(1);
    await expect(to.getByRole('button', { name: /^Remove .*Hanna/i })).toBeVisible();
    await expect(page.getByText('As in the message'), 'nothing was changed by hand').toBeHidden();

    await to.getByRole('button', { name: /^Remove .*Hanna/i }).click();
    await to.getByRole('textbox').fill(wrong);
    await page.keyboard.press('Enter');
    const kept = page.getByText(new RegExp(`^The last letter to ${wrong} did not arrive: 5`));
    await expect(kept, 'who is put there all the same is named').toBeVisible();
    await write(page, 'To you alone.');
    await send(page).click();
    await expect(ours(page, 'To you alone.')).toContainText('Not delivered: ');
    await expect(to.getByRole('button', { name: `Remove ${wrong}` }), 'there is nobody else').toBeVisible();
    await expect(kept).toBeVisible();
  },
);

opened(
  'a letter that reached nobody brings its ticket back, until it is tried again',
  async ({ page, mail, hanna, ticketId }) => {
    expect(ticketId).toBeGreaterThan(0);
    const wrong = `wrong.${hanna}`;
    await page.getByRole('button', { name: /^Remove .*Hanna/ }).click();
    await page.getByRole('textbox', { name: 'To: Add an address' }).fill(wrong);
    await page.keyboard.press('Enter');
    await write(page, 'The leg leaves tomorrow.');
    await page.getByRole('button', { name: 'More ways to send' }).click();
    await page.getByRole('menuitem', { name: 'Send and resolve' }).click();
    await expect(page.getByText('Our letter was not delivered: it is our turn')).toBeVisible();
    const letter = ours(page, 'The leg leaves tomorrow.');
    await expect(letter.getByRole('status')).toContainText('Not delivered: ');
    await expect(page.getByRole('button', { name: 'Resolve', exact: true }), 'it is open again').toBeVisible();
    const row = page.getByRole('navigation', { name: 'Inbox' }).getByRole('link', { name: /A walnut table/ });
    await expect(row).toBeVisible();
    await page.goto('/v1/tickets');
    const why = page.getByRole('listitem').getByText('Not delivered: The leg leaves tomorrow.', { exact: true });
    await expect(why, 'why it is there').toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(why).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/v1/tickets/${ticketId}`);

    await mail.addMailbox(wrong, 'hannas-password');
    await letter.getByRole('button', { name: 'Try again' }).click();
    await expect(letter.getByRole('status')).toHaveText(/^Sent \d\d:\d\d$/);
    await mail.waitForMail(wrong, ({ text }) => text.includes('The leg leaves tomorrow.'));
    await expect(row, 'it is answered').toBeHidden();
  },
);

opened(
  'an answer to an older letter still is one when it comes back, and after the page was loaded anew',
  async ({ page, hanna, ticketId, complaints }) => {
    complaints.expect(/status of 422/);
    expect(ticketId).toBeGreaterThan(0);
    const hers = page.getByRole('article', { name: /^Hanna/ });
    const id = Number(await hers.getAttribute('data-message'));
    const answers = page.getByText(/^You answer Hanna Lindqvist/);
    await write(page, 'We look into it.');
    await send(page).click();
    await expect(ours(page, 'We look into it.').getByRole('status')).toContainText('Sent');
    await hers.getByRole('button', { name: /^Menu of the message/ }).click();
    await page.getByRole('menuitem', { name: 'Reply to this' }).click();
    await expect(answers).toBeVisible();
    await write(page, 'It is oak.');

    await test.step('refused by the server', async () => {
      const no = { success: false, errors: [{ key: 'message_empty', message: 'No' }] };
      await page.route('**/api/tickets/reply', (route) => route.fulfill({ status: 422, json: no }), { times: 1 });
      await send(page).click();
      await expect(answers).toBeHidden();
      await ours(page, 'It is oak.').getByRole('button', { name: 'Edit' }).click();
      await expect(answers).toBeVisible();
    });
    await test.step('given another time, and taken back before that', async () => {
      await page.getByRole('button', { name: 'More ways to send' }).click();
      await page.getByRole('menuitem', { name: 'Send later' }).click();
      await page.getByRole('option', { name: /^Next week/ }).click();
      const waits = ours(page, 'It is oak.');
      await expect(waits).toContainText('Will be sent');
      const time = () => waits.getByText(/^Will be sent/).textContent();
      const before = await time();
      await waits.getByRole('button', { name: 'Change time' }).click();
      await expect(page.getByRole('option', { name: /^Next week/ })).toBeVisible();
      await page.keyboard.type('in 2 hours');
      await page.keyboard.press('Enter');
      await expect.poll(time, { message: 'it leaves at another time' }).not.toBe(before);
      await waits.getByRole('button', { name: 'Edit' }).click();
      await expect(answers).toBeVisible();
      await page.reload();
      await expect(editor(page)).toHaveText('It is oak.');
      await expect(answers).toBeVisible();
    });
    await test.step('not delivered', async () => {
      await page.getByRole('button', { name: /^Remove .*Hanna/ }).click();
      await page.getByRole('textbox', { name: 'To: Add an address' }).fill(`wrong.${hanna}`);
      await page.keyboard.press('Enter');
      await send(page).click();
      await ours(page, 'It is oak.').getByRole('button', { name: 'Change the address' }).click();
      await expect(answers).toBeVisible();
      const asked = page.waitForRequest('**/api/tickets/reply');
      await send(page).click();
      expect((await asked).postDataJSON().data.in_reply_to).toBe(id);
    });
  },
);

opened(
  'what was thrown away or refused comes back as it was',
  async ({ page, shop, aServer, ticketId, complaints }) => {
    complaints.expect(/status of 422/);
    const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
    await joinsAsAgent(aServer, (await ira.api.call('users/self', {})).body.data.user.id, shop.companyId);
    const sales = { address: `sales@${shop.domain}`, name: 'Sales' };
    await page.route('**/api/tickets/reply-defaults', async (route) => {
      // A page that is left does not hear the answer.
      const json = await route
        .fetch()
        .then((answer) => answer.json())
        .catch(() => null);
      json?.data.senders.push(sales);
      await (json ? route.fulfill({ json }) : route.abort());
    });
    await page.reload();
    const files = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
    const discarded = page.getByRole('button', { name: 'Undo' });
    const from = page.getByRole('combobox', { name: 'From' });

    await test.step('a reply, with each of its files once, from the address that was chosen', async () => {
      await from.selectOption(sales.address);
      await write(page, 'About the oak.');
      await page.locator('input[data-attach=reply]').setInputFiles(aNote('oak.txt', 'a certificate'));
      await expect(page.getByRole('button', { name: 'Remove oak.txt' })).toBeVisible();
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(files).toHaveCount(0);
      await discarded.click();
      await expect(editor(page)).toHaveText('About the oak.');
      await expect(files).toHaveCount(1);
      await expect(from).toHaveValue(sales.address);
    });
    await test.step('a reply that the server would not have', async () => {
      const no = { success: false, errors: [{ key: 'message_empty', message: 'No' }] };
      await page.route('**/api/tickets/reply', (route) => route.fulfill({ status: 422, json: no }), { times: 1 });
      await send(page).click();
      await ours(page, 'About the oak.').getByRole('button', { name: 'Edit' }).click();
      await expect(from).toHaveValue(sales.address);
      await expect(files).toHaveCount(1);
    });
    await test.step('a note, and whom it calls', async () => {
      const note = page.getByRole('textbox', { name: 'Note', exact: true });
      await page.getByRole('tab', { name: 'Note' }).click();
      await note.click();
      await page.keyboard.type('Measure it, @ira');
      await page.getByRole('option', { name: /Ira Melnyk/ }).click();
      await expect(note).toContainText('@Ira Melnyk');
      await page.locator('[data-composer]').getByRole('button', { name: 'Discard' }).click();
      await expect(note).toHaveText('');
      await discarded.last().click();
      await expect(note).toContainText('@Ira Melnyk');
      const asked = page.waitForRequest('**/api/tickets/note');
      await page.getByRole('button', { name: 'Add note' }).click();
      expect((await asked).postDataJSON().data.mentions).toHaveLength(1);
    });
    expect(ticketId).toBeGreaterThan(0);
  },
);

opened(
  'however often Send is pressed, and however answers get lost, a letter is sent once',
  async ({ page, mail, hanna, ticketId, complaints }) => {
    complaints.expect(/ERR_FAILED/);
    expect(ticketId).toBeGreaterThan(0);
    await write(page, 'Pressed twice.');
    await send(page).dblclick();
    await expect(ours(page, 'Pressed twice.').getByRole('status')).toContainText('Sent');

    // The server takes the letter; the answer never arrives.
    const loseTheAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/api/tickets/reply', loseTheAnswer, { times: 1 });
    await write(page, 'Answered into the void.');
    await send(page).click();
    await expect(ours(page, 'Answered into the void.').getByRole('status')).toContainText('Sent');

    await write(page, 'The last one.');
    await send(page).click();
    await mail.waitForMail(hanna, ({ text }) => text.includes('The last one.'));
    const count = (text: string, words: string) => Number(text.includes(words));
    const mails = await mail.readMailbox(hanna);
    const found = ['Pressed twice.', 'Answered into the void.', 'The last one.'].map((words) =>
      mails.reduce((sum, { text }) => sum + count(text, `<p>${words}</p>`), 0),
    );
    expect(found).toEqual([1, 1, 1]);
    await expect(ours(page, 'Pressed twice.')).toHaveCount(1);
    await expect(ours(page, 'Answered into the void.')).toHaveCount(1);
  },
);

opened(
  'a draft that is still on its way to be kept when its letter leaves is no trouble',
  async ({ page, ticketId, complaints }) => {
    expect(ticketId).toBeGreaterThan(0);
    complaints.expect(/status of 422/);
    for (const answer of [null, { status: 422, json: { success: false, errors: [{ key: 'invalid_value' }] } }]) {
      const text = answer ? 'Kept by nobody.' : 'With a file.';
      const hasLeft = Promise.withResolvers<void>();
      const isLate = Promise.withResolvers<void>();
      await page.route(
        '**/api/drafts/save',
        async (route) => {
          isLate.resolve();
          await hasLeft.promise;
          await (answer ? route.fulfill(answer) : route.continue());
        },
        { times: 1 },
      );
      await page.locator('input[data-attach=reply]').setInputFiles(aNote('oak.txt', 'a certificate'));
      await write(page, text);
      await isLate.promise;
      const wasKept = page.waitForResponse('**/api/drafts/save');
      await send(page).click();
      await expect(ours(page, text).getByRole('status')).toContainText('Sent');
      hasLeft.resolve();
      await wasKept;
      await expect(editor(page)).toHaveText('');
      await write(page, 'The next one');
      expect(await page.getByText('The draft is not kept').count(), 'nothing is said of it').toBe(0);
      await expect(page.getByText(/^Draft saved/)).toBeVisible();
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(editor(page)).toHaveText('');
    }
  },
);

opened('Ctrl-Enter sends, and with Shift resolves as well', async ({ page, ticketId }) => {
  expect(ticketId).toBeGreaterThan(0);
  await write(page, 'Sent by a key.');
  await page.keyboard.press('Control+Enter');
  await expect(ours(page, 'Sent by a key.').getByRole('status')).toContainText('Sent');
  await expect(editor(page)).toHaveText('');
  await page.keyboard.type('And done.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(ours(page, 'And done.').getByRole('status')).toContainText('Sent');
  await expect(page.getByText('Olena Kovalenko resolved the ticket')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
});

opened('what is no address is refused in words, and nothing leaves', async ({ page, shop, ticketId }) => {
  await write(page, 'To whom?');
  await page.getByRole('textbox', { name: 'To: Add an address' }).fill('the workshop');
  await page.keyboard.press('Enter');
  await expect(page.getByText('the workshop is not an e-mail address')).toBeVisible();
  await send(page).click();
  const refused = page
    .getByRole('alert')
    .filter({ hasText: 'Correct or remove what is no e-mail address: the workshop' });
  await expect(refused, 'beside one that is good').toBeVisible();
  await expect(page.getByRole('article', { name: /Olena/ })).toHaveCount(0);
  await expect(editor(page)).toHaveText('To whom?');

  await page.getByRole('button', { name: 'Remove the workshop' }).click();
  await expect(refused).toBeHidden();
  await page.getByRole('button', { name: 'Remove Hanna Lindqvist' }).click();
  await send(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Add at least one recipient' })).toBeVisible();
  await expect(editor(page)).toHaveText('To whom?');
  const { body } = await shop.olena.api.post('messages/get', {
    filter: { conditions: [['ticket_id', '=', ticketId]] },
  });
  expect(body.data.messages?.map((one: { kind: string }) => one.kind)).toEqual(['inbound']);
});

opened('a note is yellow and never leaves the house', async ({ page, mail, hanna, ticketId }) => {
  expect(ticketId).toBeGreaterThan(0);
  const answer = page.getByRole('region', { name: 'Answer' });
  const paper = await answer.evaluate('(of) => getComputedStyle(of).backgroundColor');
  await write(page, 'We are looking into it.');
  await page.getByRole('tab', { name: 'Note' }).click();
  const yellow = await page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'var(--p-note)';
    const color = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return color;
  })()`);
  await expect(answer).toHaveCSS('background-color', String(yellow));
  expect(paper).not.toBe(yellow);

  await page.keyboard.type('She has complained before.');
  await page.getByRole('button', { name: 'Add note' }).click();
  const note = page.getByRole('article', { name: /^Internal note, Olena Kovalenko/ });
  await expect(note).toContainText('She has complained before.');
  await expect(note).toHaveCSS('background-color', String(yellow));
  await expect(note.getByRole('status'), 'there is nothing to deliver').toHaveCount(0);

  await expect(answer, 'what was begun beside it does not fold away on a phone').toHaveAttribute('data-open', 'true');
  await page.getByRole('tab', { name: 'Reply' }).click();
  await expect(editor(page)).toHaveText('We are looking into it.');
  await send(page).click();
  await mail.waitForMail(hanna, ({ text }) => text.includes('We are looking into it.'));
  const mails = await mail.readMailbox(hanna);
  expect(mails.length).toBe(1);
  expect(mails[0]?.text).not.toContain('She has complained before.');
});
