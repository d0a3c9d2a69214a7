import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type ParleyServer, startParleyServer } from '#test/rigs/parley-server.ts';
import { listenForComplaints } from './support/complaints.ts';
import { confirmationLink, password } from './support/shop.ts';

/** What somebody does with their hands, and what they see meanwhile: with SHOTS it is drawn, on a desk and on a phone. */
function hands(page: Page) {
  const done = { presses: 0, fields: 0 };
  let shot = 0;
  return {
    done,
    async press(what: Locator) {
      await what.click();
      done.presses++;
    },
    async fill(what: Locator, text: string) {
      await what.fill(text);
      done.fields++;
    },
    async look(name: string) {
      if (!process.env.SHOTS) return;
      shot++;
      for (const [width, height] of [
        [390, 844],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(400);
        await page.screenshot({
          path: `${process.env.SHOTS}/first-${String(shot).padStart(2, '0')}-${name}-${width}.png`,
        });
      }
    },
  };
}

test('a shop owner starts Parley, puts one line onto a page of the shop, and answers the first visitor within five minutes', async ({
  browser,
}) => {
  const started = Date.now();
  const server: ParleyServer = await startParleyServer({ isFirstStart: true });
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: server.url,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const complaints = listenForComplaints();
  complaints.hear(context);
  const page = await context.newPage();
  const { press, fill, look, done } = hands(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await test.step('an account, confirmed', async () => {
    await page.goto('/');
    await look('door');
    await press(page.getByRole('link', { name: 'Create an account' }));
    await fill(page.getByLabel('Name'), 'Olena Kovalenko');
    await fill(page.getByLabel('Work e-mail'), 'olena@lumen-and-oak.test');
    await fill(page.getByLabel('Password', { exact: true }), password);
    await look('register');
    await press(button('Create account'));
    await expect(page.getByRole('heading', { name: 'Confirm your e-mail' })).toBeVisible();
    await look('confirm');
    // As the README says: without a mail server the letters are behind the link that the start printed.
    await expect(page.getByText('in the terminal where the server was started')).toBeVisible();
    const printed = /\S+\/v1\/outbox\?key=\S+/.exec(server.printed())?.[0] ?? 'no link';
    const link = await confirmationLink(server, 'olena@lumen-and-oak.test');
    const elsewhere = await context.newPage();
    // Whoever has a mail server looks into their mail: that is no press of ours.
    await elsewhere.goto(printed);
    await expect(elsewhere, 'the key is not in the address').toHaveURL(`${server.url}/v1/outbox`);
    await page.reload();
    await expect(page.getByRole('link', { name: 'open the outbox' })).toHaveAttribute('href', '/v1/outbox');
    await elsewhere.getByRole('link', { name: link }).click();
    done.presses++;
    await expect(elsewhere.getByRole('heading', { name: 'E-mail confirmed' })).toBeVisible();
    await elsewhere.close();
    await expect(page).toHaveURL(/\/v1\/companies\/add$/);
  });

  await test.step('a company, a product, a quidget', async () => {
    await look('company');
    // The first account runs the installation; until there is a company there is nothing to read in its trail.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: /Audit trail|Administration/ })).toHaveCount(0);
    await fill(page.getByLabel('Name'), 'Lumen & Oak');
    await press(button('Save and go on'));
    await expect(page.getByRole('heading', { name: 'What do your customers write about?' })).toBeVisible();
    await look('product');
    await fill(page.getByLabel('Name'), 'Shop');
    await press(button('Save and go on'));
    await expect(page.getByRole('heading', { name: 'Where do they write to?' })).toBeVisible();
    await look('mailbox');
    await press(page.getByRole('link', { name: /chat/i }).first());
    await expect(page).toHaveURL(/quidgets\/add/);
    await look('quidget');
    // It is called as the company is, in the colour of its product: nothing needs to be filled in.
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Lumen & Oak');
    await press(button('Add quidget'));
    await expect(page).toHaveURL(/\/quidgets\/\d+\/edit#installation$/);
  });

  let shop = { url: '', stop: () => {} };
  await test.step('its one line goes onto a page of another site', async () => {
    await press(button('Copy'));
    await look('line');
    const line = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(line.trim().split('\n')).toHaveLength(1);
    const site = createServer((_request, reply) =>
      reply
        .setHeader('content-type', 'text/html')
        .end(
          `<!doctype html><html lang="en"><head><title>Walnut tables</title>${line}</head><body><main><h1>Tables</h1></main></body></html>`,
        ),
    );
    await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready));
    shop = { url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`, stop: () => site.close() };
  });

  await test.step('the desk is ready for the first visitor, and says so', async () => {
    await press(page.getByRole('link', { name: 'Tickets', exact: true }).first());
    await expect(page.getByRole('heading', { name: 'Ready for the first visitor' })).toBeVisible();
    await expect(page.getByText('Put the line of Lumen & Oak onto your site.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Show the line' })).toHaveAttribute(
      'href',
      /\/v1\/quidgets\/\d+\/edit#installation$/,
    );
    await look('ready');
  });

  const theirs = await browser.newContext({ viewport: { width: 390, height: 844 } });
  complaints.hear(theirs);
  const visitor = await theirs.newPage();
  const panel = visitor.getByRole('dialog');
  await test.step('a visitor writes', async () => {
    await visitor.goto(shop.url);
    await visitor.getByRole('button', { name: 'Chat with us' }).click();
    await panel.getByRole('button', { name: 'Start a conversation' }).click();
    await panel.getByRole('textbox', { name: 'Message' }).fill('Is it oak?');
    await panel.getByRole('button', { name: 'Start the chat' }).click();
    await expect(panel.getByRole('log')).toContainText('Is it oak?');
  });

  await test.step('it stands on the desk by itself, and is answered', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'Is it oak?' });
    await expect(row).toBeVisible();
    await look('arrived');
    await press(row.getByRole('link').first());
    await expect(page.getByRole('heading', { name: 'Is it oak?' })).toBeVisible();
    await look('ticket');
    await press(page.getByRole('textbox', { name: /Reply/ }).first());
    await page.keyboard.type('It is, from the Carpathians.');
    done.fields++;
    await press(button(/^Send/).first());
    await expect(panel.getByRole('log')).toContainText('It is, from the Carpathians.');
    await expect(page.getByText('Read', { exact: true })).toBeVisible();
    await look('answered');
    if (process.env.SHOTS) await visitor.screenshot({ path: `${process.env.SHOTS}/first-99-visitor-390.png` });
  });

  const seconds = (Date.now() - started) / 1000;
  console.info(`${done.presses} presses, ${done.fields} fields, ${seconds.toFixed(1)} s of machine from the start`);
  // A minute for the machine leaves four for reading and typing.
  if (!process.env.SHOTS) expect(seconds).toBeLessThan(60);
  expect(done.presses).toBeLessThanOrEqual(12);
  expect(done.fields).toBeLessThanOrEqual(6);
  expect(complaints.unexpected()).toEqual([]);
  await theirs.close();
  await context.close();
  shop.stop();
  await server.discard();
});
