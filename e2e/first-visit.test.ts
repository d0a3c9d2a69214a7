import { expect, test } from './support/story.ts';

test('a stranger who opens Parley is asked to sign in, and the browser has nothing to complain about', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));

  await page.goto('/');

  await expect(page).toHaveURL('/v1/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  // The server has said already that it knows nobody: the page does not ask, and no refusal stands in the console.
  await page.waitForLoadState('networkidle');
  expect(complaints).toEqual([]);
});
