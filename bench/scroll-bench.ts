import { chromium } from '@playwright/test';
import { sql } from '#platform/sql.ts';
import { wholeBrowser } from '../e2e/support/whole-browser.ts';
import { seedApi } from './api-cases.ts';
import { benchGround } from './bench-ground.ts';
import { signIn } from './open-cases.ts';
import { median, printTable, quantile } from './print-table.ts';

const tickets = 200_000;

/** Through an inbox of 100,000 tickets in Chromium: how long a frame takes, when rows stand there, and what they weigh. */
export async function scrollBench(): Promise<void> {
  const ground = await benchGround();
  const browser = await chromium.launch({
    ...wholeBrowser,
    args: [...(wholeBrowser.args ?? []), '--enable-precise-memory-info', '--js-flags=--expose-gc'],
  });
  try {
    // Every second one is open.
    await seedApi(ground, { companies: 1, tickets });
    await ground.db.transaction('system', (tx) => tx.run(sql`update roles set level = 4, name = 'owner'`));
    const { url } = await ground.startServer({ ROLE: 'web' });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const cookies = (await signIn(url)).split('; ').map((cookie) => cookie.split('=') as [string, string]);
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })));
    const page = await context.newPage();
    const began = Date.now();
    await page.goto(`${url}/v1/tickets`);
    await page.locator('[data-ticket]').first().waitFor();
    const firstRows = Date.now() - began;
    await page.waitForLoadState('networkidle');

    const look = () => page.evaluate(inPage) as Promise<{ heapMb: number; nodes: number; rows: number; count: number }>;
    const before = await look();
    const wheel: number[] = [];
    for (let i = 0; i < 4; i++) wheel.push(...((await page.evaluate(scrollBy(120, 150))) as number[]));
    const after = await look();
    const jumps: number[] = [];
    for (const share of [0.5, 0.9, 0.25, 1, 0.1]) jumps.push((await page.evaluate(jumpTo(share))) as number);
    const last = await look();
    const ms = (all: number[], at: number) => quantile(all, at);
    printTable(
      `An inbox of ${last.count.toLocaleString('en')} tickets in Chromium`,
      ['what', 'median ms', 'p95 ms', 'most ms'],
      [
        ['frame while scrolling, 120 px each', median(wheel), ms(wheel, 0.95), Math.max(...wheel)],
        ['from a jump of the scroll bar to rows', median(jumps), ms(jumps, 0.95), Math.max(...jumps)],
        ['first rows of a first visit', firstRows, firstRows, firstRows],
      ],
    );
    printTable(
      'What they weigh',
      ['when', 'heap MB', 'nodes', 'rows drawn'],
      [
        ['at first', before.heapMb, before.nodes, before.rows],
        ['600 turns of the wheel later', after.heapMb, after.nodes, after.rows],
        ['after the jumps', last.heapMb, last.nodes, last.rows],
      ],
    );
  } finally {
    await browser.close();
    await ground.close();
  }
}

const inPage = `(() => {
  globalThis.gc?.();
  return {
    heapMb: performance.memory.usedJSHeapSize / 1e6,
    nodes: document.querySelectorAll('*').length,
    rows: document.querySelectorAll('[data-ticket]').length,
    count: Number(document.querySelector('[data-ticket]')?.getAttribute('aria-setsize')),
  };
})()`;

/** So many frames, each scrolled a little further: how long each took. */
const scrollBy = (px: number, frames: number) => `new Promise((resolve) => {
  const scroller = document.querySelector('[data-ticket]').closest('ul').parentElement;
  const times = [];
  let before = performance.now();
  const frame = (now) => {
    times.push(now - before);
    before = now;
    if (times.length > ${frames}) return resolve(times.slice(1));
    scroller.scrollTop += ${px};
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})`;

/** From the scroll bar's jump to a row in the middle of what is seen. */
const jumpTo = (share: number) => `new Promise((resolve) => {
  const list = document.querySelector('main ul[aria-label] [data-ticket]').closest('ul');
  const scroller = list.parentElement;
  const began = performance.now();
  scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * ${share};
  const look = () => {
    const box = scroller.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest('[data-ticket]');
    if (there) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;
