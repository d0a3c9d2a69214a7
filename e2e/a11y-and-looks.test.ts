import type { Page } from '@playwright/test';
import { rowId } from '#test/api/people.ts';
import { entityNames } from '../web/src/features/entity/entity-names.ts';
import { violationsOf } from './support/axe.ts';
import { goesOn } from './support/goes-on.ts';
import { redPng } from './support/letters.ts';
import { askOwnDatabase, joinsAsAgent } from './support/members.ts';
import { password, type Shop, somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

const looks = [
  { colorScheme: 'light', width: 1440, language: 'en' },
  { colorScheme: 'dark', width: 1440, language: 'ua' },
  { colorScheme: 'light', width: 390, language: 'ua' },
  { colorScheme: 'dark', width: 390, language: 'en' },
] as const;

for (const { colorScheme, width, language } of looks) {
  test.describe(`${colorScheme}, ${width} px, ${language}`, () => {
    test.use({ colorScheme, viewport: { width, height: width === 390 ? 844 : 900 }, hasTouch: width === 390 });

    test('the doors can be read and used by everyone', async ({ page, shop, complaints }) => {
      complaints.expect(/locked-account\/open.* status of 422/);
      await page.addInitScript(`localStorage.setItem('parley.language', '${language}')`);
      await page.goto('/v1/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await isFine(page, 'sign in');

      await page.goto('/v1/unlock/a-key');
      await page.locator('button[class*=Button]').last().click();
      await expect(page.getByRole('link', { name: /sign-in|входу/ })).toBeVisible();
      await isFine(page, 'unlock');

      await page.goto('/v1/register');
      await page.locator('[name=name]').fill('Остап Вишня');
      await page.locator('[name=email_confirmation]').fill(`ostap@${shop.domain}`);
      await page.locator('[name=raw_password]').fill('short');
      await page.locator('[type=submit]').click();
      await expect(page.locator('[name=raw_password]')).toHaveAccessibleDescription(/12/);
      await isFine(page, 'register');

      await page.locator('[name=raw_password]').fill(password);
      await page.locator('[type=submit]').click();
      await expect(page).toHaveURL(/email-confirmation/);
      await expect(page.getByText(`ostap@${shop.domain}`)).toBeVisible();
      await isFine(page, 'confirmation');
    });

    test('the desk can be read and used by everyone', async ({ page, context, shop, aServer }) => {
      const ticketId = await aBusyDesk(shop);
      await shop.olena.api.call('settings/change', { language });
      await shop.signIn(context);

      await page.goto('/v1/tickets');
      await expect(page.getByRole('listitem').filter({ hasText: 'LO-1' })).toBeVisible();
      await isFine(page, 'list');
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
      await expect(page.locator('[data-count="2"]').first()).toBeVisible();
      await isFine(page, 'list with two chosen');
      await goesOn(page, `/v1/tickets/${ticketId}`);
      await expect(page.getByRole('article')).toHaveCount(3);
      await expect(page.locator('iframe').contentFrame().getByRole('img')).toHaveJSProperty('naturalWidth', 2);
      await isFine(page, 'ticket');
      for (const key of ['g', 'n']) await page.keyboard.press(key);
      await isFineAbove(page, 'bell');
      if (width === 390) {
        await page.getByRole('button', { name: /^(Details|Подробиці)/ }).click();
        await isFineAbove(page, 'what is known about the customer');
      }
      await goesOn(page, '/v1/tickets?search=table');
      await expect(page.locator('mark').first()).toBeVisible();
      await isFine(page, 'search');
      await goesOn(page, `/v1/products/${shop.productId}/edit`);
      await expect(page.locator('[name=name]')).toHaveValue('Shop');
      await isFine(page, 'product form');
      await goesOn(page, '/v1/products/search');
      await page.getByRole('row').filter({ hasText: 'Shop' }).getByRole('button').last().click();
      await page.getByRole('menuitem').last().click();
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
      await isFine(page, 'disabling what is in use');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await goesOn(page, `/v1/mailboxes/${shop.mailboxId}/edit`);
      await expect(page.locator('[name=from_email]')).toHaveValue(shop.address);
      await isFine(page, 'mailbox form');
      await goesOn(page, `/v1/mailboxes/${shop.mailboxId}/log`);
      await expect(page.getByText('I am on holiday')).toBeVisible();
      await isFine(page, 'mail log');
      await goesOn(page, '/v1/audit');
      await page.getByRole('listitem').filter({ hasText: 'Shop' }).getByRole('button').first().click();
      await isFine(page, 'audit trail');
      await goesOn(page, '/v1/security');
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2);
      await page.locator('main form, main section').first().getByRole('button').click();
      await expect(page.locator('svg[role=img]')).toBeVisible();
      await isFine(page, 'security');
      await goesOn(page, '/v1/settings');
      await page.getByRole('combobox', { name: /^(Time zone|Часовий пояс)/ }).click();
      await page.keyboard.press('ArrowDown');
      await expect(page.locator('[role=option][data-combobox-selected]')).toBeInViewport({ ratio: 1 });
      await isClean(page, 'a long choice with the keys at one of it');
      await page.keyboard.press('Escape');
      await goesOn(page, '/v1/customers');
      await expect(page.getByText('hanna@lindqvist.test')).toBeVisible();
      await isFine(page, 'customers');
      const another = { company_name: 'Meadow & Stone Workshop', case_prefix: 'MS' };
      await shop.olena.api.post('companies/create', { data: [another] });
      const oksana = await somebody(aServer, 'Oksana Dobrovolska', `oksana-dobrovolska@${shop.domain}`);
      const { id } = (await oksana.api.call('users/self')).body.data.user;
      await joinsAsAgent(aServer, id, shop.companyId);
      await askOwnDatabase(aServer, "update roles set name = 'admin', level = 3 where user_id = $1", [id]);
      await page.goto('/v1/users/search');
      await expect(page.locator('main td', { hasText: another.company_name })).toBeVisible();
      await isFine(page, 'people of two companies');
      expect.soft(await page.evaluate(sidewaysInTable), 'all columns of people of two companies').toBe(0);
    });
  });
}

const sidewaysInTable = `(() => {
  const { scrollWidth, clientWidth } = document.querySelector('main table').parentElement;
  return scrollWidth - clientWidth;
})()`;

test.describe('light, 390 px, ua', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("every noun's page is for thumbs", async ({ page, context, shop }) => {
    test.slow();
    await shop.olena.api.call('settings/change', { language: 'ua' });
    await shop.signIn(context);
    await page.goto('/v1/tickets');
    await expect(page.locator('h1').first()).toBeVisible();
    // Lists are one; these have more than rows.
    const lists = ['products', 'phones', 'integrations', 'users'].map((noun) => `${noun}/search`);
    for (const screen of [...lists, ...entityNames.map((noun) => `${noun}/add`)]) {
      await goesOn(page, `/v1/${screen}`);
      await expect(page.locator('h1').first()).toBeVisible();
      await isInReach(page, screen);
    }

    await goesOn(page, `/v1/teams/${await aTeam(shop)}/edit`);
    await expect(page.getByRole('link', { name: 'Olena Kovalenko' })).toBeVisible();
    await isInReach(page, 'a team with somebody in it');
    await page.getByRole('combobox', { name: 'Як розподіляти звернення' }).click();
    expect.soft((await page.getByRole('option').first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await page.getByRole('option').first().click();

    const bar = page.locator('[data-save-bar]');
    const empty = (await bar.boundingBox())?.height;
    await page.locator('[name=name]').fill('');
    await expect(bar.getByText('1 незбережена зміна')).toBeVisible();
    expect.soft((await bar.boundingBox())?.height, 'telling what is unsaved moves nothing').toBe(empty);
    await page.evaluate(halfOutOfSight);
    await bar.getByRole('button').first().click();
    await expect(page.locator('[name=name]')).toBeFocused();
    for (const words of [page.locator('label', { hasText: 'Назва' }), page.getByText('Це поле обов’язкове')])
      await expect.soft(words, 'above and below what was refused').toBeInViewport({ ratio: 1 });
  });
});

/** The field is there in part, so that little is needed to see all of it. */
const halfOutOfSight = `(() => {
  const [field, body] = [document.querySelector('[name=name]'), document.querySelector('#page-form').parentElement];
  body.scrollTop += field.getBoundingClientRect().top - body.getBoundingClientRect().top + 10;
})()`;

async function aTeam({ olena: { api }, companyId }: Shop): Promise<number> {
  const me = (await api.call('users/self')).body.data.user.id;
  const members = [{ user_id: me, capacity: null }];
  return rowId(
    await api.post('teams/create', { data: [{ company_id: companyId, name: 'Carriers', members }] }),
    'teams',
  );
}

/** Letters with everything in them, an answer, a note, and mail that made no ticket. Answers the ticket to look at. */
async function aBusyDesk(shop: Shop): Promise<number> {
  const subject =
    'The dining table that I ordered in October has arrived with a crack along the grain of its third leg';
  const { id } = await shop.receivesTicket({
    subject,
    html: '<p>See <b>the picture</b>, please.</p><img src="cid:crack" alt="The crack"><img src="https://example.test/1.png" alt="">',
    attachments: [
      { filename: 'crack.png', content: redPng, cid: 'crack', contentDisposition: 'inline' },
      { filename: 'Рахунок-фактура за дерев’яний обідній стіл, жовтень.pdf', content: '%PDF-1.7' },
      { filename: 'crack from above.png', content: redPng },
    ],
  });
  const { api } = shop.olena;
  const note = { ticket_id: id, client_id: crypto.randomUUID(), body_html: '<p>She is a regular.</p>' };
  await api.call('tickets/note', note);
  await shop.answers(id, 'A <strong>new leg</strong> leaves tomorrow.', { to: [{ address: shop.address }] });
  await api.call('tickets/reopen', { ids: [id] });
  await shop.receivesTicket({ from: 'Олексій Грищенко <oleksiy@ukr.test>', subject: 'Стілець хитається' });
  await shop.receives({ subject: 'I am on holiday', headers: { 'Auto-Submitted': 'auto-replied' } });
  return id;
}

async function isFine(page: Page, screen: string): Promise<void> {
  await isClean(page, screen);
  await isInReach(page, screen);
}

async function isClean(page: Page, screen: string): Promise<void> {
  const violations = await violationsOf(page);
  const found = violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    at: nodes.map((node) => node.target.join(' ')),
  }));
  expect.soft(found, `axe on ${screen}`).toEqual([]);
}

