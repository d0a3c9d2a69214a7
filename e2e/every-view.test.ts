import type { BrowserContext, Page } from '@playwright/test';
import type { ParleyServer } from '#test/rigs/parley-server.ts';
import { inLayout, type Layout } from './support/layouts.ts';
import { joinsAsAgent } from './support/members.ts';
import { type Shop, somebody } from './support/shop.ts';
import { expect, test } from './support/story.ts';

const link = (page: Page, id: string) => page.locator(`[data-ticket="${id}"]`).getByRole('link');
const idsOf = (page: Page) =>
  page.evaluate<string[]>("[...document.querySelectorAll('[data-ticket]')].map((row) => row.dataset.ticket)");
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) });
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

type Done = readonly [key: string, said: string];
type View = {
  readonly name: string;
  readonly address: (shop: Made) => string;
  /** What a key does to the row with the focus, and what is said of it. */
  readonly keys: readonly Done[];
  readonly letters?: string;
};
type Made = Shop & { savedId: number; teamId: number };

const resolves = ['KeyE', '1 ticket resolved'] as const;
const bins = ['Shift+Digit3', '1 ticket moved to trash'] as const;
const toSpam = ['Shift+Digit1', '1 ticket marked as spam'] as const;
const ofWork = [resolves, toSpam, bins];
const views: readonly View[] = [
  { name: 'Inbox', letters: 'KeyG KeyI', address: () => '/v1/tickets', keys: ofWork },
  { name: 'Mine', letters: 'KeyG KeyM', address: () => '/v1/tickets?view=mine', keys: ofWork },
  { name: 'Unassigned', letters: 'KeyG KeyU', address: () => '/v1/tickets?view=unassigned', keys: ofWork },
  { name: 'Mentions', letters: 'KeyG KeyE', address: () => '/v1/tickets?view=mentions', keys: ofWork },
  { name: 'Drafts', letters: 'KeyG KeyF', address: () => '/v1/tickets?view=drafts', keys: ofWork },
  { name: 'Snoozed', letters: 'KeyG KeyS', address: () => '/v1/tickets?view=snoozed', keys: ofWork },
  { name: 'Answered', letters: 'KeyG KeyW', address: () => '/v1/tickets?view=answered', keys: ofWork },
  {
    ...{ name: 'Resolved', letters: 'KeyG KeyR', address: () => '/v1/tickets?view=resolved' },
    keys: [['KeyE', '1 ticket reopened'], toSpam, bins],
  },
  {
    ...{ name: 'Spam', letters: 'KeyG KeyP', address: () => '/v1/tickets?view=spam' },
    keys: [['Shift+Digit1', '1 ticket is no spam'], bins],
  },
  {
    ...{ name: 'Trash', letters: 'KeyG KeyD', address: () => '/v1/tickets?view=trash' },
    keys: [['Shift+Digit3', '1 ticket restored']],
  },
  { name: 'Shop', address: (the) => `/v1/tickets?product=${the.productId}`, keys: ofWork },
  { name: 'Carriers', address: (the) => `/v1/tickets?team=${the.teamId}`, keys: ofWork },
  { name: 'Odd ones', address: (the) => `/v1/tickets?tag=${the.savedId}`, keys: ofWork },
];

