import { chromium, type Page } from '@playwright/test';
import { sql } from '#platform/sql.ts';
import { wholeBrowser } from '../e2e/support/whole-browser.ts';
import { seedApi } from './api-cases.ts';
import { benchGround } from './bench-ground.ts';
import { signIn } from './open-cases.ts';
import { median, printTable, quantile } from './print-table.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 10);

/** Links of the desk, and what its page says once all is there. */
const clicks = [
  { name: 'empty list', link: 'a[href$="/teams/search"]', says: 'No teams yet' },
  { name: 'customers, 100,000 in one company', link: 'nav a[href$="/customers/search"]', says: 'Family' },
  { name: 'tickets, 100,000 in 50 companies', link: 'nav a[href$="/tickets"]', says: 'Question number' },
] as const;
const start = '/v1/products/search';

/**
 * From a click in the desk to painted rows, beside a list that has none: first with nothing fetched yet, then again, with
 * what the desk remembers.
 */
export async function browserBench(): Promise<void> {
  const ground = await benchGround();
  const browser = await chromium.launch(wholeBrowser);
  try {
    await seedApi(ground, { companies: 50, tickets: 100_000 });
    await ground.db.transaction('system', (tx) => tx.run(sql`update roles set level = 4, name = 'owner'`));
    const { url } = await ground.startServer({ ROLE: 'web' });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const cookies = (await signIn(url)).split('; ').map((cookie) => cookie.split('=') as [string, string]);
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();

    const times = new Map<string, number[]>();
    // The first round warms up the server, the browser's cache and its compiler.
    for (let round = 0; round <= rounds; round++) {
      await page.goto(url + start);
      for (const visit of ['first', 'again']) {
        await page.locator('nav a[href$="/products/search"]').first().click();
        for (const { name, link, says } of clicks) {
          await page.locator(link).first().waitFor();
          await page.waitForLoadState('networkidle');
          const took = await fromClickToPaint(page, link, says);
          const key = `${name}, ${visit}`;
          if (round > 0) times.set(key, [...(times.get(key) ?? []), took]);
        }
      }
    }

    const rows = [...times].map(([name, all]) => {
      const empty = times.get(`${clicks[0].name}, ${name.split(', ').at(-1)}`) ?? [];
      return [name, median(all), median(all) / median(empty), quantile(all, 0.25), quantile(all, 0.75)];
    });
    printTable(
      `From click to painted rows in Chromium, milliseconds (medians of ${rounds})`,
      ['list', 'median', 'beside empty', 'lower quarter', 'upper quarter'],
      rows,
    );
  } finally {
    await browser.close();
    await ground.close();
  }
}

/** Measured in the page itself: the frame after the one that has the words is on the screen. */
const fromClickToPaint = (page: Page, link: string, says: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const began = performance.now();
    const look = () => {
      if (!document.querySelector('main')?.textContent?.includes(${JSON.stringify(says)})) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    };
    document.querySelector(${JSON.stringify(link)}).click();
    look();
  })`);
