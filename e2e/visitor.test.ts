import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { snippetOf } from '#contract/quidget-snippet.ts';
import { violationsOf } from './support/axe.ts';
import { startPretendedChat } from './support/pretended-chat.ts';

const evil =
  '<img src=x onerror="window.hit=1"><script>window.hit=1</script> javascript:alert(1) https://shop.example/a"onclick=1';

/** A shop of another origin, whose policy names the chat's address and nothing more. */
async function aShopWith(chat: { url: string }, before = '', lang = 'en') {
  const policy = `default-src 'none'; script-src 'self' ${new URL(chat.url).origin}; connect-src ${new URL(chat.url).origin} ${new URL(chat.url).origin.replace('http', 'ws')}; style-src 'self'`;
  const line = snippetOf({ id: 7, name: evil, api_url: chat.url }, 'html');
  const site = createServer((request, reply) => {
    if (request.url === '/before.js') return void reply.setHeader('content-type', 'text/javascript').end(before);
    if (request.url === '/shop.css')
      return void reply
        .setHeader('content-type', 'text/css')
        .end(
          'html{font-size:62.5%}*{box-sizing:content-box;color:red!important}div{display:none}button{width:3px!important}',
        );
    reply.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy);
    reply.end(`<!doctype html><html lang="${lang}"><head><title>Tables ${'&lt;b&gt;'}</title><link rel="stylesheet" href="/shop.css"></head>
      <body><main><h1>Tables</h1><a href="/other">Other</a></main><script src="/before.js"></script>${line}${line}</body></html>`);
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  return { url: `http://localhost:${(site.address() as AddressInfo).port}/`, stop: () => site.close() };
}

const aPixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

const isFine = async (page: Page, what: string) => {
  const violations = await violationsOf(page, { of: 'parley-quidget' });
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 140)}`));
  expect.soft(found, `axe: ${what}`).toEqual([]);
};

test('a visitor of another site writes, is answered, loses the network, reloads, and loses nothing', async ({
  browser,
}) => {
  const chat = await startPretendedChat({
    form: {
      online: { name: 'required', email: 'optional' },
      consent: 'required',
      privacy_url: 'https://lumen.example/privacy',
    },
    texts: { en: { choices: 'Where is my order?\n\nDelivery' } },
  });
  chat.world.answerMinutes = 5;
  const shop = await aShopWith(
    chat,
    `window.parley=window.parley||function(){(parley.q=parley.q||[]).push(arguments)};
    window.told=[];parley('on','message',function(m){told.push(m.text)});parley('on','ready',function(){told.push('ready')});parley('setAttributes',{plan:'gold'});parley('trackPage',{title:'Stale'});
    window.rung=0;(function(of){var make=of.createOscillator;of.createOscillator=function(){rung++;return make.call(this)}})(AudioContext.prototype);`,
  );
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  const launcher = page.getByRole('button', { name: /[Cc]hat/ }).last();
  const panel = page.getByRole('dialog', { name: 'Lumen & Oak' });
  const field = panel.getByRole('textbox', { name: 'Write a message' });
  const log = panel.getByRole('log');

  await test.step('nothing is stored, and the chat is not fetched, before it is wanted', async () => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(shop.url);
    await expect(launcher).toBeVisible();
    expect(await page.locator('parley-quidget').count()).toBe(1);
    expect(fetched.filter((path) => path.includes('quidget-chat'))).toEqual([]);
    expect(await page.evaluate<number>('localStorage.length')).toBe(0);
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate('window.told')).toEqual(['ready']);
    const box = await launcher.boundingBox();
    expect([box?.width, box?.height]).toEqual([56, 56]);
    // What is said of the page before there is a chat: the last of it is true when there is one.
    await page.evaluate("history.pushState(null, '', '/oak')");
    await page.evaluate("parley('trackPage', { title: 'Oak table' })");
  });

  await test.step('by the keyboard: in, out, and back to where one was', async () => {
    await launcher.focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('heading', { name: 'Lumen & Oak' })).toBeFocused();
    await isFine(page, 'home');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(launcher).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(panel.getByText('Usually answers in 5 min')).toBeVisible();
    await panel.getByRole('button', { name: 'Where is my order?' }).click();
    await expect(panel.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await expect(panel.getByRole('textbox', { name: 'Message' })).toHaveValue('Where is my order?');
    await panel.getByRole('textbox', { name: 'E-mail' }).fill('hanna@');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await expect(panel.getByText('This is no e-mail address')).toBeVisible();
    await expect(panel.getByText('Tick this to go on')).toBeVisible();
    await isFine(page, 'form');
    expect(await page.evaluate<number>('localStorage.length')).toBe(0);
  });

  await test.step('the first message begins a conversation; what the server refuses is told in its field', async () => {
    chat.world.refusal = {
      path: 'chat/begin',
      errors: [{ key: 'invalid_email', field: 'data.asked.email', message: 'no' }],
    };
    await panel.getByRole('textbox', { name: 'Name' }).fill(evil);
    await panel.getByRole('textbox', { name: 'E-mail' }).fill('hanna@lindqvist.example');
    await panel.getByRole('textbox', { name: 'Message' }).fill(`Is it oak? ${evil}`);
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: 'before.png', mimeType: 'image/png', buffer: Buffer.from(aPixel) });
    await expect(panel.locator('canvas')).toBeVisible();
    await panel.getByRole('checkbox').check();
    await panel.getByRole('button', { name: 'Start the chat' }).click();
    await expect(panel.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
    await expect(panel.getByText('This is no e-mail address')).toBeVisible();
    chat.world.refusal = null;
    await panel.getByRole('button', { name: 'Start the chat' }).click();
    await expect(log).toContainText('Is it oak? <img');
    await expect(log.getByRole('link', { name: /^before\.png/ })).toBeVisible();
    await expect(log.getByText('Sent', { exact: false })).toBeVisible();
    const begun = chat.said.findLast((one) => one.path === 'chat/begin');
    expect(begun?.data).toMatchObject({
      agrees: true,
      language: 'en',
      attributes: { plan: 'gold' },
      asked: { email: 'hanna@lindqvist.example' },
    });
    expect(begun?.data.page).toMatchObject({ url: `${shop.url}oak`, title: 'Oak table' });
    await expect.poll(() => chat.said.some((one) => one.path === 'ws page')).toBe(true);
    expect(JSON.stringify(chat.said)).not.toContain('Stale');
  });

  await test.step('typing, an answer, a read tick; links open, and nothing else does', async () => {
    await expect(log).toHaveAttribute('aria-live', 'polite');
    const moving = () => panel.evaluate((box) => box.getAnimations({ subtree: true }).length);
    chat.tell({ kind: 'typing', key: chat.key, name: 'Olena' });
    await expect(panel.getByText('Olena is typing')).toBeVisible();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(moving).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(moving).toBe(0);
    chat.answers(`It is: https://shop.example/oak. ${evil}`, 'Olena <b>');
    await expect(panel.getByText('is typing')).toBeHidden();
    await expect(log.getByRole('link', { name: 'https://shop.example/oak', exact: true })).toHaveAttribute(
      'href',
      'https://shop.example/oak',
    );
    expect(
      await log
        .getByRole('link')
        .evaluateAll(
          (all) =>
            all.filter((one) => !/^https:..shop.example|v1.files.1$/.test(one.getAttribute('href') ?? '')).length,
        ),
    ).toBe(0);
    await expect.poll(() => chat.world.readByVisitor).toBe(chat.world.messages.at(-1)?.id);
    chat.world.readByAgent = chat.world.messages.findLast((one) => one.from === 'visitor')?.id ?? 0;
    chat.tell({ kind: 'messages', conversation: chat.conversation(), messages: [] });
    await expect(log.getByText(/^Read \d\d:42$/)).toBeVisible();
    await field.pressSequentially('Thank');
    await expect.poll(() => chat.said.some((one) => one.path === 'ws typing')).toBe(true);
    // Whoever only thinks does not type, though the field is still theirs.
    await expect
      .poll(() => chat.said.findLast((one) => one.path === 'ws typing')?.data)
      .toMatchObject({ is_typing: false });
    await expect(field).toBeFocused();
    expect((await page.evaluate<string[]>('window.told')).at(-1)).toContain('It is: https');
    await isFine(page, 'conversation');
    // Where the caret stands, and back to writing; Escape closes them, and not the chat.
    await field.press('Home');
    const faces = panel.getByRole('group', { name: 'Emoji' });
    await panel.getByRole('button', { name: 'Emoji' }).click();
    await faces.getByRole('button', { name: '🎉' }).click();
    await expect(field).toHaveValue('🎉Thank');
    await expect(field).toBeFocused();
    await panel.getByRole('button', { name: 'Emoji' }).click();
    await isFine(page, 'emoji');
    await page.keyboard.press('Escape');
    await expect(faces).toBeHidden();
    await expect(field).toBeFocused();
  });

  await test.step('somebody takes over and offers answers: one press says one, and they are gone', async () => {
    const line = chat.answers('Ira has taken over', 'Ira', { from: 'system' });
    chat.answers('Which top?', 'Ira', { choices: ['Oak', 'Walnut'] });
    // A telling that comes twice is told once.
    chat.tell({ kind: 'messages', conversation: chat.conversation(), messages: [line] });
    await expect(log.getByText(/^Ira has taken over, \d\d:\d\d$/)).toHaveCount(1);
    const walnut = log.getByRole('button', { name: 'Walnut' });
    await expect(walnut).toBeInViewport({ ratio: 1 });
    await isFine(page, 'quick replies');
    await walnut.focus();
    await page.keyboard.press('Enter');
    await expect(log.getByRole('button', { name: /Oak|Walnut/ })).toHaveCount(0);
    await expect(log).toBeFocused();
    await expect.poll(() => chat.world.messages.at(-1)).toMatchObject({ from: 'visitor', text: 'Walnut' });
  });

  await test.step('A38 a file goes ahead of its message; a picture that the page keeps out is a link', async () => {
    await panel
      .locator('input[type=file]')
      .setInputFiles({ name: `plan"<b>.png`, mimeType: 'image/png', buffer: Buffer.from('picture') });
    await expect(panel.locator('.upload').getByText('1 kB')).toBeVisible();
    await field.fill('My room');
    await page.keyboard.press('Enter');
    await expect(log.getByRole('link', { name: /^plan.*png/ })).toBeVisible();
    await expect(log.getByRole('link', { name: /^plan.*png/ }).locator('img')).toHaveCount(0);
  });

  await test.step('F15 without a connection, words wait in order, over a reload, and arrive once', async () => {
    chat.cut(true);
    await field.fill('First');
    await page.keyboard.press('Enter');
    await field.fill('Second');
    await page.keyboard.press('Enter');
    await expect(log.getByText('Not sent: no connection.')).toBeVisible();
    await expect(log.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
    await isFine(page, 'unsent');
    await field.fill('Half a th');
    await page.reload();
    await launcher.click();
    await expect(log.getByText('Second')).toBeVisible();
    await expect(field).toHaveValue('Half a th');
    chat.cut(false);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(() => chat.world.messages.slice(-2).map((one) => one.text)).toEqual(['First', 'Second']);
    await expect(log.getByText('Not sent')).toBeHidden();
    await expect(log.getByText('First')).toHaveCount(1);
    await expect(log.getByText('Ira has taken over')).toHaveCount(1);
    const ids = chat.said.filter((one) => one.path === 'chat/send').map((one) => one.data.client_id);
    expect(chat.world.messages.filter((one) => one.text === 'First')).toHaveLength(1);
    expect(new Set(ids).size).toBe(5);
  });

  await test.step('A45 at a limit the truth is told, and the word goes out by itself when it ends', async () => {
    const wait = { key: 'too_many_requests', message: 'Too many requests', values: { seconds: 2 } };
    chat.world.refusal = { path: 'chat/send', status: 429, errors: [wait] };
    await field.fill('Third');
    await page.keyboard.press('Enter');
    await expect(log.getByText(/Not sent: too many messages\. It goes out by itself after \d\d:\d\d\./)).toBeVisible();
    await isFine(page, 'limited');
    chat.world.refusal = null;
    await expect(log.getByText('Not sent')).toBeHidden();
    await expect(log.getByText('Third')).toHaveCount(1);
    expect(chat.world.messages.filter((one) => one.text === 'Third')).toHaveLength(1);
  });

  await test.step('another conversation is begun: what was written of either stays, whatever is closed meanwhile', async () => {
    await field.fill('Half a word');
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('button', { name: 'Delivery' }).click();
    const message = panel.getByRole('textbox', { name: 'Message' });
    await expect(message).toHaveValue('Delivery');
    await message.fill('Is there a bench?');
    await page.keyboard.press('Escape');
    await launcher.click();
    await expect(message).toHaveValue('Is there a bench?');
    await panel.getByRole('textbox', { name: 'Name' }).fill('Hanna');
    await panel.getByRole('checkbox').check();
    await panel.getByRole('button', { name: 'Start the chat' }).click();
    await expect(log).toContainText('Is there a bench?');
    // The pretended server has one conversation alone, which goes on by it.
    await expect(field).toHaveValue('Half a word');
    await field.fill('');
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('button', { name: 'Start a conversation' }).click();
    await expect(message).toHaveValue('');
    await panel.getByRole('button', { name: 'Back' }).click();
    await panel.getByRole('listitem').getByRole('button').first().click();
  });

  await test.step('it sounds while it is closed, until it is told not to, which it remembers', async () => {
    const rung = () => page.evaluate<number>('rung');
    const closed = async (text: string) => {
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      chat.answers(text);
      await expect(page.getByRole('status')).toContainText(text);
      const heard = await rung();
      await launcher.click();
      await expect(log.getByText(text)).toBeVisible();
      return heard;
    };
    expect(await closed('Are you there?')).toBe(2);
    const menu = panel.getByRole('button', { name: 'More' });
    await menu.click();
    await panel.getByRole('button', { name: 'Sound on' }).click();
    await expect(panel.getByRole('button', { name: 'Sound off' })).toBeVisible();
    await menu.click();
    expect(await closed('Nobody hears this')).toBe(2);
    await page.reload();
    await launcher.click();
    await expect(panel).toBeVisible();
    expect(await closed('Nor this')).toBe(0);
    await menu.click();
    await panel.getByRole('button', { name: 'Sound off' }).click();
    await menu.click();
  });

  await test.step('a second tab agrees, and the launcher counts what nobody has read', async () => {
    const second = await context.newPage();
    await second.goto(`${shop.url}other`);
    const there = second.getByRole('dialog', { name: 'Lumen & Oak' });
    await expect.poll(() => chat.sockets.size).toBe(2);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    chat.answers('Ordered today, it is with you on Thursday.');
    await expect(second.getByRole('button', { name: 'Chat with us, unread: 1' })).toBeVisible();
    await expect(page.getByRole('status')).toContainText('it is with you on Thursday');
    await isFine(page, 'teaser');
    await second.getByRole('button', { name: 'Chat with us, unread: 1' }).click();
    await expect(there.getByText('it is with you on Thursday')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Chat with us', exact: true })).toBeVisible();
    await there.getByRole('textbox', { name: 'Write a message' }).fill('From the other tab');
    await second.keyboard.press('Enter');
    await expect(there.getByRole('log').getByText('From the other tab')).toBeVisible();
    await launcher.click();
    await expect(log.getByText('From the other tab')).toHaveCount(1);

    // Both write while the line is down, and at once: each word arrives once, and both show the same.
    chat.cut(true);
    await field.fill('Of the first');
    await there.getByRole('textbox', { name: 'Write a message' }).fill('Of the second');
    await Promise.all([page.keyboard.press('Enter'), second.keyboard.press('Enter')]);
    await expect(log.getByText('Of the first')).toBeVisible();
    await expect(there.getByRole('log').getByText('Of the second')).toBeVisible();
    chat.cut(false);
    for (const one of [page, second]) await one.evaluate("dispatchEvent(new Event('online'))");
    const arrived = () => chat.world.messages.map((one) => one.text).filter((text) => text.startsWith('Of the'));
    await expect.poll(() => arrived().toSorted()).toEqual(['Of the first', 'Of the second']);
    for (const one of [log, there.getByRole('log')]) {
      await expect(one.getByText(/^Of the/)).toHaveText(arrived());
      await expect(one.getByText(/Sending|Not sent/)).toHaveCount(0);
    }
    await second.close();
  });

  await test.step('the conversation goes by mail where the visitor says', async () => {
    await panel.getByRole('button', { name: 'More' }).click();
    await panel.getByRole('button', { name: 'Mail me this conversation' }).click();
    const address = panel.getByRole('textbox', { name: 'Mail me this conversation' });
    await expect(address).toBeFocused();
    chat.world.refusal = {
      path: 'chat/transcript',
      errors: [{ key: 'invalid_email', field: 'data.email', message: 'no' }],
    };
    await address.fill('hanna@');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('This is no e-mail address')).toBeVisible();
    await isFine(page, 'transcript');
    chat.world.refusal = null;
    await address.fill('hanna@lindqvist.example');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('It goes to hanna@lindqvist.example')).toBeVisible();
    expect(chat.said.findLast((one) => one.path === 'chat/transcript')?.data).toMatchObject({
      key: chat.key,
      language: 'en',
    });
    await panel.getByRole('button', { name: 'Hide' }).click();
  });

  await test.step('zoomed to twice its size, and from right to left, nothing is out of reach', async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await expect(field).toBeInViewport();
    await expect(panel).toHaveJSProperty('scrollWidth', 720);
    await page.evaluate("document.querySelector('parley-quidget').dir = 'rtl'");
    const [clip, send] = await Promise.all(
      ['Attach a file', 'Send'].map((name) => panel.getByRole('button', { name, exact: true }).boundingBox()),
    );
    expect(clip?.x).toBeGreaterThan(send?.x ?? 720);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('who is at the end of the log stays there, also where it and what is in it grow at once', async () => {
    const left = await page.evaluate<number>(`(async () => {
      const box = document.querySelector('parley-quidget').shadowRoot.querySelector('[role=log]');
      const turns = box.firstElementChild;
      const drawn = async () => {
        for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame);
        // The next frame tells of scrolling first, and of sizes last.
        await new Promise((done) => setTimeout(done));
      };
      box.style.maxHeight = '160px';
      await drawn();
      box.scrollTop = box.scrollHeight;
      await drawn();
      // The strip that there is no connection goes, and what was missed comes.
      box.style.maxHeight = '220px';
      const before = box.scrollTop;
      turns.style.paddingBottom = '300px';
      await drawn();
      const below = box.scrollHeight - box.scrollTop - box.clientHeight;
      box.style.maxHeight = turns.style.paddingBottom = '';
      return before > 0 ? below : NaN;
    })()`);
    expect(left).toBeLessThan(2);
  });

  await test.step('an end, a rating, and on', async () => {
    await panel.getByRole('button', { name: 'More' }).click();
    await panel.getByRole('button', { name: 'End the conversation' }).click();
    await panel.getByText('Fair', { exact: true }).click();
    await isFine(page, 'rating');
    await panel.getByRole('button', { name: 'Send', exact: true }).first().click();
    await expect(panel.getByText('Thank you for telling us.')).toBeVisible();
    expect(chat.world.rating).toBe('fair');
    // What is asked already is not offered a second time.
    const mail = panel.getByText('Mail me this conversation');
    await mail.click();
    await expect(mail).toHaveCount(1);
    await panel.getByRole('button', { name: 'Hide' }).click();
    await expect(log).toBeFocused();
  });

  await test.step('the site leads it: language, hiding, the end of it', async () => {
    await page.evaluate("parley('locale','ua')");
    await expect(panel.getByText('Розмову завершено.', { exact: false })).toBeVisible();
    const host = page.locator('parley-quidget');
    await expect(host).toHaveAttribute('data-scheme', 'light');
    const listens = "window.seen = []; window.hears = () => seen.push('close'); parley('on', 'close', hears)";
    await page.evaluate(`${listens}; parley('theme', 'dark'); parley('close')`);
    await expect(panel).toBeHidden();
    await expect(host).toHaveAttribute('data-scheme', 'dark');
    await page.evaluate("parley('off', 'close', hears); parley('open')");
    await expect(panel).toBeVisible();
    await page.evaluate("parley('toggle')");
    await expect(panel).toBeHidden();
    expect(await page.evaluate('seen')).toEqual(['close']);
    await page.evaluate("parley('hide')");
    await expect(launcher).toBeHidden();
    await page.evaluate("parley('show'); parley('destroy')");
    await expect(page.locator('parley-quidget')).toHaveCount(0);
    expect(await page.evaluate('typeof window.parley')).toBe('undefined');
  });

  expect(await page.evaluate('window.hit')).toBeUndefined();
  expect(chat.faults).toEqual([]);
  const expected =
    /net::ERR_|WebSocket connection|status of 4|violates the following Content Security Policy directive: "(img|default)-src/;
  expect(complaints.filter((text) => !expected.test(text))).toEqual([]);
  await context.close();
  chat.stop();
  shop.stop();
});