/** Four tickets in each view, and Olena as the one whose views they are. */
async function fill(shop: Shop, aServer: ParleyServer): Promise<Made> {
  const { api } = shop.olena;
  await shop.receivesTicket({ subject: 'The first of all' });
  await shop.hasTickets(44);
  const { body } = await api.post('tickets/get', { fields: ['id'], sort: [['id', 'asc']], range: [0, 100] });
  const all: number[] = body.data.tickets.map((one: { id: number }) => one.id).slice(1);
  const some = () => all.splice(0, 4);
  const me = (await api.call('users/self')).body.data.user.id;
  const ira = await somebody(aServer, 'Ira Melnyk', `ira@${shop.domain}`);
  await joinsAsAgent(aServer, (await ira.api.call('users/self')).body.data.user.id, shop.companyId);
  const create = async (entity: string, row: object) =>
    (await api.post(`${entity}/create`, { data: [{ company_id: shop.companyId, ...row }] })).body.data[entity][0].id;
  const teamId = await create('teams', { name: 'Carriers' });
  const savedId = await create('tags', { name: 'odd' });
  const client = () => crypto.randomUUID();
  const done = [
    await api.call('tickets/assign', { ids: some(), assignee_id: me }),
    await api.call('tickets/snooze', { ids: some(), until: '2029-01-01 08:00:00' }),
    await api.call('tickets/resolve', { ids: some() }),
    await api.call('tickets/spam', { ids: some(), is_spam: 1 }),
    await api.post('tickets/delete', { filter: { conditions: [['id', 'in', some()]] } }),
    await api.call('tickets/assign', { ids: some(), team_id: teamId }),
    await api.call('tickets/tag', { ids: some(), add: [savedId] }),
  ];
  for (const ticket_id of some())
    done.push(
      await ira.api.call('tickets/note', {
        ...{ ticket_id, client_id: client(), body_html: '<p>Look</p>' },
        mentions: [{ kind: 'user', id: me }],
      }),
    );
  for (const ticket_id of some())
    done.push(
      await api.call('drafts/save', {
        ...{
          ticket_id,
          kind: 'reply',
          body_html: '<p>Dear</p>',
          recipients: null,
          from: null,
          attachments: [],
          template_ids: [],
        },
        ...{ mentions: [], signs: 1, base_version: 0, typed_ms_ago: 0, device: client() },
      }),
    );
  for (const ticket_id of some())
    done.push(
      await api.call('tickets/reply', {
        ...{ ticket_id, client_id: client(), body_html: '<p>It is.</p>' },
        to: [{ address: 'hanna@lindqvist.test' }],
      }),
    );
  for (const one of done) expect(one.status, one.text).toBe(200);
  return { ...shop, teamId, savedId };
}

/** The same, and Olena is signed in. Toasts stand until a slow machine has looked at them. */
async function hasWork(shop: Shop, aServer: ParleyServer, context: BrowserContext): Promise<Made> {
  const made = await fill(shop, aServer);
  await shop.olena.api.call('settings/change', { notification_duration: 30_000 });
  await made.signIn(context);
  return made;
}

test('every view is worked through by the same keys, with an English layout and with a Ukrainian one', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  const made = await hasWork(shop, aServer, context);
  await page.goto('/v1/tickets');
  await expect(page.locator('[data-ticket]').first()).toBeVisible();
  for (const [at, { name, address, keys, letters }] of views.entries()) {
    const layout: Layout = at % 2 === 0 ? 'English' : 'Ukrainian';
    const press = (key: string) => inLayout(page, layout, key);
    await test.step(`${name}, with a ${layout} layout`, async () => {
      if (letters) for (const one of letters.split(' ')) await press(one);
      else await page.goto(address(made));
      const list = page.locator('[data-ticket]');
      if (letters) await expect.soft(heading(page, name), name).toBeVisible();
      await expect.soft(list.nth(3), name).toBeVisible();
      const [first = '', second = ''] = await idsOf(page);
      await press('KeyJ');
      await expect.soft(link(page, first), `${name}: J steps onto the first row`).toBeFocused();
      await press('KeyJ');
      await expect.soft(link(page, second), `${name}: and onto the next`).toBeFocused();
      await press('KeyX');
      await expect.soft(page.getByText('1 selected'), `${name}: X picks`).toBeVisible();
      await press('KeyK');
      await press('Shift+KeyX');
      await expect.soft(page.getByText('2 selected'), `${name}: Shift X picks up to here`).toBeVisible();
      await press('Escape');
      await expect.soft(page.getByText('2 selected'), `${name}: Escape lets go`).toBeHidden();
      await press('Enter');
      await expect.soft(page, `${name}: Enter opens`).toHaveURL(new RegExp(`/tickets/${first}`));
      await expect.soft(page.locator('[data-composer]')).toBeVisible();
      await press('Escape');
      await expect.soft(link(page, first), `${name}: Escape leads back to the row`).toBeFocused();
      for (const [key, words] of keys) {
        const [going = '', next = ''] = await idsOf(page);
        await link(page, going).focus();
        await press(key);
        await expect.soft(said(page, words), `${name}: ${key} says so`).toBeVisible();
        await expect.soft(link(page, next), `${name}: after ${key} the next row has the focus`).toBeFocused();
        await press('KeyZ');
        await expect.soft(said(page, words), `${name}: Z takes ${key} back`).toBeHidden();
        await expect.soft(link(page, going), `${name}: Z after ${key}: it is back`).toHaveCount(1);
      }
    });
  }
});

