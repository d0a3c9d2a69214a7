import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, joins } from './people.ts';
import { byId } from './rows-of.ts';
import { aMember, type Shop, twoShops } from './two-companies.ts';
import {
  desk,
  hanna,
  inAnHour,
  lettersIn,
  ofTicket,
  phone,
  problem,
  reply,
  save,
  ticketRow,
  until,
  upload,
  written,
} from './what-is-written.ts';

let at: TestParley;
let shop: Shop;
let theirs: Shop;
let olena: ApiClient;
let iryna: { id: number; api: ApiClient };
beforeAll(async () => {
  at = await aParley({ role: 'all', env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  [shop, theirs] = await twoShops(at);
  olena = shop.owner;
  iryna = await aPerson(at, 'Iryna', 'iryna@lumenoak.test');
  await joins(at, iryna.id, shop.companyId, 1);
  at.wake.nudge('sessions');
});
afterAll(() => at?.close());

const lettersOf = (ticketId: number) => lettersIn(olena, ticketId);

describe('a draft', () => {
  test('is taken up on another machine with its files and recipients; colleagues see that it is there', async () => {
    const { ticketId, messageId } = await aTicket(at, shop);
    const file = await upload(olena);
    const recipients = { to: hanna, cc: [], bcc: [] };
    const begun = { recipients, attachments: [file], seen_to: messageId };
    const first = await save(olena, written(ticketId, 'A new leg', begun));
    expect(first).toMatchObject({ is_saved: 1, other: null });
    await save(olena, written(ticketId, 'Ask the joiner', { kind: 'note' }));

    const { mine, colleagues } = await ofTicket(olena, ticketId);
    expect(mine.map((one: { kind: string; body_html: string }) => [one.kind, one.body_html])).toEqual([
      ['reply', '<p>A new leg</p>'],
      ['note', '<p>Ask the joiner</p>'],
    ]);
    expect(mine[0]).toMatchObject({ ...begun, attachments: [{ id: file, name: 'table.png' }] });
    expect(mine[1]).toMatchObject({ seen_to: null });
    expect(colleagues).toEqual([]);
    expect(await ticketRow(olena, ticketId, ['has_draft'])).toMatchObject({ has_draft: 1 });

    const seen = await ofTicket(iryna.api, ticketId);
    expect(seen.mine).toEqual([]);
    expect(
      seen.colleagues.map((one: { line: string; user: { id: number } }) => [one.user.id, one.line]).sort(),
    ).toEqual([
      [shop.ownerId, 'A new leg'],
      [shop.ownerId, 'Ask the joiner'],
    ]);
    expect(await ticketRow(iryna.api, ticketId, ['has_draft', 'draft_by'])).toMatchObject({
      ...{ has_draft: 0, draft_by: expect.any(String) },
    });
    expect(await ticketRow(olena, ticketId, ['draft_by'])).toMatchObject({ draft_by: null });
    // The view of one's own drafts, and how many there are.
    const mineHere = async (api: ApiClient, me: number) => {
      const filter = { conditions: [['drafted_by_ids', '=', me]] };
      const { body } = await api.post('tickets/get', { fields: ['id'], filter });
      const { views } = (await api.call('tickets/counters', {})).body.data;
      expect(views.drafts).toBe(body.data.tickets.length);
      return body.data.tickets.some((one: { id: number }) => one.id === ticketId);
    };
    expect([await mineHere(olena, shop.ownerId), await mineHere(iryna.api, iryna.id)]).toEqual([true, false]);
    // A file of a draft stays its writer's own.
    expect((await iryna.api.get(`files/${file}`)).status).toBe(404);
  });

  test('that two machines write at once keeps what was typed later, and gives the other back', async () => {
    const { ticketId } = await aTicket(at, shop);
    const { version } = await save(olena, written(ticketId, 'At the desk'));
    // The phone knew of nothing and was typed in later.
    const phoneWins = await save(olena, written(ticketId, 'On the phone', { device: phone }));
    expect(phoneWins).toMatchObject({ is_saved: 1, version: version + 1, other: { body_html: '<p>At the desk</p>' } });
    // The desk lay asleep with older words.
    const stale = await save(
      olena,
      written(ticketId, 'At the desk, more', { base_version: version, typed_ms_ago: 3_600_000 }),
    );
    expect(stale).toMatchObject({ is_saved: 0, version: version + 1, other: { body_html: '<p>On the phone</p>' } });
    expect((await ofTicket(olena, ticketId)).mine[0].body_html).toBe('<p>On the phone</p>');
    // An answer that was lost: the same words again are no conflict.
    const again = await save(olena, written(ticketId, 'On the phone', { device: phone }));
    expect(again).toMatchObject({ is_saved: 1, version: version + 1, other: null });
  });

  test('that differs by a copy, the sender, the signature or what it forwards is another one, and none of it is dropped', async () => {
    const { ticketId, messageId } = await aTicket(at, shop);
    const to = [{ name: 'Hanna', address: 'hanna@lindqvist.test' }];
    const first = written(ticketId, 'Same words', { recipients: { to, cc: [], bcc: [] } });
    const joiner = [{ name: 'Joiner', address: 'joiner@wood.test' }];
    const files = [await upload(olena), await upload(olena)];
    let { version } = await save(olena, first);
    for (const more of [
      { recipients: { to, cc: joiner, bcc: [] } },
      { recipients: { to, cc: [], bcc: joiner } },
      { from: 'help@shop.test' },
      { signs: 0 },
      { attachments: files },
    ]) {
      const asked = { ...first, ...more, device: phone };
      version += 1;
      expect(await save(olena, asked), JSON.stringify(more)).toMatchObject({ is_saved: 1, version });
      expect(await save(olena, asked), JSON.stringify(more)).toMatchObject({ is_saved: 1, version, other: null });
    }
    // The same files, named in another order and twice.
    const [one = 0, two = 0] = files;
    expect(await save(olena, { ...first, attachments: [two, one, one], device: phone })).toMatchObject({
      ...{ is_saved: 1, version, other: null },
    });

    const side = { subject: 'Fwd: A leg', forwarded_ids: [], kept_back_ids: [] };
    const begun = written(ticketId, 'Have you one?', { kind: 'side', side });
    const { version: sideVersion } = await save(olena, begun);
    const forwards = { ...begun, side: { ...side, forwarded_ids: [messageId] }, device: phone };
    const kept = { is_saved: 1, version: sideVersion + 1 };
    expect(await save(olena, forwards)).toMatchObject(kept);
    expect(await save(olena, forwards)).toMatchObject({ ...kept, other: null });
  });

  test('goes with what became of it, and not with what was typed since', async () => {
    const { ticketId } = await aTicket(at, shop);
    const one = await save(olena, written(ticketId, 'One'));
    await olena.call('tickets/reply', reply(ticketId, 'One', { draft_version: one.version }));
    expect((await ofTicket(olena, ticketId)).mine).toEqual([]);

    const two = await save(olena, written(ticketId, 'Two'));
    await save(olena, written(ticketId, 'Three', { base_version: two.version }));
    await olena.call('tickets/reply', reply(ticketId, 'Two', { draft_version: two.version }));
    const [three] = (await ofTicket(olena, ticketId)).mine;
    expect(three).toMatchObject({ body_html: '<p>Three</p>', version: two.version + 1 });
    await olena.call('drafts/discard', { ticket_id: ticketId, kind: 'reply', device: desk });
    expect((await ofTicket(olena, ticketId)).mine).toEqual([]);

    // A machine without a network sends it all the same when it is back, and somebody has begun anew meanwhile.
    await save(olena, written(ticketId, 'Four', { device: phone }));
    await olena.call('tickets/reply', reply(ticketId, 'Three', { draft_version: three.version }));
    expect((await ofTicket(olena, ticketId)).mine).toMatchObject([{ body_html: '<p>Four</p>' }]);
  });

  test('that is thrown away on one machine stays where it was written on elsewhere since, and comes back', async () => {
    const { ticketId } = await aTicket(at, shop);
    const file = await upload(olena);
    const { version } = await save(olena, written(ticketId, 'At the desk'));
    const on = { attachments: [file], base_version: version, device: phone };
    await save(olena, written(ticketId, 'At the desk, and on the phone', on));
    const drop = { ticket_id: ticketId, kind: 'reply', device: desk };
    // The desk had no network when it threw away what it knew.
    const late = (await olena.call('drafts/discard', { ...drop, version })).body.data;
    expect(late.other).toMatchObject({ version: version + 1, body_html: '<p>At the desk, and on the phone</p>' });
    expect((await ofTicket(olena, ticketId)).mine).toMatchObject([
      { version: version + 1, attachments: [{ id: file }] },
    ]);
    const known = { ...drop, version: version + 1 };
    expect((await olena.call('drafts/discard', known)).body.data).toEqual({ other: null });
    expect((await ofTicket(olena, ticketId)).mine).toEqual([]);
    // Nor does it take what was begun anew there.
    const anew = await save(olena, written(ticketId, 'Anew', { device: phone }));
    expect((await olena.call('drafts/discard', known)).body.data.other).toMatchObject({ version: anew.version });
    expect((await ofTicket(olena, ticketId)).mine).toMatchObject([{ body_html: '<p>Anew</p>' }]);
  });

  test('that is kept late, after its letter has left with the files, is no error, and keeps the words alone', async () => {
    for (const more of [{}, { hold_seconds: 20 }]) {
      const { ticketId } = await aTicket(at, shop);
      const [sent, later] = [await upload(olena), await upload(olena)];
      const { version } = await save(olena, written(ticketId, 'A new leg', { attachments: [sent] }));
      const letter = { attachments: [sent], draft_version: version, ...more };
      await olena.call('tickets/reply', reply(ticketId, 'A new leg', letter));
      const late = written(ticketId, 'A new leg, and', { attachments: [sent, later], base_version: version });
      expect(await save(olena, late)).toMatchObject({ is_saved: 1, other: null });
      expect((await ofTicket(olena, ticketId)).mine).toMatchObject([
        { body_html: '<p>A new leg, and</p>', attachments: [{ id: later }] },
      ]);
      expect(problem(await iryna.api.call('drafts/save', late)), 'for its writer alone').toEqual([
        404,
        'not_found',
        'data.attachments',
      ]);
    }
  });

  test('that says word for word what just left comes back neither early nor late, whatever its version', async () => {
    const say = {
      reply: (id: number, more: Parameters<typeof reply>[2]) =>
        olena.call('tickets/reply', reply(id, 'It is oak', more)),
      note: (id: number, more: object) => {
        const note = { ticket_id: id, client_id: crypto.randomUUID(), body_html: '<p>It is oak</p>', ...more };
        return olena.call('tickets/note', note);
      },
    };
    const cases = [
      ['reply', {}],
      ['reply', { hold_seconds: 20 }],
      ['note', {}],
    ] as const;
    for (const [kind, more] of cases) {
      const { ticketId } = await aTicket(at, shop);
      const what = `${kind} ${JSON.stringify(more)}`;
      const file = await upload(olena);
      const { version } = await save(olena, written(ticketId, 'It is', { kind }));
      // The page that was left keeps it on its way, and the next one, which sends it, knows of the version before that.
      const late = written(ticketId, 'It is oak', { kind, attachments: [file], base_version: version });
      await save(olena, late);
      expect((await say[kind](ticketId, { ...more, attachments: [file], draft_version: version })).status).toBe(200);
      expect((await ofTicket(olena, ticketId)).mine, what).toEqual([]);
      expect(await save(olena, late), what).toMatchObject({ is_saved: 0, version: 0, other: null });
      expect((await ofTicket(olena, ticketId)).mine, what).toEqual([]);
      // Of somebody else, of another kind, or with a file of its own, it is another draft.
      const other = kind === 'note' ? 'reply' : 'note';
      expect(await save(olena, written(ticketId, 'It is oak', { kind: other })), what).toMatchObject({ is_saved: 1 });
      const hers = { kind, attachments: [await upload(iryna.api)] };
      expect(await save(iryna.api, written(ticketId, 'It is oak', hers)), what).toMatchObject({ is_saved: 1 });
      // A minute later it is meant once more.
      await at.db.transaction('system', async (tx) => {
        const aMinuteAgo = sql`added = added - interval '61 seconds' where ticket_id = ${ticketId}`;
        await tx.run(sql`update messages set ${aMinuteAgo}`);
        await tx.run(sql`update drafts set ${aMinuteAgo}`);
      });
      expect(await save(olena, { ...late, attachments: [] }), what).toMatchObject({ is_saved: 1, other: null });
    }
  });

  test('with a file that did not leave stays, though its words did', async () => {
    const { ticketId } = await aTicket(at, shop);
    const file = await upload(olena);
    await save(olena, written(ticketId, 'It is oak', { attachments: [file], device: phone }));
    await olena.call('tickets/reply', reply(ticketId, 'It is oak'));
    expect((await ofTicket(olena, ticketId)).mine).toMatchObject([{ attachments: [{ id: file }] }]);
  });

  test('of a colleague is taken over as a copy, below what stood there; theirs stays', async () => {
    const { ticketId, messageId } = await aTicket(at, shop);
    const file = await upload(olena);
    await save(olena, written(ticketId, 'By Olena', { attachments: [file], seen_to: messageId }));
    await save(iryna.api, written(ticketId, 'By Iryna'));
    const { id } = (await ofTicket(iryna.api, ticketId)).colleagues[0];
    const taken = (await iryna.api.call('drafts/take-over', { id })).body.data.draft;
    // What Olena had seen says nothing of Iryna.
    expect(taken).toMatchObject({ body_html: '<p>By Olena</p><p>By Iryna</p>', seen_to: null });
    expect(taken.attachments).toMatchObject([{ name: 'table.png' }]);
    expect(taken.attachments[0].id).not.toBe(file);
    const sent = reply(ticketId, 'Together', { attachments: [taken.attachments[0].id], draft_version: taken.version });
    expect((await iryna.api.call('tickets/reply', sent)).status).toBe(200);
    expect((await ofTicket(olena, ticketId)).mine[0]).toMatchObject({
      body_html: '<p>By Olena</p>',
      attachments: [{ id: file }],
    });
  });

  test('goes where its ticket goes: into the survivor, aside where another stands, and back; a machine that did not hear of it loses nothing', async () => {
    const [first, second] = [await aTicket(at, shop), await aTicket(at, shop)];
    const file = await upload(olena);
    await save(olena, written(first.ticketId, 'Of the first'));
    const ofSecond = await save(olena, written(second.ticketId, 'Of the second', { attachments: [file] }));
    const irynas = await save(iryna.api, written(second.ticketId, 'By Iryna'));
    const merge = async () =>
      (await olena.call('tickets/merge', { survivor_id: first.ticketId, ids: [second.ticketId] })).body.data.merges[0]
        .id;
    const said = async (api: ApiClient, ticketId: number) => {
      const { mine, aside } = await ofTicket(api, ticketId);
      return [mine.map((one: { body_html: string }) => one.body_html), aside.map((one: { line: string }) => one.line)];
    };
    const merged = await merge();
    expect(await said(olena, first.ticketId)).toEqual([['<p>Of the first</p>'], ['Of the second']]);
    // Who had begun nothing there goes on as if nothing had happened.
    expect(await said(iryna.api, first.ticketId)).toEqual([['<p>By Iryna</p>'], []]);
    expect(await ticketRow(iryna.api, first.ticketId, ['has_draft'])).toMatchObject({ has_draft: 1 });
    // A machine that still has the other ticket open.
    const late = await save(
      olena,
      written(second.ticketId, 'Of the second, more', { base_version: ofSecond.version, attachments: [file] }),
    );
    expect(late).toMatchObject({ is_saved: 1, version: ofSecond.version + 1, other: null });
    expect(await said(olena, first.ticketId)).toEqual([['<p>Of the first</p>'], ['Of the second, more']]);

    await olena.call('tickets/unmerge', { merge_ids: [merged] });
    expect(await said(olena, first.ticketId)).toEqual([['<p>Of the first</p>'], []]);
    expect(await said(olena, second.ticketId)).toEqual([['<p>Of the second, more</p>'], []]);
    expect(await said(iryna.api, second.ticketId)).toEqual([['<p>By Iryna</p>'], []]);

    const again = await merge();
    // What is typed after it belongs to where it is typed, and stays there.
    await save(iryna.api, written(first.ticketId, 'By Iryna, later', { base_version: irynas.version }));
    const [other] = (await ofTicket(olena, first.ticketId)).aside;
    expect(other).toMatchObject({
      kind: 'reply',
      line: 'Of the second, more',
      case_number: expect.stringMatching(/-\d+$/),
    });
    expect(problem(await iryna.api.call('drafts/take-over', { id: other.id }))).toEqual([404, 'not_found', 'data.id']);
    const { draft } = (await olena.call('drafts/take-over', { id: other.id })).body.data;
    expect(draft).toMatchObject({
      body_html: '<p>Of the second, more</p><p>Of the first</p>',
      attachments: [{ id: file }],
    });
    expect(await said(olena, first.ticketId)).toEqual([[draft.body_html], []]);
    await olena.call('tickets/unmerge', { merge_ids: [again] });
    expect(await said(iryna.api, first.ticketId)).toEqual([['<p>By Iryna, later</p>'], []]);
    expect(await said(olena, second.ticketId)).toEqual([[], []]);

    // One that stands aside is thrown away alone; a reply to the ticket that is gone takes its own draft along.
    const anew = await save(olena, written(second.ticketId, 'Anew'));
    await merge();
    const letter = reply(second.ticketId, 'Anew', { draft_version: anew.version });
    expect((await olena.call('tickets/reply', letter)).body.data).toMatchObject({ ticket_id: first.ticketId });
    expect(await said(olena, first.ticketId)).toEqual([[draft.body_html], []]);
    await save(olena, written(second.ticketId, 'Anew again'));
    const [last] = (await ofTicket(olena, first.ticketId)).aside;
    const drop = { ticket_id: first.ticketId, kind: 'reply', device: desk, id: last.id };
    expect((await iryna.api.call('drafts/discard', drop)).status).toBe(200);
    expect(await said(olena, first.ticketId)).toEqual([[draft.body_html], ['Anew again']]);
    await olena.call('drafts/discard', drop);
    expect(await said(olena, first.ticketId)).toEqual([[draft.body_html], []]);
  });

  test('A51 typed while its ticket is merged, by several machines at once, drops no word unsaid', async () => {
    const [first, second] = [await aTicket(at, shop), await aTicket(at, shop)];
    const together = () => olena.call('tickets/merge', { survivor_id: first.ticketId, ids: [second.ticketId] });
    const typed = Array.from({ length: 12 }, (_, i) => `word-${i}`);
    const answers = await Promise.all([
      ...typed.map((word, i) => {
        const { ticketId } = i % 2 === 0 ? first : second;
        return olena.call('drafts/save', written(ticketId, word, { device: crypto.randomUUID() }));
      }),
      ...[together(), together(), together()],
    ]);
    const saves = answers.slice(0, typed.length);
    for (const one of saves) expect(one.status, one.text).toBe(200);
    expect(answers.slice(typed.length).filter((one) => one.status === 200)).toHaveLength(1);
    const { mine, aside } = await ofTicket(olena, first.ticketId);
    const standing: string[] = [...mine, ...aside].map((one) => one.body_html ?? one.line);
    expect(standing).toHaveLength(2);
    // What was written over came back to whoever did it; what came too late was refused to who still has it.
    const given = saves.map(({ body: { data } }, i) =>
      data.is_saved === 1 ? (data.other?.body_html ?? '') : typed[i],
    );
    for (const word of typed)
      expect(
        [...standing, ...given].filter((text) => new RegExp(`${word}(?!\\d)`).test(text)),
        word,
      ).not.toEqual([]);
  });

  test('of a letter to a third party is kept beside the others, and goes with the letter', async () => {
    const { ticketId, messageId } = await aTicket(at, shop);
    const side = { subject: 'Fwd: A leg', forwarded_ids: [messageId], kept_back_ids: [] };
    const joiner = { to: [{ name: 'Joiner', address: 'joiner@wood.test' }], cc: [], bcc: [] };
    const begun = written(ticketId, 'Have you one?', { kind: 'side', side, recipients: joiner });
    const { version } = await save(olena, begun);
    await save(olena, written(ticketId, 'To the customer'));
    const { mine } = await ofTicket(olena, ticketId);
    expect(mine.map((one: { kind: string }) => one.kind)).toEqual(['reply', 'side']);
    expect(mine[1]).toMatchObject({ side, side_id: null, recipients: joiner });
    expect(problem(await olena.call('drafts/save', { ...begun, side: null }))).toEqual([
      422,
      'invalid_value',
      'data.side',
    ]);
    expect(problem(await olena.call('drafts/save', { ...begun, side_id: 999_999 }))).toEqual([
      404,
      'not_found',
      'data.side_id',
    ]);
    const letter = {
      ...{ client_id: crypto.randomUUID(), body_html: '<p>Have you one?</p>', to: joiner.to, draft_version: version },
      ...{ ticket_id: ticketId, subject: side.subject, forwarded_ids: [messageId] },
    };
    const sent = await olena.call('side-conversations/open', letter);
    expect(sent.status, sent.text).toBe(200);
    const { side_id, message_id } = sent.body.data;
    expect((await ofTicket(olena, ticketId)).mine.length).toBe(1);
    // Nobody heard of that, so her machine would keep it once more, and asks again.
    expect(await save(olena, begun)).toMatchObject({ is_saved: 0, other: null });
    const again = await olena.call('side-conversations/open', letter);
    expect(again.body.data).toMatchObject({ side_id, message_id });
    expect((await ofTicket(olena, ticketId)).mine.length).toBe(1);
    const further = written(ticketId, 'And a second?', { kind: 'side', side_id, side: { ...side, forwarded_ids: [] } });
    const more = { client_id: crypto.randomUUID(), body_html: '<p>And a second?</p>', to: joiner.to, side_id };
    const { version: draft_version } = await save(olena, further);
    for (const _try of [1, 2]) {
      expect((await olena.call('side-conversations/reply', { ...more, draft_version })).status).toBe(200);
      expect((await ofTicket(olena, ticketId)).mine.length).toBe(1);
      expect(await save(olena, further)).toMatchObject({ is_saved: 0, other: null });
    }
    // What was said beside is found, and leads to the panel; what was forwarded stands in the thread.
    const hit = async (words: string) => {
      const { tickets } = (await olena.call('search/find', { query: words })).body.data;
      return tickets.find((one: { id: number }) => one.id === ticketId)?.hit;
    };
    await until(async () => (await hit('second')) !== undefined);
    expect(await hit('second')).toMatchObject({ source: 'side', side_id });
    expect(await hit('"have you one"')).toMatchObject({ source: 'side', message_id, side_id: null });
  });

  test('that is to leave later, or was held, is found among the drafts of its writer, and is not forgotten; one that can be taken back is none', async () => {
    const { ticketId } = await aTicket(at, shop);
    const stands = async () => {
      const row = await ticketRow(olena, ticketId, ['has_draft', 'draft_state']);
      const filter = { conditions: [['drafted_by_ids', '=', shop.ownerId]] };
      const { tickets } = (await olena.post('tickets/get', { fields: ['id'], range: [0, 100], filter })).body.data;
      const { views } = (await olena.call('tickets/counters', {})).body.data;
      expect(views.drafts).toBe(tickets.length);
      const found = (await olena.call('search/find', { query: 'has:draft' })).body.data.tickets;
      const isIn = (all: { id: number }[]) => all.some((one) => one.id === ticketId);
      expect([row.has_draft === 1, isIn(found)]).toEqual([isIn(tickets), isIn(tickets)]);
      return row.draft_state;
    };
    const set = (id: string, what: ReturnType<typeof sql>) =>
      at.db.transaction('system', (tx) => tx.run(sql`update drafts set ${what} where client_id = ${id}`));
    expect(await stands()).toBe(null);
    const [soon, later] = [
      reply(ticketId, 'Soon', { hold_seconds: 30 }),
      reply(ticketId, 'Later', { send_at: inAnHour() }),
    ];
    expect((await olena.call('tickets/reply', soon)).status).toBe(200);
    expect(await stands(), 'nothing comes and goes within seconds').toBe(null);
    expect((await olena.call('tickets/reply', later)).status).toBe(200);
    expect(await stands()).toBe('scheduled');
    expect(await ticketRow(iryna.api, ticketId, ['has_draft', 'draft_state'])).toMatchObject({
      ...{ has_draft: 0, draft_state: null },
    });
    await save(olena, written(ticketId, 'And then'));
    expect(await stands()).toBe('begun');
    await set(soon.client_id, sql`state = 'held', held_key = 'customer_wrote'`);
    expect(await stands()).toBe('held');
    const { forgetOldDrafts } = await import('#domain/drafts/index.ts');
    for (const { client_id } of [soon, later]) await set(client_id, sql`updated = now() - interval '91 days'`);
    await forgetOldDrafts(at.db, 90);
    expect((await ofTicket(olena, ticketId)).waiting).toMatchObject([{ state: 'held' }, { state: 'waiting' }]);
    for (const { client_id } of [soon, later])
      await olena.call('drafts/discard-waiting', { ticket_id: ticketId, client_id });
    await olena.call('drafts/discard', { ticket_id: ticketId, kind: 'reply', device: desk });
    expect(await stands()).toBe(null);
  });

  test('keeps its files from being forgotten; 90 days later both go', async () => {
    const { ticketId } = await aTicket(at, shop);
    const [kept, loose] = [await upload(olena), await upload(olena)];
    await save(olena, written(ticketId, 'Later', { attachments: [kept] }));
    const age = (days: number) =>
      at.db.transaction('system', async (tx) => {
        await tx.run(
          sql`update attachments set added = now() - make_interval(days => ${days}) where id in (${kept}, ${loose})`,
        );
        await tx.run(
          sql`update drafts set updated = now() - make_interval(days => ${days}) where ticket_id = ${ticketId}`,
        );
      });
    const { forgetOldDrafts } = await import('#domain/drafts/index.ts');
    const { forgetUnsentUploads } = await import('#domain/messages/index.ts');
    const chores = async () => {
      await forgetOldDrafts(at.db, 90);
      await forgetUnsentUploads(at.db);
    };
    await age(89);
    await chores();
    expect((await ofTicket(olena, ticketId)).mine[0].attachments).toMatchObject([{ id: kept }]);
    expect((await olena.get(`files/${loose}`)).status).toBe(404);
    await age(91);
    await chores();
    expect((await ofTicket(olena, ticketId)).mine).toEqual([]);
    expect((await olena.get(`files/${kept}`)).status).toBe(404);
  });

  test('A7 A8 A9 belongs to who may see its ticket: nobody else saves, reads or takes it over', async () => {
    const { ticketId } = await aTicket(at, shop);
    const stolen = await upload(iryna.api);
    expect(problem(await olena.call('drafts/save', written(ticketId, 'x', { attachments: [stolen] })))).toEqual([
      404,
      'not_found',
      'data.attachments',
    ]);
    await save(olena, written(ticketId, 'Ours'));
    const { id } = (await ofTicket(iryna.api, ticketId)).colleagues[0];
    for (const api of [theirs.owner, (await aMember(at, shop, 0, 'Nobody')).api]) {
      expect(problem(await api.call('drafts/of-ticket', { ticket_id: ticketId })).slice(0, 2)).toEqual([
        404,
        'ticket_not_found',
      ]);
      expect(problem(await api.call('drafts/save', written(ticketId, 'x'))).slice(0, 2)).toEqual([
        404,
        'ticket_not_found',
      ]);
      expect(problem(await api.call('drafts/take-over', { id }))).toEqual([404, 'not_found', 'data.id']);
    }
    const { api: leaving, id: leavingId } = await aMember(at, shop, 1, 'Leaving');
    expect((await leaving.call('drafts/save', written(ticketId, 'x'))).status).toBe(200);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update roles set is_deleted = 1 where user_id = ${leavingId}`),
    );
    at.wake.nudge('sessions');
    expect((await leaving.call('drafts/save', written(ticketId, 'y', { base_version: 1 }))).status).toBe(404);
  });
});

describe('a mention', () => {
  const note = (ticketId: number, mentions: object[]) => ({
    ...{ ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>@Iryna, look</p>', mentions },
  });

  test('calls people and teams who see the ticket, once each, and stands in their view until they open it', async () => {
    const { ticketId } = await aTicket(at, shop);
    const found = (await olena.call('drafts/mentionable', { ticket_id: ticketId, words: 'iry' })).body.data;
    expect(found.people).toMatchObject([{ id: iryna.id, name: 'Iryna' }]);
    const team = shop.ids.teams;
    const mentions = [
      { kind: 'user', id: iryna.id },
      { kind: 'team', id: team },
    ];
    expect((await olena.call('tickets/note', note(ticketId, mentions))).status).toBe(200);
    const inView = {
      filter: { conditions: [['mentioned_ids', '=', iryna.id]] },
      fields: ['id', 'is_unread', 'mentioned_ids'],
    };
    const rows = (await iryna.api.post('tickets/get', inView)).body.data.tickets;
    expect(rows).toEqual([
      { id: ticketId, is_unread: 1, mentioned_ids: expect.arrayContaining([iryna.id, shop.memberId]) },
    ]);
    expect((await iryna.api.call('tickets/counters', {})).body.data.views.mentions).toBe(1);
    await until(async () => {
      const told = await at.db.read<{ user_id: number }>(
        'system',
        sql`select user_id from notifications where kind = 'mentioned' and ticket_id = ${ticketId} order by user_id`,
      );
      return told.length === 2;
    });
    await iryna.api.call('tickets/read', { ids: [ticketId] });
    expect((await iryna.api.call('tickets/counters', {})).body.data.views.mentions).toBe(0);
    expect((await iryna.api.post('tickets/get', inView)).body.data.tickets).toMatchObject([{ is_unread: 0 }]);
  });

  test('in a note that is put otherwise moves its ticket nowhere in a list, and marks it as changed to nobody', async () => {
    const { ticketId } = await aTicket(at, shop);
    const { body } = await olena.call('tickets/note', note(ticketId, []));
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update tickets set updated = now() - interval '1 hour' where id = ${ticketId}`),
    );
    const stands = async () =>
      (await olena.post('tickets/get', { fields: ['updated', 'version', 'message'], ...byId(ticketId) })).body.data
        .tickets;
    const before = await stands();
    const edit = { message_id: body.data.message_id, body_html: '<p>Look once more</p>', edits: 0 };
    expect((await olena.call('messages/edit-note', edit)).status).toBe(200);
    expect(await stands()).toEqual(before);
  });

  test('added by editing a note calls who was not called by it before, and nobody again', async () => {
    const { ticketId } = await aTicket(at, shop);
    const toldOf = () =>
      at.db.read<{ user_id: number }>(
        'system',
        sql`select user_id from notifications where kind = 'mentioned' and ticket_id = ${ticketId} order by id`,
      );
    const { body } = await olena.call('tickets/note', note(ticketId, [{ kind: 'user', id: iryna.id }]));
    await until(async () => (await toldOf()).length === 1);
    const mentions = [
      { kind: 'user', id: iryna.id },
      { kind: 'user', id: shop.memberId },
    ];
    const edit = { message_id: body.data.message_id, body_html: '<p>@Iryna and all, look</p>', mentions, edits: 0 };
    expect((await olena.call('messages/edit-note', edit)).status).toBe(200);
    await until(async () => (await toldOf()).length > 1);
    expect(await toldOf()).toEqual([{ user_id: iryna.id }, { user_id: shop.memberId }]);
    const { id: narrow } = await aMember(at, shop, 1, 'Narrow Too');
    await at.db.transaction('system', (tx) => tx.run(sql`update roles set scope = 'own' where user_id = ${narrow}`));
    const refused = await olena.call('messages/edit-note', {
      ...{ ...edit, edits: 1 },
      mentions: [{ kind: 'user', id: narrow }],
    });
    expect(problem(refused)).toEqual([422, 'cannot_see_ticket', 'data.mentions[0]']);
  });

  test('in a note on a ticket that was merged this moment calls them to the one it went into', async () => {
    const [{ ticketId: gone }, { ticketId: into }] = [await aTicket(at, shop), await aTicket(at, shop)];
    expect((await olena.call('tickets/merge', { survivor_id: into, ids: [gone] })).status).toBe(200);
    const found = (await olena.call('drafts/mentionable', { ticket_id: gone, words: 'iry' })).body.data;
    expect(found.people).toMatchObject([{ id: iryna.id }]);
    const written = await olena.call('tickets/note', note(gone, [{ kind: 'user', id: iryna.id }]));
    expect(written.status, written.text).toBe(200);
    expect(written.body.data.ticket_id).toBe(into);
  });

  test('A7 of somebody who cannot see the ticket, or works elsewhere, is refused and writes nothing', async () => {
    const { ticketId } = await aTicket(at, shop);
    const { id: narrow } = await aMember(at, shop, 1, 'Narrow');
    await at.db.transaction('system', (tx) => tx.run(sql`update roles set scope = 'own' where user_id = ${narrow}`));
    const refused = await olena.call('tickets/note', note(ticketId, [{ kind: 'user', id: narrow }]));
    expect(problem(refused)).toEqual([422, 'cannot_see_ticket', 'data.mentions[0]']);
    expect(refused.body.errors[0]?.values).toEqual({ name: 'Narrow' });
    expect((await olena.call('drafts/mentionable', { ticket_id: ticketId, words: 'narrow' })).body.data.people).toEqual(
      [],
    );
    for (const mention of [
      { kind: 'user', id: theirs.ownerId },
      { kind: 'team', id: theirs.ids.teams },
    ])
      expect(problem(await olena.call('tickets/note', note(ticketId, [mention])))).toEqual([
        404,
        'not_found',
        'data.mentions[0]',
      ]);
    expect((await lettersOf(ticketId)).length).toBe(1);
  });
});
