import type { Page } from '@playwright/test';
import { downloaded } from './support/downloaded.ts';
import { aLetter, headerOf } from './support/letters.ts';
import { expect, test } from './support/story.ts';

const logRow = (page: Page, subject: string) =>
  page.getByRole('list', { name: 'Mail log' }).getByRole('listitem').filter({ hasText: subject });

test('every mail ends in one outcome that the log shows by itself, and the outcomes can be picked apart', async ({
  page,
  context,
  shop,
  mail,
}) => {
  await shop.signIn(context);
  await page.goto(`/v1/mailboxes/${shop.mailboxId}/log`);
  await expect(page.getByRole('heading', { name: 'No letter has arrived yet' })).toBeVisible();

  const hanna = `hanna@customers-of-${shop.domain}`;
  await mail.addMailbox(hanna, 'hannas-password');
  const { id } = await shop.receivesTicket({ from: hanna, subject: 'A walnut table' });
  await expect(logRow(page, 'A walnut table')).toContainText('New ticket');
  await expect(logRow(page, 'A walnut table')).toContainText('LO-1');

  await shop.answers(id, 'Oak, all of it.', { to: [{ address: hanna }, { address: `gone@${shop.domain}` }] });
  const ours = headerOf((await mail.waitForMail(hanna)).text, 'Message-ID');
  await shop.receives({ from: hanna, subject: 'Re: A walnut table, good', inReplyTo: ours });
  await expect(logRow(page, 'Re: A walnut table, good')).toContainText('Added to ticket');
  await expect(logRow(page, 'Undelivered Mail Returned to Sender')).toContainText('Bounce');
  await expect(logRow(page, 'Undelivered Mail Returned to Sender')).toContainText('LO-1');

  await shop.receives({ subject: 'I am on holiday', headers: { 'Auto-Submitted': 'auto-replied' } });
  await shop.receives({ subject: 'You have won', headers: { 'X-Spam-Flag': 'YES' } });
  await shop.receives({ from: shop.address, subject: 'From the shop itself' });
  const { raw } = await aLetter({ to: shop.address, subject: 'Nobody wrote this' });
  await mail.deliver(shop.address, raw.toString().replace(/^From: .*\r\n/m, ''));
  await expect(logRow(page, 'I am on holiday')).toContainText('Automatic');
  await expect(logRow(page, 'You have won')).toContainText('Spam');
  await expect(logRow(page, 'You have won')).toContainText(/x-spam-flag: YES/i);
  await expect(logRow(page, 'From the shop itself')).toContainText('Our own');
  await expect(logRow(page, 'Nobody wrote this')).toContainText('Kept unread');
  await expect(logRow(page, 'Nobody wrote this')).toContainText('Names no sender that could be answered');

  await page.getByRole('navigation', { name: 'Outcome' }).getByRole('link', { name: 'Automatic' }).click();
  await expect(page).toHaveURL(/outcome=automatic/);
  await expect(page.getByRole('list', { name: 'Mail log' }).getByRole('listitem')).toHaveCount(1);
  await page.goBack();
  await expect(logRow(page, 'A walnut table').first()).toBeVisible();
});

test('a mail can be looked at as it came, read again, and moved to the ticket where it belongs', async ({
  page,
  context,
  shop,
  mail,
  complaints,
}) => {
  complaints.expect(/move-to-ticket: .* status of 404/);
  await shop.signIn(context);
  const { id } = await shop.receivesTicket({ subject: 'A walnut table' });
  const { raw, messageId } = await aLetter({
    to: shop.address,
    subject: 'The contact form',
    text: 'A chair, please.',
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  await mail.deliver(shop.address, raw);
  await page.goto(`/v1/mailboxes/${shop.mailboxId}/log`);
  const form = logRow(page, 'The contact form');
  await expect(form).toContainText('Automatic');
  const menu = form.getByRole('button', { name: 'More for The contact form' });

  await menu.click();
  const source = await downloaded(page, () => page.getByRole('menuitem', { name: 'Download raw source' }).click());
  expect(source.bytes.includes(raw)).toBe(true);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Headers' }).click();
  await expect(page.getByRole('dialog')).toContainText(messageId);
  await page.keyboard.press('Escape');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Process again' }).click();
  await expect(page.getByText('Processed again')).toBeVisible();
  await expect(form).toContainText('New ticket');
  await expect(form.getByRole('link', { name: 'LO-2' })).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Move to ticket' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to ticket' });
  const number = dialog.getByLabel('Ticket number');
  await number.fill('the first');
  await expect(dialog).toContainText('Type a number, as in LO-4318');
  await number.fill('LO-4318');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toContainText('There is no such ticket');
  await number.fill('LO-1');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toBeHidden();
  await expect(form).toContainText('Added to ticket');
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await expect(page.getByRole('heading', { name: 'A walnut table' })).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'A chair, please.' })).toBeVisible();

  // Of what was deleted for good nothing is left to be looked at.
  await page.goto(`/v1/mailboxes/${shop.mailboxId}/log`);
  await expect(form).toBeVisible();
  await shop.olena.api.post('tickets/delete', { filter: { conditions: [['id', '=', id]] } });
  await shop.olena.api.call('tickets/purge', { ids: [id] });
  await page.reload();
  const forgotten = logRow(page, 'What it said was deleted for good').first();
  await forgotten.getByRole('button', { name: 'More for (no subject)' }).click();
  for (const name of ['Headers', 'Download raw source', 'Process again', 'Move to ticket'])
    await expect(page.getByRole('menuitem', { name })).toContainText('Nothing of it is kept here');
});