const bulk: readonly {
  readonly name: string;
  readonly key: string;
  readonly types?: string;
  readonly said: RegExp;
  readonly button: string;
  readonly choose?: string | RegExp;
}[] = [
  { name: 'resolve', key: 'KeyE', said: /tickets? resolved/, button: 'Resolve' },
  { name: 'assign', key: 'KeyA', types: 'ira', said: /tickets? assigned/, button: 'Assign', choose: 'Ira Melnyk' },
  {
    name: 'give to a team',
    key: 'KeyA',
    types: 'carr',
    said: /tickets? given to Carriers/,
    button: 'Assign',
    choose: 'Carriers',
  },
  {
    name: 'snooze',
    key: 'KeyS',
    types: '3 days',
    said: /tickets? snoozed until/,
    button: 'Snooze',
    choose: /Tomorrow|Next week/,
  },
  { name: 'tag', key: 'KeyT', types: 'odd', said: /tickets? got the tag/, button: 'Tag', choose: 'odd' },
  { name: 'label', key: 'KeyL', types: 'refund', said: /tickets? labelled/, button: 'Label', choose: 'Refund' },
  { name: 'spam', key: 'Shift+Digit1', said: /tickets? marked as spam/, button: 'Spam' },
  { name: 'trash', key: 'Shift+Digit3', said: /tickets? moved to trash/, button: 'Trash' },
];

test('what is done to three at once is said, can be taken back, and the focus stays in the list', async ({
  page,
  context,
  shop,
  aServer,
}) => {
  await hasWork(shop, aServer, context);
  await page.goto('/v1/tickets');
  const bar = page.getByRole('toolbar', { name: 'Actions for tickets' });
  const focus = () =>
    page.evaluate<string>(
      "document.activeElement?.closest('[data-ticket]') ? 'a row' : (document.activeElement?.tagName ?? 'nothing')",
    );
  for (const by of ['keys', 'mouse'] as const)
    for (const one of bulk)
      await test.step(`${one.name} by ${by}`, async () => {
        const what = `${one.name} by ${by}`;
        await expect.soft(page.locator('[data-ticket]').nth(3), what).toBeVisible();
        const ids = (await idsOf(page)).slice(0, 3);
        await link(page, ids[0] ?? '').focus();
        for (const key of ['x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
        await expect.soft(page.getByText('3 selected'), what).toBeVisible();
        if (by === 'keys') {
          await page.keyboard.press(one.key);
          if (one.types) {
            await page.keyboard.type(one.types);
            await page.keyboard.press('Enter');
          }
        } else {
          await bar.getByRole('button', { name: one.button }).click();
          if (one.choose) await page.getByRole('option', { name: one.choose }).first().click();
        }
        const toast = said(page, one.said);
        await expect.soft(toast, what).toBeVisible();
        if (by === 'keys') await expect.soft.poll(focus, { message: `${what}: focus` }).toBe('a row');
        else await expect.soft.poll(focus, { message: `${what}: focus` }).not.toBe('BODY');
        if (by === 'keys') await page.keyboard.press('z');
        else await toast.getByRole('button', { name: 'Undo' }).click();
        await expect.soft(toast, what).toBeHidden();
        await expect.soft
          .poll(async () => (await idsOf(page)).slice(0, 3).toSorted(), { message: `${what}: taken back` })
          .toEqual(ids.toSorted());
        await expect.soft.poll(focus, { message: `${what}: focus after undo` }).not.toBe('BODY');
        await page.keyboard.press('Escape');
        await page.mouse.move(0, 0);
      });
});