/** What opens above the page, until Escape closes it. */
async function isFineAbove(page: Page, screen: string): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await isFine(page, screen);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Nothing is wider than the window, and on a phone a thumb finds what it means. */
async function isInReach(page: Page, screen: string): Promise<void> {
  expect.soft(await page.evaluate(overflows), `nothing sticks out on ${screen}`).toEqual([]);
  if ((page.viewportSize()?.width ?? 0) < 500)
    expect.soft(await page.evaluate(smallTargets), `what a thumb misses on ${screen}`).toEqual([]);
}

/**
 * What can be pressed in less than 44 px either way, but for the two that an edge may take, wherever its neighbours begin. Links within a sentence are as high as
 * the sentence (WCAG 2.5.8), and what is not to be seen is not to be pressed.
 */
const smallTargets = `(() => {
  const found = new Map();
  const all = 'a[href], button, summary, select, textarea, input, [role=button], [role=tab], [role=combobox], [role=switch]';
  for (const one of document.querySelectorAll(all)) {
    if (one.disabled || one.closest('[inert], [aria-hidden=true]') || one.type === 'hidden' || one.type === 'file') continue;
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (one.matches('.sr, .sr *') || getComputedStyle(one).clipPath !== 'none' || getComputedStyle(one).clip !== 'auto') continue;
    if (one.tagName === 'A' && getComputedStyle(one).display === 'inline' && /\\S/.test([...one.parentElement.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join(''))) continue;
    one.scrollIntoView({ block: 'center', inline: 'center' });
    const box = one.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.right < 1 || box.left > innerWidth - 1) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const labels = one.labels ? [...one.labels] : [];
    const isHit = (dx, dy) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit && (one.contains(hit) || labels.some((label) => label.contains(hit)) || hit.contains(one) && hit.matches('label, a[href], [class*=Input-wrapper], [class*=Input-input]'));
    };
    if (!isHit(0, 0)) continue;
    const reach = (dx, dy) => { let n = 0; while (n < 44 && isHit(dx * (n + 1), dy * (n + 1))) n++; return n; };
    const [width, height] = [1 + reach(1, 0) + reach(-1, 0), 1 + reach(0, 1) + reach(0, -1)];
    const name = (one.getAttribute('aria-label') || one.textContent || one.name || one.id || one.className).trim().slice(0, 40);
    if (width < 42 || height < 42) found.set(one.tagName + ' ' + name, width + ' x ' + height);
  }
  return [...found].map(([name, size]) => name + ': ' + size);
})()`;

