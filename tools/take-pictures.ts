import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import playwright from '../playwright.config.ts';

/**
 * Takes the pictures of docs/pictures from a running demo, so that they show what is there: start `npm run demo`, then
 * `node tools/take-pictures.ts [address]`.
 */
const address = process.argv[2] ?? 'http://localhost:3000';
const folder = path.join(import.meta.dirname, '../docs/pictures');
const demoPerson = { email: 'daryna@lumen-oak.example', password: 'walnut-lamp-42!' };

const browser = await chromium.launch(playwright.use?.launchOptions ?? {});
mkdirSync(folder, { recursive: true });
try {
  const page = await signedIn({ width: 1440, height: 900 });
  await page.goto(`${address}/v1/tickets`);
  await shoot(page, 'ticket-list');

  await page.goto(`${address}/v1/tickets/${await ticketToShow(page)}`);
  await shoot(page, 'ticket');
  await page.emulateMedia({ colorScheme: 'dark' });
  await shoot(page, 'ticket-dark');
  await page.emulateMedia({ colorScheme: 'light' });

  const [mailbox] = await get(page, 'mailboxes', { fields: ['id'], sort: [['id', 'asc']], range: [0, 1] });
  await page.goto(`${address}/v1/mailboxes/${mailbox?.id}/log`);
  await shoot(page, 'mail-log');

  const phone = await signedIn({ width: 390, height: 844 });
  await phone.goto(`${address}/v1/tickets`);
  await shoot(phone, 'ticket-list-phone');
} finally {
  await browser.close();
}

async function signedIn(viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const answer = await context.request.post(`${address}/v1/api/auth/login`, { data: { data: demoPerson } });
  if (!answer.ok()) throw new Error(`cannot sign in at ${address}: ${await answer.text()}`);
  return context.newPage();
}

/** A short talk in English with a letter that shows a picture. */
async function ticketToShow(page: Page): Promise<number> {
  const letters = await get(page, 'messages', {
    fields: ['id', 'ticket_id', 'body_text', 'attachments'],
    filter: { conditions: [['kind', '=', 'inbound']] },
    sort: [['id', 'desc']],
    range: [0, 100],
  });
  const shown = letters.filter(({ attachments }) => attachments?.some((one) => one.inline));
  const english = shown.filter(({ body_text }) => /^[\x20-\x7e\s]*$/.test(body_text ?? ''));
  const talks = await get(page, 'tickets', {
    fields: ['id'],
    filter: {
      conditions: [
        ['id', 'in', english.map((one) => one.ticket_id)],
        ['message_count', 'in', [3, 4]],
      ],
    },
    sort: [['updated', 'desc']],
    range: [0, 1],
  });
  if (!talks[0]) throw new Error('no letter shows a picture');
  return talks[0].id;
}

type Row = { id: number; ticket_id?: number; body_text?: string; attachments?: { inline: boolean }[] };

async function get(page: Page, entity: string, body: unknown): Promise<Row[]> {
  const answer = await page.request.post(`${address}/v1/api/${entity}/get`, { data: body });
  const { data } = (await answer.json()) as { data: Record<string, Row[]> };
  return data[entity] ?? [];
}

/** When nothing is loading any more and the letters have their heights. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(700);
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file });
  console.log(`${name}.png, ${Math.round(statSync(file).size / 1024)} kB`);
}
