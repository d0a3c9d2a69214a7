import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { snippetOf } from '#contract/quidget-snippet.ts';
import { violationsOf } from './support/axe.ts';
import { expect, test } from './support/story.ts';

/** A shop that is no page of ours, with our line on it and a policy that lets nothing else in. */
async function aSite(line: string, server: string) {
  const { origin } = new URL(server);
  const policy = `default-src 'none'; script-src ${origin}; connect-src ${origin} ${origin.replace('http', 'ws')}; img-src ${origin}`;
  const site = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy);
    reply.end(
      `<!doctype html><html lang="en"><head><title>Walnut tables</title></head><body><main><h1>Tables</h1></main>${line}</body></html>`,
    );
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  return { url: `http://localhost:${(site.address() as AddressInfo).port}/`, stop: () => site.close() };
}

test('a visitor of a shop writes, and is answered from the desk while both look on', async ({
  page,
  browser,
  shop,
  aServer,
  complaints,
}) => {
  const made = await shop.olena.api.call('quidgets/create', [
    {
      ...{ company_id: shop.companyId, product_id: shop.productId, name: 'Shop chat', title: 'Lumen & Oak' },
      settings: { form: { consent: 'required' } },
    },
  ]);
  const quidget = made.body.data.quidgets[0];
  const site = await aSite(
    snippetOf({ id: quidget.id, name: 'Shop chat', api_url: quidget.api_url }, 'html'),
    aServer.url,
  );
  const elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 } });
  complaints.hear(elsewhere);
  const phone = await elsewhere.newPage();
  const panel = phone.getByRole('dialog', { name: 'Lumen & Oak' });
  const log = panel.getByRole('log');
  const field = panel.getByRole('textbox', { name: 'Write a message' });
  await shop.olena.api.call('settings/change', { notification_duration: 59_000 });
  await shop.signIn(page.context());
  await page.goto('/v1/tickets');

  await test.step('who has the page open is seen, and is written to first', async () => {
    await phone.goto(site.url);
    await page.getByRole('link', { name: 'On the site' }).click();
    const visitor = page.getByRole('listitem').filter({ hasText: 'Walnut tables' });
    await expect(visitor).toContainText(/Visitor \d+/);
    await phone.evaluate("parley('trackPage', { title: 'Walnut tables, 160 cm' })");
    await expect(visitor).toContainText('160 cm');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/visitors-el.png` });
    expect(await violationsOf(page)).toEqual([]);
    await visitor.getByRole('button', { name: /^Write first/ }).click();
    const words = page.getByRole('textbox', { name: 'Message' });
    await words.fill('Oak?');
    await page.mouse.click(5, 5);
    await expect(words, 'a stray click throws no words away').toHaveValue('Oak?');
    complaints.expect(/status of 429/);
    await page.route(
      '**/visits/invite',
      (route) => route.fulfill({ status: 429, headers: { 'retry-after': '600' }, json: { success: false } }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Show it' }).click();
    await expect(page.getByRole('button', { name: /^Try again in \d+ minutes/ })).toBeDisabled();
    await words.fill('Oak or walnut?');
    await page.getByRole('button', { name: 'Show it' }).click();
    await phone.getByRole('button', { name: /Oak or walnut\?/ }).click();
    await page.getByRole('link', { name: 'Inbox' }).click();
  });

  await test.step('the first word is a ticket in the open list', async () => {
    await expect(panel).toContainText('Oak or walnut?');
    await panel.getByRole('textbox', { name: /^Name/ }).fill('Hanna Lindqvist');
    await panel.getByRole('textbox', { name: 'Message' }).fill('One leg has a crack');
    await panel.getByRole('checkbox').check();
    await panel.getByRole('button', { name: 'Start the chat' }).click();
    await expect(log).toContainText('Oak or walnut?');
    await expect(log).toContainText('One leg has a crack');
    await page.getByRole('listitem').filter({ hasText: 'One leg has a crack' }).getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'One leg has a crack' })).toBeVisible();
  });

  await test.step('who answers knows from where it comes, and sees who writes', async () => {
    const context = page.getByRole('complementary', { name: 'Details' });
    await expect(context.getByRole('link', { name: 'Walnut tables, 160 cm' }).first()).toHaveAttribute(
      'href',
      site.url,
    );
    await field.pressSequentially('The left');
    await expect(page.getByRole('status').getByText('Hanna Lindqvist is typing')).toBeVisible();
    await field.press('Enter');
    await expect(page.getByText('The left', { exact: true })).toBeVisible();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/chat-desk-el.png` });
    expect(await violationsOf(page, { notIn: 'iframe' })).toEqual([]);
  });

  await test.step('the answer stands in the window at once, and the desk sees that it was read', async () => {
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    await shop.olena.api.call('tickets/assign', { ids: [id], assignee_id: null });
    await expect(page.getByRole('button', { name: /Unassigned/ }).first()).toBeVisible();
    const reply = page.getByRole('textbox', { name: 'Reply', exact: true });
    await reply.fill('a'.repeat(9_593));
    await expect(page.getByRole('status').getByText('400 characters left')).toBeAttached();
    await reply.fill('a'.repeat(10_001));
    await expect(page.getByRole('status').getByText('8 characters too many')).toBeAttached();
    await reply.press('Control+Enter');
    await expect(page.getByRole('alert').getByText('too long for one message')).toBeVisible();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/chat-long-el.png` });
    // Delete pressed in the very moment of selecting would find nothing selected yet.
    await reply.fill('a');
    await expect(page.getByText(/characters (left|too many)/)).toHaveCount(0);
    await reply.press('Backspace');
    await page.keyboard.press('Escape');
    await page.keyboard.press('r');
    await page.keyboard.type('Is it the front one?');
    await expect(panel.getByText('Olena is typing')).toBeVisible();
    await page.getByRole('button', { name: 'Quick replies' }).click();
    const offered = page.getByRole('status').filter({ hasText: 'The visitor can press' });
    await expect(offered).toContainText('YesNo');
    await page.keyboard.type('The front one');
    await expect(offered).toContainText('The front oneNo');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/chat-quick-el.png` });
    await page.keyboard.press('Control+Enter');
    await expect(log).toContainText('Is it the front one?');
    await expect(page.getByText('Read', { exact: true }).last()).toBeVisible();
    await expect(page.getByText(/^Nobody has/), 'to take it is offered').toBeVisible();
    await panel.getByRole('button', { name: 'The front one' }).click();
    await expect(panel.getByRole('button', { name: 'No', exact: true })).toBeHidden();
    await expect(page.getByText('The front one', { exact: true })).toBeVisible();
    if (process.env.SHOTS) await phone.screenshot({ path: `${process.env.SHOTS}/chat-phone-el.png` });
    await page.keyboard.type('Then it is the screw');
    await page.keyboard.press('Control+Enter');
    await expect(log).toContainText('Then it is the screw');
    await expect(page.getByText(/^Nobody has/), 'once, and not with every word').toHaveCount(1);
  });

  await test.step('after a reload everything is there; what ends can be rated, and begins again with a word', async () => {
    await phone.reload();
    await phone.getByRole('button', { name: 'Chat with us' }).click();
    await expect(phone.getByText('Then it is the screw').first()).toBeVisible();
    await phone.getByText('Then it is the screw').first().click();
    await expect(log).toContainText('One leg has a crack');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Resolve' }).first().click();
    await panel.getByText('Good', { exact: true }).click();
    await panel.getByRole('button', { name: 'Send', exact: true }).first().click();
    await expect(page.getByText(/rated the chat: good/)).toBeVisible();
    const ticketUrl = page.url();
    await page.getByRole('complementary', { name: 'Details' }).getByRole('link', { name: 'Hanna Lindqvist' }).click();
    const rated = page.getByRole('region', { name: 'Ratings of chats' });
    await expect(rated).toContainText('Good');
    await expect(page.getByRole('region', { name: 'Consent' })).toContainText('Agreed in the chat “Shop chat”');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/customer-rated-el.png` });
    expect(await violationsOf(page)).toEqual([]);
    await rated.getByRole('link').click();
    await expect(page).toHaveURL(new URL(ticketUrl).pathname);
  });

  await test.step('what was said in it is found by the sign of a chat, for it was no letter', async () => {
    await page.goto('/v1/tickets?search=crack');
    const found = page.getByRole('region', { name: 'Tickets' }).getByRole('listitem');
    await expect(found.getByTitle('Found in a message').locator('.tabler-icon-message-circle')).toBeVisible();
  });
  await elsewhere.close();
  site.stop();
});
