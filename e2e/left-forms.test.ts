import type { Page } from '@playwright/test';
import { expect, test } from './support/story.ts';

/** Longer than any form that was left waits before it tries again. */
const longMs = 12_000;

/** The server does not answer these calls until it is let; answers how to let it, and what it was asked then. */
async function serverIsAway(page: Page, calls: string): Promise<{ comesBack: () => void; asked: string[] }> {
  let isAway = true;
  const asked: string[] = [];
  await page.route(calls, (route) => {
    if (isAway) return route.abort();
    asked.push(route.request().postDataJSON().data.body_html);
    return route.continue();
  });
  return {
    comesBack: () => {
      isAway = false;
    },
    asked,
  };
}

test('a reply that was left, gone on with and sent is not kept once more by the composer it was left in', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.expect(/net::ERR_FAILED/);
  const { id } = await shop.receivesTicket({ from: 'Hanna <hanna@far.test>', subject: 'A walnut table' });
  await shop.signIn(page.context());
  await page.clock.install();
  await page.goto('/v1/tickets');
  const editor = page.getByRole('textbox', { name: 'Reply', exact: true });
  const open = () => page.getByRole('link', { name: /A walnut table/ }).click();
  const { comesBack, asked } = await serverIsAway(page, '**/api/drafts/save');
  await open();
  await editor.click();
  await page.keyboard.type('Hello');
  await expect(page.getByText('Kept on this device until the connection is back')).toBeVisible();
  await page.goBack();
  await expect(editor).toHaveCount(0);
  await open();
  await expect(editor).toHaveText('Hello');
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(', your parcel has left.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('article', { name: /Olena/ })).toContainText('your parcel has left.');
  await expect(editor).toHaveText('');
  comesBack();
  await page.clock.runFor(longMs);
  await editor.click();
  const kept = page.waitForResponse('**/api/drafts/save');
  await page.keyboard.type('Next');
  await page.clock.runFor(longMs);
  await kept;
  expect(asked).toEqual(['<p>Next</p>']);
  await expect(editor).toHaveText('Next');
  const { mine } = (await shop.olena.api.call('drafts/of-ticket', { ticket_id: id })).body.data;
  expect(mine).toMatchObject([{ body_html: '<p>Next</p>' }]);
});

test('a new letter that was left and gone on with is not written over by the form it was left in', async ({
  page,
  shop,
  complaints,
}) => {
  complaints.expect(/net::ERR_FAILED/);
  await shop.receivesTicket({ from: 'Hanna <hanna@far.test>', subject: 'A walnut table' });
  await shop.signIn(page.context());
  await page.clock.install();
  await page.goto('/v1/tickets');
  await expect(page.getByRole('link', { name: /A walnut table/ })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'New ticket' });
  const letter = dialog.getByRole('textbox', { name: 'Letter' });
  const { comesBack, asked } = await serverIsAway(page, '**/api/new-letters/save');
  await page.keyboard.press('c');
  await letter.click();
  await page.keyboard.type('Hello');
  await expect(dialog.getByText('Kept in this browser')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.press('c');
  await expect(letter).toHaveText('Hello');
  await letter.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(', your parcel has left.');
  comesBack();
  const whole = '<p>Hello, your parcel has left.</p>';
  await page.clock.runFor(longMs);
  await expect.poll(() => asked).toContain(whole);
  await expect(dialog.getByText(/^Draft kept/)).toBeVisible();
  await page.clock.runFor(longMs);
  // One more, so that whatever else there was has been asked before.
  const kept = page.waitForResponse(
    (one) => one.url().endsWith('/new-letters/save') && (one.request().postData() ?? '').includes('Today.'),
  );
  await page.keyboard.type(' Today.');
  await page.clock.runFor(longMs);
  await kept;
  expect(asked.slice(asked.indexOf(whole))).toEqual([whole, whole.replace('</p>', ' Today.</p>')]);
  await expect(dialog.getByText('written on another')).toHaveCount(0);
  const { letters } = (await shop.olena.api.call('new-letters/mine', {})).body.data;
  expect(letters).toMatchObject([{ body_html: whole.replace('</p>', ' Today.</p>') }]);
});
