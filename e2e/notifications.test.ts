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
      const toast = page.locator(`[data-position="${where}"]`).getByText('This is an example');
      await expect(toast).toBeVisible();
      await page.locator(`[data-position="${where}"]`).getByRole('button', { name: 'Close' }).first().click();
      await page.clock.runFor(1_000);
      await expect(toast).toBeHidden();
    });
});