test('while nobody is there a message becomes a ticket with its number, in the language of the page, on a phone', async ({
  browser,
}) => {
  const chat = await startPretendedChat();
  chat.world.isAway = true;
  chat.world.isSocketBarred = true;
  chat.world.backAt = new Date(Date.now() + 24 * 3600_000).toISOString();
  const shop = await aShopWith(chat, '', 'uk-UA');
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    colorScheme: 'dark',
  });
  const page = await context.newPage();
  await page.goto(shop.url);
  // What is said by itself and waved away does not come back on the next page.
  const invite = (name: string) =>
    page.evaluate(
      `parley('invite', { key: '${name}b6b6000-0000-4000-8000-000000000001', name: 'Olena', text: 'Тут ${name}' })`,
    );
  await invite('0');
  await expect(page.getByRole('status')).toContainText('Тут 0');
  await page.getByRole('button', { name: 'Сховати' }).click();
  await page.reload();
  await invite('0');
  await invite('1');
  await expect(page.getByRole('status')).toContainText('Тут 1');
  await invite('0');
  await expect(page.getByRole('status')).toContainText('Тут 1');
  await page.getByRole('button', { name: 'Сховати' }).click();
  await page.getByRole('button', { name: 'Напишіть нам' }).click();
  const panel = page.getByRole('dialog', { name: 'Lumen & Oak' });
  await expect(panel.getByText(/^Будемо завтра об? \d\d:\d\d$/)).toBeVisible();
  await expect
    .poll(async () => Object.values((await panel.boundingBox()) ?? {}).map(Math.round))
    .toEqual([0, 0, 390, 844]);
  await isFine(page, 'home, away');
  await panel.getByRole('button', { name: 'Залишити повідомлення' }).click();
  await panel.getByRole('textbox', { name: 'Електронна пошта' }).fill('hanna@lindqvist.example');
  await panel.getByRole('textbox', { name: 'Повідомлення' }).fill('Коли приїде стіл?');
  await panel
    .locator('input[type=file]')
    .setInputFiles({ name: 'стіл.png', mimeType: 'image/png', buffer: Buffer.from(aPixel) });
  chat.world.isUploadCut = true;
  // A thumb's breadth on a phone, and where a tablet shows it as a window.
  for (const viewport of [
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    const small = await panel
      .locator('button, input, textarea')
      .evaluateAll((all) =>
        all
          .filter(
            (one) =>
              one.checkVisibility() &&
              (one.getBoundingClientRect().height < 44 ||
                (/^(INPUT|TEXTAREA)$/.test(one.tagName) &&
                  one.ownerDocument.defaultView?.getComputedStyle(one).fontSize !== '16px')),
          )
          .map((one) => one.outerHTML),
      );
    expect(small).toEqual([]);
  }
  await panel.getByRole('button', { name: 'Надіслати' }).click();
  await expect(panel.getByText('Номер звернення — LO-4402', { exact: false })).toBeVisible();
  await expect(panel.getByText('hanna@lindqvist.example', { exact: false })).toBeVisible();
  // The file goes after it, by itself once that is possible.
  await expect(panel.getByText('Не надіслано: немає зв’язку.')).toBeVisible();
  await isFine(page, 'left');
  chat.world.isUploadCut = false;
  await panel.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await expect
    .poll(() => chat.world.messages.flatMap((one) => one.files.map((file) => file.name)))
    .toEqual(['стіл.png']);
  await expect(panel.locator('.upload')).toHaveCount(0);
  // No socket gets through here: answers are asked for.
  chat.answers('Завтра.');
  await panel.getByRole('button', { name: 'На початок' }).click();
  await expect(panel.getByText('Завтра.')).toBeVisible({ timeout: 45_000 });
  // What the visitor writes before they have heard of an answer stands behind it, and hides it from nobody.
  await panel.getByText('Завтра.').click();
  await panel.getByRole('textbox', { name: 'Напишіть повідомлення' }).fill('О котрій?');
  chat.answers('Зранку.');
  await panel.getByRole('button', { name: 'Надіслати', exact: true }).click();
  await expect(panel.getByRole('log').getByText(/^(Зранку|О котрій)/)).toHaveText(['Зранку.', 'О котрій?']);
  expect(chat.faults).toEqual([]);
  // While the browser works out a proof, here one that is never found, the page is drawn and hears what is pressed.
  const task = '4000000007.1.a.b';
  chat.world.refusal = {
    path: 'chat/send',
    status: 429,
    errors: [{ key: 'proof_required', message: '', values: { task, seconds: 60 } }],
  };
  const asked = page.waitForResponse(/chat.send/);
  await panel.getByRole('textbox', { name: 'Напишіть повідомлення' }).fill('Дякую');
  await panel.getByRole('button', { name: 'Надіслати', exact: true }).click();
  await asked;
  await expect(panel.getByRole('log')).toContainText('Надсилаємо');
  await panel.getByRole('button', { name: 'Ще', exact: true }).click();
  await expect(panel.getByText('Нова розмова')).toBeVisible();
  await context.close();
  chat.stop();
  shop.stop();
});

