import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, expect, test } from '@playwright/test';
import { snippetOf } from '#contract/quidget-snippet.ts';
import { startFaultProxy } from '#test/rigs/fault-proxy.ts';
import { startPretendedChat } from './support/pretended-chat.ts';

/** A shop whose chat is behind a line that can go dead without a word, as that of a device that slept is. */
async function aShopOnABadLine() {
  const chat = await startPretendedChat();
  const line = await startFaultProxy({ port: Number(new URL(chat.url).port) });
  const api_url = `http://127.0.0.1:${line.port}/v1`;
  const site = createServer((_request, reply) =>
    reply
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><html lang="en"><title>Tables</title><body><h1>Tables</h1>${snippetOf({ id: 7, name: 'Shop', api_url }, 'html')}`,
      ),
  );
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  return {
    chat,
    line,
    url: `http://localhost:${(site.address() as AddressInfo).port}/`,
    /** What was open stays open, and nothing passes on it any more in either direction; what is opened from now on is fine. */
    async goesDead() {
      const before = line.silentConnections();
      await line.be({ cutAfterBytes: { up: 0, down: 0 }, cutBy: 'silence' });
      // This beat is the first that gets lost.
      chat.tell({ kind: 'beat' });
      await expect.poll(() => line.silentConnections()).toBeGreaterThan(before);
      await line.be({});
    },
    async stop() {
      await line.close();
      chat.stop();
      site.close();
    },
  };
}

/** A visitor of it has begun a chat with these words, and is heard. */
async function aChatOnABadLine(browser: Browser, words: string) {
  const shop = await aShopOnABadLine();
  const context = await browser.newContext();
  const page = await context.newPage();
  let [lines, heard] = [0, 0];
  let newest = { saidHello: false };
  page.on('websocket', (line) => {
    lines++;
    const it = { saidHello: false };
    newest = it;
    line.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"hello"')) it.saidHello = true;
      else heard++;
    });
  });
  await page.clock.install();
  await page.goto(shop.url);
  const panel = page.getByRole('dialog', { name: 'Lumen & Oak' });
  const log = panel.getByRole('log');
  await page.getByRole('button', { name: 'Chat with us' }).click();
  await panel.getByRole('button', { name: 'Start a conversation' }).click();
  await panel.getByRole('textbox', { name: 'Message' }).fill(words);
  await panel.getByRole('button', { name: 'Start the chat' }).click();
  await expect(log).toContainText(words);
  await expect.poll(() => shop.chat.sockets.size).toBe(1);
  /** Before its clock goes on, the page has heard it, on the newest line: a hello that is late would count as news, too. */
  const beats = async () => {
    // One before it may have died too early to say anything.
    await expect.poll(() => newest.saidHello, 'the hello of the newest line').toBe(true);
    const before = heard;
    shop.chat.tell({ kind: 'beat' });
    await expect.poll(() => heard, 'a beat').toBeGreaterThan(before);
  };
  /** The page's clock goes on until it tries another line, which takes time of ours; and not longer than this. */
  const knocksWithin = async (seconds: number) => {
    const before = lines;
    for (let passed = 0; passed < seconds && lines === before; passed += 2) await page.clock.runFor(2000);
    expect(lines, 'another line').toBe(before + 1);
  };
  await expect.poll(() => newest.saidHello, 'the hello').toBe(true);
  const field = panel.getByRole('textbox', { name: 'Write a message' });
  return { shop, chat: shop.chat, context, page, log, field, beats, knocksWithin };
}

const minutes = (n: number) => n * 60_000;

