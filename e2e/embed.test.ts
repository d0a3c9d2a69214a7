import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { chromium, expect, type Page, test } from '@playwright/test';
import { build } from 'vite';
import { snippetOf } from '#contract/quidget-snippet.ts';
import { startPretendedChat } from './support/pretended-chat.ts';

const root = path.join(import.meta.dirname, '..');
const docs = fs.readFileSync(path.join(root, 'docs/quidgets.md'), 'utf8');
/** The one block of code in the documentation that has this in it. */
const example = (kind: string, holds: string): string => {
  const blocks = [...docs.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gms'))].map((found) => found[1] ?? '');
  const found = blocks.filter((block) => block.includes(holds));
  if (found.length !== 1) throw new Error(`${found.length} examples of ${kind} hold ${holds}`);
  return (found[0] ?? '').trim();
};
const documented = { id: 7, name: 'Shop chat', api_url: 'https://desk.example.com/v1' };

/** A site of another origin; every page of it has what `pages` says, and the strictest policy. */
async function aSite(pages: Record<string, { type: string; body: string }>, policy: string) {
  const site = createServer((request, reply) => {
    const { type, body } = pages[request.url ?? ''] ?? pages['/'] ?? { type: 'text/html', body: '' };
    reply.setHeader('content-type', type).setHeader('content-security-policy', policy).end(body);
  });
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  const close = () => {
    site.closeAllConnections();
    site.close();
  };
  return { url: `http://localhost:${(site.address() as AddressInfo).port}/`, stop: close };
}

/** The documented component in an application that changes its address without loading a page. */
async function reactSite(component: string): Promise<string> {
  const app = `import { createElement, StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Quidget } from 'virtual:quidget';
    const go = () => { history.pushState(null, '', '/chairs?size=2'); document.title = 'Chairs'; };
    createRoot(document.querySelector('#app')).render(createElement(StrictMode, null,
      createElement('button', { onClick: go }, 'Chairs'), createElement(Quidget)));`;
  const modules: Record<string, string> = { 'virtual:app': app, 'virtual:quidget': component };
  const built = await build({
    ...{ root, configFile: false, logLevel: 'error', define: { 'process.env.NODE_ENV': '"development"' } },
    plugins: [
      {
        name: 'documented',
        resolveId: (id) => (id in modules ? path.join(root, `${id.replace(':', '-')}.js`) : undefined),
        load: (id) => modules[path.basename(id, '.js').replace('-', ':')],
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'virtual:app', output: { format: 'iife' } },
    },
  });
  const [{ output }] = (Array.isArray(built) ? built : [built]) as [{ output: { code?: string }[] }];
  return output[0]?.code ?? '';
}

const whatIsThere = (page: Page) =>
  page.evaluate<{ names: string[]; body: number; head: number; cookies: string; stored: number }>(
    '({ names: Object.getOwnPropertyNames(window), body: document.body.children.length, head: document.head.children.length, cookies: document.cookie, stored: localStorage.length + sessionStorage.length })',
  );

test('what the documentation says stands on sites of others, and leaves them as they are', async () => {
  const chat = await startPretendedChat({ behaviour: { opens_after_seconds: 1 } });
  const { origin } = new URL(chat.url);
  const here = (text: string) => text.replaceAll(documented.api_url, chat.url);
  // With third-party cookies blocked, as browsers do.
  const { use } = (await import('../playwright.config.ts')).default;
  const browser = await chromium.launch({
    ...use?.launchOptions,
    args: [...(use?.launchOptions?.args ?? []), '--test-third-party-cookie-phaseout'],
  });
  const complaints: string[] = [];
  const open = async (size = { width: 1440, height: 900 }, deviceScaleFactor = 1) => {
    const page = await (await browser.newContext({ viewport: size, deviceScaleFactor })).newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    return page;
  };
  const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Lumen & Oak' });
  const strict = `default-src 'none'; script-src 'nonce-oak' 'strict-dynamic'; connect-src ${origin} ${origin.replace('http', 'ws')}`;
  const html = (body: string) => ({
    type: 'text/html',
    body: `<!doctype html><html lang="en"><head><title>Tables</title></head><body><button id="help">Help</button>${body.replaceAll('<script', '<script nonce="oak"')}</body></html>`,
  });

  const line = example('html', 'async src=');
  const queue = example('html', 'parley.q');
  const managed = example('html', 'createElement');
  const react = example('jsx', 'useEffect');
  expect([line, managed, react]).toEqual([
    snippetOf(documented, 'html'),
    snippetOf(documented, 'tag_manager'),
    snippetOf(documented, 'react'),
  ]);

  await test.step('plain: one element, one name, no cookie, nothing stored; it opens by itself and leaves the focus', async () => {
    const site = await aSite(
      { '/': html('<main>Tables</main>'), '/with': html(`<main>Tables</main>${here(line)}`) },
      strict,
    );
    const page = await open();
    await page.goto(site.url);
    const before = await whatIsThere(page);
    await page.goto(`${site.url}with`);
    await page.locator('#help').focus();
    await expect(panelOf(page)).toBeVisible();
    await expect(page.locator('#help')).toBeFocused();
    const after = await whatIsThere(page);
    expect(after.names.filter((name) => !before.names.includes(name))).toEqual(['parley']);
    // The line itself, and the chat.
    expect([after.body - before.body, after.head - before.head]).toEqual([2, 0]);
    expect([after.cookies, after.stored, await page.context().cookies()]).toEqual(['', 0, []]);
    await page.evaluate("parley('destroy')");
    expect(await whatIsThere(page)).toMatchObject({ body: before.body + 1, head: before.head });
    site.stop();
  });

  await test.step('the calls: a signed visitor, what the site knows, what it is told', async () => {
    const secret = 'a secret of the quidget';
    const said = `${example('js', 'createHmac')}; signature`;
    const signature: string = runInNewContext(said, { crypto: { createHmac }, secret, user: 'u-17' });
    expect(signature).toBe(createHmac('sha256', secret).update('u-17').digest('hex'));
    const calls = example('js', "parley('identify'");
    const known = `<script>window.site = { user: 'u-17', signature: '${signature}', log: [] };</script>${queue}<script>${calls}</script>`;
    const site = await aSite({ '/': html(`<main>Tables</main>${known}${here(line)}`) }, strict);
    const page = await open();
    await page.goto(site.url);
    const panel = panelOf(page);
    await expect(panel).toBeVisible();
    await page.locator('#help').click();
    await expect(panel).toBeHidden();
    await page.locator('#help').click();
    await panel.getByRole('button', { name: 'Start a conversation' }).click();
    await expect(panel.getByRole('textbox', { name: 'E-mail' })).toHaveValue('hanna@lindqvist.example');
    await panel.getByRole('textbox', { name: 'Message' }).fill('Is it oak?');
    await panel.getByRole('button', { name: 'Start the chat' }).click();
    await expect(panel.getByRole('log')).toContainText('Is it oak?');
    expect(chat.said.findLast((one) => one.path === 'chat/begin')?.data).toMatchObject({
      identity: { user: 'u-17', signature },
      attributes: { plan: 'gold', basket: '3 chairs' },
    });

    await test.step('files are dropped and pasted', async () => {
      const field = panel.getByRole('textbox', { name: 'Write a message' });
      const data = await page.evaluateHandle(
        "(() => { const all = new DataTransfer(); all.items.add(new File(['oak'], 'plan.png', { type: 'image/png' })); return all; })()",
      );
      await field.dispatchEvent('drop', { dataTransfer: data });
      await expect(panel.getByText('plan.png')).toHaveCount(1);
      await field.evaluate((box, all) => {
        const Paste = Reflect.get(globalThis, 'ClipboardEvent');
        box.dispatchEvent(new Paste('paste', { clipboardData: all, bubbles: true, composed: true, cancelable: true }));
      }, data);
      await expect(panel.getByText('plan.png')).toHaveCount(2);
      await field.fill('My room');
      await field.press('Enter');
      await expect(panel.getByRole('log').getByRole('link', { name: /plan\.png/ })).toHaveCount(2);
    });

    await page.locator('#help').click();
    await expect(panel).toBeHidden();
    chat.answers('It is.');
    await expect(page).toHaveTitle('(1) Tables');
    await page.locator('#help').click();
    await expect(page).toHaveTitle('Tables');
    expect(await page.evaluate<string[]>('site.log')).toEqual(['open', 'open', 'agent Olena: It is.', 'open']);
    site.stop();
  });

  await test.step('a tag manager brings it; at 200 % all of it is within the window', async () => {
    const site = await aSite({ '/': html(`<main>Tables</main>${here(managed)}`) }, strict);
    const page = await open({ width: 640, height: 400 }, 2);
    await page.goto(site.url);
    // There is no room to open by itself.
    await page.getByRole('button', { name: 'Chat with us' }).click();
    await expect(panelOf(page)).toBeVisible();
    await expect
      .poll(async () => {
        const box = await panelOf(page).boundingBox();
        return box && box.x >= 0 && box.y >= 0 && box.x + box.width <= 640 && box.y + box.height <= 400;
      })
      .toBe(true);
    const start = panelOf(page).getByRole('button', { name: 'Start a conversation' });
    await start.scrollIntoViewIfNeeded();
    await start.click();
    await panelOf(page).getByRole('button', { name: 'Start the chat' }).scrollIntoViewIfNeeded();
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    site.stop();
  });

  await test.step('React: mounted twice it is there once, and stays open where the address changes', async () => {
    const script = await reactSite(here(react));
    const site = await aSite(
      {
        '/': html('<div id="app"></div><script src="/app.js"></script>'),
        '/app.js': { type: 'text/javascript', body: script },
      },
      strict,
    );
    const page = await open();
    await page.goto(site.url);
    const panel = panelOf(page);
    await expect(panel).toBeVisible();
    await expect(page.locator('parley-quidget')).toHaveCount(1);
    await panel.getByRole('button', { name: 'Start a conversation' }).click();
    await panel.getByRole('textbox', { name: 'E-mail' }).fill('hanna@lindqvist.example');
    await panel.getByRole('textbox', { name: 'Message' }).fill('And chairs?');
    await panel.getByRole('button', { name: 'Start the chat' }).click();
    await expect(panel.getByRole('log')).toContainText('And chairs?');
    const told = () => chat.said.findLast((one) => one.path === 'ws page')?.data;
    await page.getByRole('button', { name: 'Chairs' }).click();
    await expect.poll(told).toMatchObject({ url: `${site.url}chairs?size=2`, title: 'Chairs' });
    await page.goBack();
    await expect.poll(told).toMatchObject({ url: site.url });
    await expect(panel.getByRole('log')).toContainText('And chairs?');
    await expect(page.locator('parley-quidget')).toHaveCount(1);
    site.stop();
  });

  expect(chat.faults).toEqual([]);
  expect(complaints.filter((text) => !/"(img|default)-src|net::ERR_/.test(text))).toEqual([]);
  await browser.close();
  chat.stop();
});