test('a file that was sent goes on to its conversation though the visitor goes back to the start, and closes the chat', async ({
  browser,
}) => {
  const chat = await startPretendedChat();
  chat.world.isAway = true;
  const shop = await aShopWith(chat, '', 'uk-UA');
  const context = await browser.newContext();
  const page = await context.newPage();
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  const uploads: string[] = [];
  await page.route('**/chat/upload', async (route) => {
    uploads.push(route.request().method());
    await held;
    // Those that were given up are nobody's any more.
    await route.continue().catch(() => undefined);
  });
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Напишіть нам' }).click();
  const panel = page.getByRole('dialog', { name: 'Lumen & Oak' });
  await panel.getByRole('button', { name: 'Залишити повідомлення' }).click();
  await panel.getByRole('textbox', { name: 'Електронна пошта' }).fill('hanna@lindqvist.example');
  await panel.getByRole('textbox', { name: 'Повідомлення' }).fill('Ось ніжка');
  await panel
    .locator('input[type=file]')
    .setInputFiles({ name: 'ніжка.png', mimeType: 'image/png', buffer: Buffer.from(aPixel) });
  await panel.getByRole('button', { name: 'Надіслати' }).click();
  await expect(panel.getByText('Повідомлення отримано')).toBeVisible();
  await expect.poll(() => uploads.length).toBe(1);
  await panel.getByRole('button', { name: 'На початок' }).click();
  await expect.poll(() => uploads.length).toBe(2);
  await panel.getByRole('button', { name: 'Закрити чат' }).click();
  await expect(panel).toBeHidden();
  letGo();
  await expect
    .poll(() => chat.world.messages.flatMap((one) => one.files.map((file) => file.name)))
    .toEqual(['ніжка.png']);
  expect(chat.faults).toEqual([]);
  await context.close();
  chat.stop();
  shop.stop();
});