test('F15 a device sleeps with its timers, and its socket is dead when it wakes: nothing is lost, doubled or out of order', async ({
  browser,
}) => {
  const { shop, chat, context, page, log, field } = await aChatOnABadLine(browser, 'Word 1');
  const say = async (text: string) => {
    await field.fill(text);
    await field.press('Enter');
  };
  const cdp = await context.newCDPSession(page);
  const sleep = () => cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  const wake = () => cdp.send('Page.setWebLifecycleState', { state: 'active' });
  const seconds: number[] = [];

  for (const [at, slept] of [2, 11, 600].entries()) {
    chat.answers(`Answer ${at}, heard`);
    await expect(log).toContainText(`Answer ${at}, heard`);
    await say(`Before sleep ${at}`);
    await expect.poll(() => chat.world.messages.at(-1)?.text).toBe(`Before sleep ${at}`);
    const knocked = shop.line.connections();
    await sleep();
    await shop.goesDead();
    for (const n of [1, 2, 3]) chat.answers(`While asleep ${at}.${n}`);
    await wake();
    // The clock has gone on, and timers that were due fire once, as browsers do it.
    const woke = Date.now();
    await page.clock.fastForward(minutes(slept));
    await expect(log).toContainText(`While asleep ${at}.3`);
    seconds.push((Date.now() - woke) / 1000);
    await say(`Awake ${at}`);
    await expect.poll(() => chat.world.messages.at(-1)?.text).toBe(`Awake ${at}`);
    expect(shop.line.connections()).toBeGreaterThan(knocked);
  }
  console.info(`right again after ${seconds.map((one) => one.toFixed(1)).join(', ')} s`);
  expect(Math.max(...seconds)).toBeLessThan(10);
  const all = chat.world.messages.map((one) => one.text);
  await expect(log.locator('.letter')).toHaveText(all);
  expect(chat.faults).toEqual([]);
  await context.close();
  await shop.stop();
});

test('F15 a line that dies while nobody sleeps is noticed by the beats that do not come, and at once by whoever looks', async ({
  browser,
}) => {
  const { shop, chat, context, page, log, beats, knocksWithin } = await aChatOnABadLine(browser, 'Is it oak?');
  const knocked = shop.line.connections();
  // While beats come nobody knocks again, however long it takes.
  for (let n = 0; n < 8; n++) {
    await beats();
    await page.clock.runFor(30_000);
  }
  expect(shop.line.connections()).toBe(knocked);
  await shop.goesDead();
  chat.answers('It is');
  await knocksWithin(80);
  await expect(log).toContainText('It is');
  // What was missed may be there before the new line is; the dead one stays open at its other end.
  await expect.poll(() => chat.sockets.size).toBe(2);
  await beats();
  await shop.goesDead();
  chat.answers('And oiled');
  await page.clock.runFor(40_000);
  await expect(log).not.toContainText('And oiled');
  await page.evaluate("dispatchEvent(new Event('online'))");
  await expect(log).toContainText('And oiled');
  await expect.poll(() => chat.sockets.size).toBe(3);
  await beats();
  // A clock that was put back far does not make it deaf.
  await page.clock.setFixedTime(new Date('2025-01-01'));
  await shop.goesDead();
  chat.answers('Twice');
  await page.evaluate("dispatchEvent(new Event('online'))");
  await expect(log).toContainText('Twice');
  expect(chat.faults).toEqual([]);
  await context.close();
  await shop.stop();
});

test('whom the server sends away does not knock again by themselves, and is heard when they write', async ({
  browser,
}) => {
  const { shop, chat, context, page, log, field } = await aChatOnABadLine(browser, 'Is it oak?');
  chat.world.refusal = {
    path: 'chat/send',
    errors: [{ key: 'domain_not_allowed', message: 'This page is not allowed' }],
  };
  for (const one of chat.sockets) one.close(4403, 'domain_not_allowed');
  await expect.poll(() => chat.sockets.size).toBe(0);
  const asked = chat.said.length;
  for (let n = 0; n < 20; n++) await page.clock.runFor(60_000);
  expect([chat.sockets.size, chat.said.length]).toEqual([0, asked]);
  await field.fill('Hello?');
  await field.press('Enter');
  await expect(log.getByText('Not sent.')).toBeVisible();
  // Restored, and the visitor tries again: all is as before.
  chat.world.refusal = null;
  await log.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => chat.sockets.size).toBe(1);
  chat.answers('Here we are');
  await expect(log.getByText('Here we are')).toBeVisible();
  expect(chat.faults).toEqual([]);
  await context.close();
  await shop.stop();
});
