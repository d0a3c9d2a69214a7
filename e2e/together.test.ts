import { violationsOf } from './support/axe.ts';
import { joinsAsAgent } from './support/members.ts';
import { signInAs, somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

test('two colleagues on one ticket see each other before they answer twice', async ({
  page,
  shop,
  aServer,
  browser,
  complaints,
}) => {
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  await joinsAsAgent(aServer, (await ira.api.call('users/self')).body.data.user.id as number, shop.companyId);
  const { id } = await shop.receivesTicket({ subject: 'A walnut table' });
  await shop.signIn(page.context());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  complaints.hear(context);
  await signInAs(context, aServer, ira);
  const hers = await context.newPage();
  const words: { at: number; doing: string | undefined }[] = [];
  hers.on('websocket', (line) =>
    line.on('framesent', ({ payload }) => {
      const said = JSON.parse(String(payload)) as { at?: { doing: string } | null };
      words.push({ at: Date.now(), doing: said.at?.doing });
    }),
  );

  await page.goto('/v1/tickets');
  const row = page.getByRole('listitem').filter({ hasText: 'A walnut table' });
  await hers.goto(`/v1/tickets/${id}`);
  await expect(row.getByRole('img', { name: 'Ira Melnyk is looking at this' })).toBeVisible();

  await page.goto(`/v1/tickets/${id}`);
  await expect(page.locator('header').getByRole('img', { name: 'Ira Melnyk is looking at this' })).toBeVisible();
  await expect(hers.getByRole('img', { name: 'Olena Kovalenko is looking at this' })).toBeVisible();

  const writes = page.getByRole('status').getByText('Ira Melnyk is replying');
  await hers.keyboard.press('r');
  await hers.keyboard.type('Yes, it is oak');
  await expect(writes).toBeVisible();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/together-el.png` });
  expect(await violationsOf(page, { notIn: 'iframe' })).toEqual([]);
  // Whoever stops writes no more.
  await expect(writes).toBeHidden({ timeout: 12_000 });
  await hers.getByRole('tab', { name: 'Note' }).click();
  await hers.keyboard.type('Ask the workshop');
  await expect(page.getByRole('status').getByText('Ira Melnyk is writing a note')).toBeVisible();
  if (process.env.SHOTS) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${process.env.SHOTS}/together-pd.png` });
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await hers.keyboard.type('.');
  const sentAt = Date.now();
  await hers.keyboard.press('Control+Enter');
  await expect(page.getByRole('status').getByText('Ira Melnyk is writing a note')).toBeHidden();
  const reads = words.find(({ at, doing }) => at >= sentAt && doing === 'reading');
  // By itself it would be six seconds after the last letter. How long a busy machine takes to show it is another matter.
  expect((reads?.at ?? Number.POSITIVE_INFINITY) - sentAt, 'what is said is not being written').toBeLessThan(5_000);
  await context.close();
  await expect(page.getByRole('img', { name: /^Ira Melnyk is/ })).toHaveCount(0);
});
