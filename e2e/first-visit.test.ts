import { expect, test } from './support/story.ts';

test('a stranger who opens Parley is asked to sign in, and the browser has nothing to complain about', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // 'Not signed in' is an answer of the server, and Chromium reports every such answer.
    const isAnswer = message.text().includes('status of 401');
    if (['error', 'warning'].includes(message.type()) && !isAnswer) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));

  await page.goto('/');

  await expect(page).toHaveURL('/v1/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(complaints).toEqual([]);
});
