import { type Browser, chromium, type Page } from '@playwright/test';
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

/** Where somebody arrives who has nothing of the desk yet. */
const arrivals = [
  { name: 'empty list', path: '/v1/teams/search', says: 'No teams yet' },
  { name: 'tickets, 100,000 in 50 companies', path: '/v1/tickets', says: 'Question number' },
] as const;

/**
 * From a click in the desk to painted rows, beside a list that has none: first with nothing fetched yet, then again, with
 * what the desk remembers. Before that from the address to painted rows, in a browser that has fetched nothing ever.
 */
export async function browserBench(): Promise<void> {
  const ground = await benchGround();
  const browser = await chromium.launch(wholeBrowser);
  try {
    await seedApi(ground, { companies: 50, tickets: 100_000 });
    await ground.db.transaction('system', (tx) => tx.run(sql`update roles set level = 4, name = 'owner'`));
    const { url } = await ground.startServer({ ROLE: 'web' });
    const cookies = (await signIn(url)).split('; ').map((cookie) => {
      const [name, value] = cookie.split('=') as [string, string];
      return { name, value, url };
    });
    await benchArrivals(browser, url, cookies);
    const page = await freshPage(browser, cookies);

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

type Cookies = { name: string; value: string; url: string }[];

async function freshPage(browser: Browser, cookies: Cookies): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(cookies);
  return await context.newPage();
}

async function benchArrivals(browser: Browser, url: string, cookies: Cookies): Promise<void> {
  const times = arrivals.map((): number[] => []);
  // The first round warms up the server alone: each has a browser without a cache.
  for (let round = 0; round <= rounds; round++) {
    for (const [i, { path, says }] of arrivals.entries()) {
      const page = await freshPage(browser, cookies);
      await page.addInitScript(`window.painted = ${painted(says)}`);
      await page.goto(url + path);
      const took = await page.evaluate<number>('window.painted');
      if (round > 0) times[i]?.push(took);
      await page.context().close();
    }
  }
  const [empty = []] = times;
  printTable(
    `From navigation to painted rows in Chromium with nothing cached, milliseconds (medians of ${rounds})`,
    ['list', 'median', 'beside empty', 'lower quarter', 'upper quarter'],
    times.map((all, i) => [
      arrivals[i]?.name ?? '',
      median(all),
      median(all) / median(empty),
      quantile(all, 0.25),
      quantile(all, 0.75),
    ]),
  );
}

const fromClickToPaint = (page: Page, link: string, says: string): Promise<number> =>
  page.evaluate(`(async () => {
    const began = performance.now();
    document.querySelector(${JSON.stringify(link)}).click();
    return (await ${painted(says)}) - began;
  })()`);

/**
 * When the words are on the screen, in milliseconds since the page was navigated to. Measured in the page itself: the frame
 * after the one that has them.
 */
const painted = (says: string): string =>
  `new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector('main')?.textContent?.includes(${JSON.stringify(says)})) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    look();
  })`;
