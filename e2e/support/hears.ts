import type { Page } from '@playwright/test';

/**
 * Resolves once the desk that is opened next hears what happens. A page may be painted, and its server
 * busy, for a while until then.
 */
export async function hears(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', (one) => one.url().endsWith('/v1/ws'));
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"hello"'));
}
