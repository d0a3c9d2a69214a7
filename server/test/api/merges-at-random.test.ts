import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, rowId } from './people.ts';

/** F32: whatever is done in whatever order, threads, tags and counts are those of a model that knows no database. */
let at: TestParley;
let olena: ApiClient;
let shop: Company;
let tags: number[];
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at, 'Olena', 'olena@lumenoak.test')).api;
  shop = await aCompany(olena, 'Lumen & Oak', 'LO');
  tags = [];
  for (const name of ['oaken', 'walnut', 'maple'])
    tags.push(rowId(await olena.post('tags/create', { data: [{ company_id: shop.companyId, name }] }), 'tags'));
});
afterAll(() => at?.close());

const ticketsAtOnce = 4;
type Step =
  | { readonly does: 'merge'; readonly into: number; readonly from: number }
  | { readonly does: 'unmerge'; readonly which: number }
  | { readonly does: 'write' | 'type' | 'trash' | 'restore'; readonly to: number }
  | { readonly does: 'tag'; readonly to: number; readonly tag: number };
const place = fc.nat(ticketsAtOnce - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('merge' as const), into: place, from: place }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('unmerge' as const), which: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constantFrom('write' as const, 'type' as const), to: place }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('type' as const), to: place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('trash' as const, 'restore' as const), to: place }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('tag' as const), to: place, tag: fc.nat(2) }) },
);

/** What each ticket wrote itself, where it went, and what is in the trash. */
type Model = {
  own: string[][];
  trash: Set<number>;
  merges: { id: number; from: number; into: number }[];
};
const rootOf = (model: Model, ticket: number): number => {
  const merge = model.merges.find((one) => one.from === ticket);
  return merge ? rootOf(model, merge.into) : ticket;
};
const threadOf = (model: Model, ticket: number) =>
  model.own.flatMap((texts, one) => (rootOf(model, one) === ticket ? texts : [])).sort();

test('F32 merges, unmerges, letters, tags and the trash at random: threads and counts are those of the model', async () => {
  let unique = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 25 }), async (steps) => {
      const run = ++unique;
      const ids: number[] = [];
      const model: Model = { own: [], trash: new Set(), merges: [] };
      for (let i = 0; i < ticketsAtOnce; i++) {
        ids.push((await aTicket(at, shop, { text: `${run} first ${i}` })).ticketId);
        model.own.push([`${run} first ${i}`]);
      }
      /** Words of drafts: each is somewhere, once, wherever its ticket went. */
      const typed: string[] = [];
      const id = (one: number) => ids[one] ?? 0;
      const where = (one: number) => ({ filter: { conditions: [['id', '=', id(one)]] } });
      for (const [n, one] of steps.entries()) await take(model, one, n);

      async function take(model: Model, one: Step, n: number) {
        const isMerged = (ticket: number) => rootOf(model, ticket) !== ticket;
        if (one.does === 'merge') {
          const answer = await olena.call('tickets/merge', { survivor_id: id(one.into), ids: [id(one.from)] });
          const isFree = (ticket: number) => !isMerged(ticket) && !model.trash.has(ticket);
          const isGood = one.into !== one.from && isFree(one.into) && isFree(one.from);
          expect(answer.status === 200, answer.text).toBe(isGood);
          if (isGood) model.merges.push({ id: answer.body.data.merges[0].id, from: one.from, into: one.into });
        } else if (one.does === 'unmerge') {
          const merge = model.merges[one.which];
          if (!merge) return;
          expect((await olena.call('tickets/unmerge', { merge_ids: [merge.id] })).status).toBe(200);
          model.merges = model.merges.filter((other) => other !== merge);
        } else if (one.does === 'write') {
          const root = rootOf(model, one.to);
          const text = `${run} letter ${n}`;
          await aLetterOn(at, shop, id(root), { text });
          model.own[root]?.push(text);
        } else if (one.does === 'type') {
          // As a desk that has not heard yet where the ticket went: what stands there goes on.
          const word = `word-${run}-${n}`;
          const stands = rootOf(model, one.to) === one.to ? (await drafts(id(one.to))).mine[0] : undefined;
          const saved = await olena.call(
            'drafts/save',
            draft(id(one.to), `${stands?.body_html ?? ''}<p>${word}</p>`, stands?.version),
          );
          expect(saved.status, saved.text).toBe(200);
          if (saved.body.data.other)
            typed.splice(
              0,
              typed.length,
              ...typed.filter((old) => !saved.body.data.other.body_html.includes(`<p>${old}</p>`)),
            );
          typed.push(word);
        } else if (one.does === 'tag') {
          const answer = await olena.call('tickets/tag', { ids: [id(one.to)], add: [tags[one.tag]] });
          expect(answer.status).toBe(isMerged(one.to) ? 409 : 200);
        } else {
          const answer = await olena.post(`tickets/${one.does === 'trash' ? 'delete' : 'restore'}`, where(one.to));
          expect(answer.status === 200, answer.text).toBe(!isMerged(one.to));
          if (answer.status === 200) one.does === 'trash' ? model.trash.add(one.to) : model.trash.delete(one.to);
        }
      }

      for (const [one] of ids.entries()) {
        const messages = await olena.post('messages/get', {
          filter: {
            conditions: [
              ['ticket_id', '=', id(one)],
              ['kind', '=', 'inbound'],
            ],
          },
        });
        const texts = messages.body.data.messages.map((message: { body_text: string }) => message.body_text).sort();
        expect(texts).toEqual(threadOf(model, one));
        const [row] = (await olena.post('tickets/get', where(one))).body.data.tickets;
        const root = rootOf(model, one);
        expect(row.merged_into_id).toBe(root === one ? null : id(root));
        if (root === one) expect(row.message_count).toBe(threadOf(model, one).length);
      }
      const found: string[] = [];
      for (const [one] of ids.entries()) {
        if (rootOf(model, one) !== one) continue;
        const { mine, aside } = await drafts(id(one));
        const texts = [...mine.map((draft) => draft.body_html), ...aside.map((draft) => draft.line)];
        found.push(...(texts.join(' ').match(/word-\d+-\d+/g) ?? []));
      }
      expect(found.sort()).toEqual(typed.sort());
      await countsAgree();
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

const device = crypto.randomUUID();
const draft = (ticket_id: number, body_html: string, base_version = 0) => ({
  ...{ ticket_id, kind: 'reply', body_html, recipients: null, from: null, template_ids: [], mentions: [], signs: 1 },
  ...{ attachments: [], base_version, typed_ms_ago: 0, device },
});
type Drafts = { mine: { body_html: string; version: number }[]; aside: { line: string }[] };
const drafts = async (ticket_id: number) => (await olena.call('drafts/of-ticket', { ticket_id })).body.data as Drafts;

/** The maintained counts are those of the rows. */
async function countsAgree(): Promise<void> {
  const [row] = await at.db.read<{ differ: number }>(
    'system',
    sql`select count(*)::int as differ from (
          select bucket, sum(delta) as n from ticket_counts where company_id = ${shop.companyId} group by 1 having sum(delta) <> 0
          except select ticket_bucket(is_deleted, is_spam, view_type, merged_into_id), count(*) from tickets
            where company_id = ${shop.companyId} and merged_into_id is null group by 1) d`,
  );
  expect(row?.differ).toBe(0);
}
