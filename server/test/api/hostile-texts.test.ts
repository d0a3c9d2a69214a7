import { beforeEach, describe, expect, test } from 'vitest';
import { htmlAttacks } from '#channels/email/parsing/samples/html-attacks.ts';
import { entities } from './contract-registry.ts';
import { hostileRowOf, sendHostile, textsOf } from './hostile-rows.ts';
import { rows } from './rows-of.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import type { Shop } from './two-companies.ts';

let ours: Shop;
shopsAtHand((it) => ({ ours } = it));

/** Fields of texts that are no words: names of one among several, addresses, numbers, colours, hours. */
const noWords: Readonly<Record<string, readonly string[]>> = {
  calendars: ['time_zone', 'week'],
  companies: ['case_prefix'],
  customers: ['email', 'language', 'phone', 'time_zone'],
  integrations: ['additional', 'api_url'],
  links: ['url'],
  mailboxes: [
    'from_email',
    'imap_purpose',
    'imap_type',
    'smtp_script_url',
    'smtp_security',
    'uidvalidity_inbox',
    'uidvalidity_outbox',
    'use_remote_script',
  ],
  products: ['auto_reply_when', 'color'],
  quidgets: ['allowed_domains', 'color'],
  tags: ['color'],
  teams: ['members', 'routing'],
  templates: ['attachments', 'visibility'],
};
/** Shown as HTML: kept as the cleaner leaves it. All others are shown as they were typed. */
const html = /^(?:(?:products|teams)\.signature|templates\.texts\.\w+|products\.auto_reply_texts\.\w+\.html)$/;
const runs = /<script|<iframe|<svg|\son\w+\s*=|javascript:/i;

const short = ['<img src=x onerror=alert(1)>', '<svg onload=alert(1)', 'javascript:alert(1)'];
/** NUL is refused wherever somebody writes. */
const long = `<p>Walnut</p>${htmlAttacks.filter((one) => !one.includes('\0')).join('')}`.slice(0, 5000);
const says = (max: number) => (max >= long.length ? long : (short.find((one) => one.length <= max) ?? ''));

const written = entities.filter((one) => one.actions.includes('create') || one.actions.includes('update'));
describe.each(written.map((one) => [one.name, one] as const))('A23 %s', (name, of) => {
  const mode = of.actions.includes('create') ? 'create' : 'update';
  let byItself: [string, string, number][];
  beforeEach(() => {
    byItself = [['id', '=', ours.ids[name] ?? 0]];
  });

  test('takes what attacks say wherever it takes words, keeps words as they are and HTML cleaned', async () => {
    const { answer, said } = await sendHostile(hostileRowOf(of, mode, ours.ids, says), (row) =>
      mode === 'create'
        ? ours.owner.post(`${name}/create`, { data: [row] })
        : ours.owner.post(`${name}/update`, { data: row, filter: { conditions: byItself } }),
    );
    expect(answer.status, answer.text).toBe(200);
    const saying = new Set(said.map((place) => place.split('.')[0]));
    const quiet = textsOf(of, mode).flatMap(([field]) => (saying.has(field) ? [] : [field]));
    expect(quiet.toSorted()).toEqual(noWords[name] ?? []);

    const { id } = rows(answer, name)[0] ?? {};
    const got = await ours.owner.post(`${name}/get`, { filter: { conditions: [['id', '=', id]] } });
    const kept = rows(got, name)[0];
    for (const place of said) {
      const text = String(place.split('.').reduce((part, step) => part?.[step], kept));
      if (html.test(`${name}.${place}`)) expect(text, place).not.toMatch(runs);
      else
        expect(
          [...short, long].some((one) => text.endsWith(one)),
          `${place}: ${text}`,
        ).toBe(true);
    }
  });
});