test('two people sign in at one browser one after the other, and neither sees what the other wrote, left unsent or was answered', async ({
  browser,
}) => {
  const chat = await startPretendedChat({ form: { online: { name: 'off', email: 'off' } } });
  const identify = (user: string) => `parley('identify', { user: '${user}', signature: '${'a'.repeat(64)}' })`;
  const shop = await aShopWith(
    chat,
    `window.parley=function(){(parley.q=parley.q||[]).push(arguments)};
    var user=new URLSearchParams(location.search).get('user');if(user)${identify('who').replace("'who'", 'user')}`,
  );
  const page = await (await browser.newContext()).newPage();
  const launcher = page.getByRole('button', { name: /[Cc]hat/ }).last();
  const panel = page.getByRole('dialog', { name: 'Lumen & Oak' });
  const field = panel.getByRole('textbox', { name: 'Write a message' });
  const start = panel.getByRole('button', { name: 'Start a conversation' });

  await page.goto(`${shop.url}?user=hanna`);
  await launcher.click();
  await start.click();
  await field.fill('The table wobbles');
  await field.press('Enter');
  await expect(panel.getByText('Sent', { exact: false })).toBeVisible();
  chat.world.writer = 'hanna';
  chat.cut(true);
  await field.fill('On the left');
  await field.press('Enter');
  await expect(panel.getByText('Not sent: no connection.')).toBeVisible();
  await field.fill('And then it');

  // She signs out, and he signs in, in an app that loads no other page.
  for (const say of ["parley('identify')", identify('ivan')]) {
    await page.evaluate(say);
    await expect(start).toBeVisible();
    await expect(panel).not.toContainText(/The table wobbles|On the left|Your conversations/);
  }
  chat.cut(false);
  await start.click();
  await expect(field).toHaveValue('');
  const asked = () => chat.said.filter((one) => one.path.startsWith('chat/'));
  await expect.poll(() => asked().some(({ data }) => JSON.stringify(data.identity)?.includes('ivan'))).toBe(true);
  await page.goto(shop.url);
  await launcher.click();
  await start.click();
  await expect(field).toHaveValue('');
  expect(asked().filter((one) => one.data.text === 'On the left')).toEqual([]);

  await page.goto(`${shop.url}?user=hanna`);
  await expect.poll(() => asked().filter((one) => one.data.text === 'On the left').length).toBe(1);
  await launcher.click();
  await panel.getByRole('listitem').getByRole('button').click();
  await expect(panel.getByRole('log')).toContainText('On the left');
  await expect(field).toHaveValue('And then it');
  const tokensOf = (user: string | undefined) =>
    new Set(
      asked().flatMap(({ data }) =>
        (data.identity as { user: string } | undefined)?.user === user && data.token ? [data.token] : [],
      ),
    );
  const [hers, his] = [tokensOf('hanna'), tokensOf('ivan')];
  expect([hers.size, his.size, new Set([...hers, ...his]).size]).toEqual([1, 1, 2]);
  expect(chat.faults).toEqual([]);
  await page.context().close();
  chat.stop();
  shop.stop();
});
