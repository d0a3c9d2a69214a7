import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** What the browser is given to keep when `act` is done. */
export async function downloaded(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