/** What is wider than the window, buttons whose words do not fit into them, and words that end where nobody can see that they do. */
const overflows = `(() => {
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push('the page scrolls sideways: ' + scrollWidth + ' > ' + clientWidth);
  const isCut = (element, button) => {
    for (let at = element; at !== button.parentElement; at = at.parentElement) {
      if (getComputedStyle(at).textOverflow === 'ellipsis' || getComputedStyle(at).position === 'absolute') return true;
    }
    return false;
  };
  for (const button of document.querySelectorAll('button, [role=tab], [role=menuitem], a[class*=Button]')) {
    const box = button.getBoundingClientRect();
    if (!box.width || !button.checkVisibility({ visibilityProperty: true })) continue;
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects()) {
        const sticksOut = line.right > box.right + 1 || line.left < box.left - 1 || line.bottom > box.bottom + 2;
        if (sticksOut && !isCut(text.parentElement, button)) found.push('words stick out of a button: ' + button.textContent);
      }
    }
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode;
    let at = text.parentElement;
    if (!text.data.trim() || !at.checkVisibility({ visibilityProperty: true }) || at.closest('.sr, [inert], [aria-hidden=true]')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, width } = range.getBoundingClientRect();
    while (getComputedStyle(at).display === 'inline') at = at.parentElement;
    if (!width || getComputedStyle(at).textOverflow === 'ellipsis') continue;
    for (; at; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX === 'auto' || overflowX === 'scroll') break;
      const box = at.getBoundingClientRect();
      if (overflowX !== 'visible' && box.width > 1 && (right > box.right + 1 || left < box.left - 1)) found.push('words are cut off: ' + text.data);
    }
  }
  return [...new Set(found)];
})()`;
