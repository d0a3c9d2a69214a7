import type { Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { askOwnDatabase } from './support/members.ts';
import { expect, test } from './support/story.ts';

const lines = [...Array.from({ length: 90 }, (_, at) => `Line ${at + 1} about the table.`), 'תודה!'];

test('a conversation opens where its unread part begins, be that a long letter or far above the newest ones', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  const { id } = await shop.receivesTicket({
    from: 'Hanna <hanna@far.test>',
    subject: 'A walnut table',
    text: lines.join('\n\n'),
  });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  await expect(page.getByText('Line 1 about')).toBeVisible();
  await expect.poll(() => isRead(page, id), 'its beginning was looked at').toBe(true);
  const space = await page.evaluate<{ left: number; right: number }>(spaceBeside);
  expect(space.right, 'Hebrew begins on the right').toBeLessThan(space.left);
  const place = await page
    .getByRole('region', { name: 'Conversation' })
    .evaluate((element) => ({ top: element.scrollTop, below: element.scrollHeight - element.clientHeight }));
  expect(place.top).toBe(0);
  expect(place.below, 'it is longer than the screen').toBeGreaterThan(400);

  await askOwnDatabase(aServer, manyMore, [id]);
  await page.goto('/v1/tickets');
  await page.goto(`/v1/tickets/${id}`);
  await expect(page.getByText('New', { exact: true })).toBeInViewport();
  await expect(page.getByText('Word 1 of many', { exact: true })).toBeInViewport();
  await expect(page.getByText('Word 120 of many', { exact: true })).not.toBeInViewport();
});

test('a long conversation goes to paper whole by its key, and says what is missing where the browser does not wait', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  const { id } = await shop.receivesTicket({ from: 'Hanna <hanna@far.test>', subject: 'A walnut table' });
  await askOwnDatabase(aServer, manyMore, [id]);
  await shop.olena.api.call('tickets/read', { ids: [id], is_unread: 0 });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  const first = page.getByText('Word 1 of many', { exact: true });
  await expect(page.getByText('Word 120 of many', { exact: true })).toBeVisible();
  await expect(first).toHaveCount(0);

  const missing = page.getByText('Earlier messages are missing here');
  await expect(missing).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(missing).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show earlier messages' })).toBeHidden();
  await page.emulateMedia({ media: null });

  await page.evaluate('window.print = () => { window.onPaper = document.querySelector("[data-thread]").textContent; }');
  await page.keyboard.press('Control+p');
  await expect.poll(() => page.evaluate('window.onPaper')).toMatch(/Word 1 of many.*Word 120 of many/s);
  await page.emulateMedia({ media: 'print' });
  await expect(missing).toBeHidden();
});

/** How far the last line of the first letter is from the left of its text and from the right. */
const spaceBeside = `(() => {
  const text = [...document.querySelectorAll('article > div')].find((one) => one.textContent.startsWith('Line 1'));
  const words = document.createRange();
  words.selectNodeContents(text);
  const last = [...words.getClientRects()].at(-1);
  const box = text.getBoundingClientRect();
  return { left: last.left - box.left, right: box.right - last.right };
})()`;

const isRead = async (page: Page, id: number) => {
  const body = { fields: ['is_unread'], filter: { conditions: [['id', '=', id]] }, range: [0, 1] };
  const answer = await page.request.post('/v1/api/tickets/get', { data: body });
  return (await answer.json()).data.tickets[0].is_unread === 0;
};

/** As many as would take minutes by mail. */
const manyMore = `with said as (
    insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_id, author_name, from_name, from_address, body_text, mail_kind)
    select m.company_id, m.ticket_id, m.ticket_id, m.kind, m.direction, m.channel, m.author_kind, m.author_id, m.author_name, m.from_name, m.from_address, 'Word ' || n || ' of many', m.mail_kind
    from (select * from messages where ticket_id = $1 and kind = 'inbound' limit 1) m, generate_series(1, 120) n returning id)
  update tickets set last_message_id = (select max(id) from said), last_direction = 1, message_count = message_count + 120 where id = $1`;

test('what was refused to a ticket that is gone since can be read there, copied and thrown away', async ({
  page,
  context,
  shop,
  complaints,
}) => {
  const { id } = await shop.receivesTicket({ subject: 'A stool' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await shop.signIn(context);
  complaints.expect(/tickets\/reply.* status of 422|status of 404/);
  await page.goto(`/v1/tickets/${id}`);
  await expect(page.getByRole('button', { name: /^Remove / })).toBeVisible();
  const errors = [{ key: 'cannot_send_as', message: 'Not from this address' }];
  const no = { status: 422, json: { success: false, errors } };
  await page.route('**/api/tickets/reply', (route) => route.fulfill(no), { times: 1 });
  await page.keyboard.press('r');
  await page.keyboard.type('A leg leaves tomorrow');
  await page.keyboard.press('Control+Enter');
  const letter = page.getByRole('article').filter({ hasText: 'A leg leaves tomorrow' });
  await expect(letter).toContainText('Not sent');
  await shop.olena.api.post('tickets/delete', { filter: { conditions: [['id', '=', id]] } });
  const gone = await shop.olena.api.call('tickets/purge', { ids: [id] });
  expect(gone.status, gone.text).toBe(200);
  await page.reload();
  await expect(letter).toContainText('Not sent');
  await letter.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe('A leg leaves tomorrow');
  expect(await violationsOf(page)).toEqual([]);
  await letter.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(letter).toBeHidden();
});
