import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { wholeBrowser } from '../e2e/support/whole-browser.ts';
import { findAgent, replyBody, seedApi } from './api-cases.ts';
import { benchGround } from './bench-ground.ts';
import type { Heard, Listening } from './listening-program.ts';
import { signIn } from './open-cases.ts';
import { median, printTable, quantile } from './print-table.ts';

const sockets = Number(process.env.BENCH_SOCKETS ?? 2000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 30);
const people = 100;
const warmRounds = 3;
const now = () => performance.timeOrigin + performance.now();

/**
 * From an agent's reply to what colleagues notice: with so many desks open, when each of their sockets has heard of it, and
 * when a browser that has the ticket open shows it.
 */
export async function realtimeBench(): Promise<void> {
  const ground = await benchGround();
  const browser = await chromium.launch(wholeBrowser);
  const desks = fork(path.join(import.meta.dirname, 'listening-program.ts'), { stdio: 'inherit' });
  try {
    await seedApi(ground, { companies: 50, tickets: 10_000 });
    const { newest } = await findAgent(ground.db);
    const { url } = await ground.startServer({ ROLE: 'web', TRUSTED_PROXIES: '127.0.0.0/8' });
    const cookies = [];
    for (let n = 0; n < people; n++) cookies.push(await signIn(url, n));
    desks.send({ url, cookies, sockets } satisfies Listening);
    await once(desks, 'message');

    const page = await openDesk(browser, url, cookies[1] ?? '');
    const times = { answered: [] as number[], heard: [] as number[], last: [] as number[], shown: [] as number[] };
    for (let round = -warmRounds; round < rounds; round++) {
      const ticketId = newest[round + warmRounds] ?? 0;
      await page.goto(`${url}/v1/tickets/${ticketId}`);
      await page.getByRole('article').first().waitFor();
      await page.waitForLoadState('networkidle');
      const clientId = randomUUID();
      const shown = oneMoreLetter(page);
      const started = now();
      await reply(url, cookies[0] ?? '', { ticketId, clientId });
      const answered = now();
      const visible = await shown;
      const { moments } = await allHeard(desks, clientId);
      if (round < 0) continue;
      times.answered.push(answered - started);
      times.shown.push(visible - started);
      times.heard.push(...moments.map((one) => one - started));
      times.last.push(Math.max(...moments) - started);
    }
    const row = (name: string, all: readonly number[]) => [name, median(all), quantile(all, 0.99)];
    printTable(
      `From a reply to its colleagues, ${sockets} sockets open, milliseconds (${rounds} rounds)`,
      ['what', 'median', 'p99'],
      [
        row('the reply is answered', times.answered),
        row('a socket has heard', times.heard),
        row('the last socket has heard', times.last),
        row("a colleague's browser shows it", times.shown),
      ],
    );
  } finally {
    desks.kill();
    await browser.close();
    await ground.close();
  }
}

async function openDesk(browser: Awaited<ReturnType<typeof chromium.launch>>, url: string, cookie: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const pairs = cookie.split('; ').map((pair) => pair.split('=') as [string, string]);
  await context.addCookies(pairs.map(([name, value]) => ({ name, value, url })));
  return context.newPage();
}

/** Seen in the page itself: the frame after the one that has another letter is on the screen. */
const oneMoreLetter = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const letters = () => document.querySelectorAll('main article').length;
    const before = letters();
    new MutationObserver((_all, observer) => {
      if (letters() === before) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())));
    }).observe(document.body, { childList: true, subtree: true });
  })`);

async function reply(url: string, cookie: string, { ticketId, clientId }: { ticketId: number; clientId: string }) {
  const response = await fetch(`${url}/v1/api/tickets/reply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ data: { ...replyBody.data, ticket_id: ticketId, client_id: clientId } }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** They have all heard soon after the browser: their program is asked again until they have. */
async function allHeard(desks: ChildProcess, clientId: string): Promise<Heard> {
  for (let looks = 0; looks < 100; looks++) {
    const answer = once(desks, 'message');
    desks.send({ clientId });
    const [heard] = (await answer) as [Heard];
    if (heard.moments.length >= sockets) return heard;
    await pause(50);
  }
  throw new Error(`not all of ${sockets} sockets have heard within five seconds`);
}
