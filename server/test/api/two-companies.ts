import { plainNounNames } from '#contract/plain-nouns.ts';
import { sql } from '#platform/sql.ts';
import { aTicket, type TicketOfLetter } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import type { TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';

export type Shop = Company &
  TicketOfLetter & {
    /** A word that stands in every row of this company and in no other's. */
    readonly canary: string;
    readonly ownerId: number;
    /** An agent of the team, who works in the product. */
    readonly memberId: number;
    /** An invitation that nobody has accepted. */
    readonly inviteId: number;
    readonly owner: ApiClient;
    /** What was merged into its ticket, and by what; a split of it that was taken back. */
    readonly mergedTicketId: number;
    readonly mergeId: number;
    readonly splitId: number;
    /** A conversation with a carrier beside its ticket, the owner's letter in it, and a note. */
    readonly sideId: number;
    readonly sideMessageId: number;
    readonly ticketNoteId: number;
    /** What the member has begun to write on the ticket. */
    readonly draftId: number;
    /** A tag beside the one in `ids`. */
    readonly otherTagId: number;
    /** A customer beside the one in `ids`, and a note on that one. */
    readonly otherCustomerId: number;
    readonly noteId: number;
    /** Of a third one, into that other. */
    readonly customerMergeId: number;
    /** One row of each entity, by the entity's name. */
    readonly ids: Readonly<Record<string, number>>;
  };

/** A company with something of everything, owned by somebody of its own. */
export async function aShop(at: TestParley, canary: string, prefix: string): Promise<Shop> {
  const { id: ownerId, api: owner } = await aPerson(at, `Owner ${canary}`, `owner@${canary}.test`);
  const company = await aCompany(owner, `Company ${canary}`, prefix);
  await owner.post('products/update', {
    data: { name: `Product ${canary}` },
    filter: { conditions: [['id', '=', company.productId]] },
  });
  const ticket = await aTicket(at, company, {
    from: `Customer ${canary}`,
    address: `customer@${canary}.test`,
    subject: `Subject ${canary}`,
    text: `Text ${canary}`,
    attachments: [{ name: `${canary}.png`, type: 'image/png', bytes: aPixel, contentId: `pixel@${canary}` }],
  });
  const { id: memberId } = await aPerson(at, `Agent ${canary}`, `agent@${canary}.test`);
  await joins(at, memberId, company.companyId, 1);
  const team = await owner.post('teams/create', { data: [{ company_id: company.companyId, name: `Team ${canary}` }] });
  const other = await owner.post('customers/create', {
    data: [{ company_id: company.companyId, first_name: 'Other', last_name: canary, email: `other@${canary}.test` }],
  });
  const third = await owner.post('customers/create', {
    data: [{ company_id: company.companyId, first_name: 'Third', last_name: canary, email: `third@${canary}.test` }],
  });
  const merge = await owner.call('customers/merge', {
    ...{ client_id: crypto.randomUUID(), into_id: rowId(other, 'customers'), from_id: rowId(third, 'customers') },
  });
  const note = await owner.call('customers/note', {
    id: ticket.customerId,
    client_id: crypto.randomUUID(),
    body: `Note ${canary}`,
  });
  const phone = await aPhone(at, company, canary);
  const words = await wordsOf(owner, company, canary);
  const calendar = await owner.post('calendars/create', {
    data: [{ company_id: company.companyId, name: `Hours ${canary}`, time_zone: 'Europe/Kyiv' }],
  });
  const link = await owner.post('links/create', {
    data: [
      {
        ...{ company_id: company.companyId, name: `Link ${canary}`, product_ids: [company.productId] },
        ...{ url: 'https://orders.test/?n={ticket.number}', is_signed: 1, secret: `${canary}-`.padEnd(40, 's') },
      },
    ],
  });
  const integration = await owner.post('integrations/create', {
    data: [
      {
        ...{ company_id: company.companyId, product_id: company.productId, settings_id: 1, title: `Bot ${canary}` },
        ...{ additional: { messenger: 'telegram' }, auth1: `${company.companyId}:${canary}` },
      },
    ],
  });
  const quidget = await owner.post('quidgets/create', {
    data: [
      {
        ...{ company_id: company.companyId, product_id: company.productId },
        ...{ name: `Quidget ${canary}`, title: `Title ${canary}` },
      },
    ],
  });
  const membership = { team_ids: [rowId(team, 'teams')], product_ids: [company.productId] };
  await owner.call('users/change-access', { id: memberId, company_id: company.companyId, ...membership });
  const inviteId = await anInvite(at, rowId(team, 'teams'), company.companyId, ownerId, canary);
  const draftId = await aDraft(at, { ...ticket, companyId: company.companyId, userId: memberId, canary });
  return {
    ...company,
    ...ticket,
    memberId,
    inviteId,
    ...(await aMerge(at, company.companyId, ticket.ticketId)),
    ...(await aSideConversation(at, { ...ticket, ...company, ownerId, canary })),
    otherCustomerId: rowId(other, 'customers'),
    noteId: note.body.data.note_id,
    customerMergeId: merge.body.data.merge_id,
    draftId,
    canary,
    otherTagId: words.otherTagId,
    ownerId,
    owner,
    ids: {
      companies: company.companyId,
      products: company.productId,
      mailboxes: company.mailboxId,
      customers: ticket.customerId,
      tickets: ticket.ticketId,
      messages: ticket.messageId,
      users: ownerId,
      'inbound-mails': ticket.inboundMailId,
      teams: rowId(team, 'teams'),
      'product-call-phones': phone,
      integrations: rowId(integration, 'integrations'),
      ...words.ids,
      calendars: rowId(calendar, 'calendars'),
      links: rowId(link, 'links'),
      quidgets: rowId(quidget, 'quidgets'),
    },
  };
}

/** A telephone number, brought in by an operator and taken by the company. */
async function aPhone(at: TestParley, { companyId, productId }: Company, canary: string): Promise<number> {
  const phone = await at.db.transaction('system', async (tx) => {
    const made = await tx.row<{ id: number }>(
      sql`insert into phones (company_id, product_id, acd_provider_id, name, phone_number, country_code, is_onboarding)
          values (${companyId}, ${productId}, 1, ${canary}, ${`+3804412345${companyId % 100}`.padEnd(13, '0')}, 'UA', 0) returning id`,
    );
    await tx.run(
      sql`insert into phone_assignments (company_id, phone_id, product_id) values (${companyId}, ${made?.id}, ${productId})`,
    );
    return made;
  });
  return phone?.id ?? 0;
}

/** What tickets are answered with and found again by. */
async function wordsOf(owner: ApiClient, { companyId, productId }: Company, canary: string) {
  const make = async (noun: string, about: Record<string, unknown>) =>
    rowId(await owner.post(`${noun}/create`, { data: [{ company_id: companyId, ...about }] }), noun);
  const plain: Record<string, number> = {};
  for (const noun of plainNounNames) plain[noun] = await make(noun, { name: `${noun} ${canary}` });
  const texts = { en: `<p>Dear {{customer.first_name|friend}}, ${canary}</p>` };
  const about = { texts, category_id: plain.categories, product_id: productId, visibility: 'company' };
  const ids = {
    ...plain,
    templates: await make('templates', { name: `Template ${canary}`, ...about }),
    tags: await make('tags', { name: `Tag ${canary}` }),
    'saved-searches': await make('saved-searches', { name: `Search ${canary}`, query: {}, is_shared: 1 }),
  };
  return { ids, otherTagId: await make('tags', { name: `Other tag ${canary}` }) };
}

/** A ticket that is in no list, since it was merged. */
async function aMerge(at: TestParley, companyId: number, ticketId: number) {
  return at.db.transaction('system', async (tx) => {
    const one = await tx.row<{ id: number }>(
      sql`insert into tickets (company_id, number, product_id, customer_id, channel, title, merged_into_id)
          select company_id, number + 1000, product_id, customer_id, channel, title, id from tickets where id = ${ticketId} returning id`,
    );
    const merge = await tx.row<{ id: number }>(
      sql`insert into ticket_merges (company_id, survivor_id, ticket_id) values (${companyId}, ${ticketId}, ${one?.id}) returning id`,
    );
    const split = await tx.row<{ id: number }>(
      sql`insert into ticket_splits (company_id, from_ticket_id, ticket_id, message_ids, origin_ids, undone_at)
          values (${companyId}, ${ticketId}, ${one?.id}, '{}', '{}', now()) returning id`,
    );
    if (!one || !merge || !split) throw new Error('insert answered no row');
    return { mergedTicketId: one.id, mergeId: merge.id, splitId: split.id };
  });
}

async function aSideConversation(
  at: TestParley,
  the: { companyId: number; mailboxId: number; ticketId: number; ownerId: number; canary: string },
) {
  const { companyId, mailboxId, ticketId, ownerId, canary } = the;
  return at.db.transaction('system', async (tx) => {
    const side = await tx.row<{ id: number }>(
      sql`insert into side_conversations (company_id, ticket_id, origin_ticket_id, channel_account_id, from_address, subject, opened_by, partners)
          values (${companyId}, ${ticketId}, ${ticketId}, ${mailboxId}, 'support@shop.test', ${`Carrier ${canary}`}, ${ownerId}, '[]') returning id`,
    );
    const write = (kind: string, sideId: number | null) =>
      tx.row<{ id: number }>(
        sql`insert into messages (company_id, ticket_id, origin_ticket_id, side_id, kind, direction, channel, author_kind, author_id, author_name, body_html, body_text)
            values (${companyId}, ${ticketId}, ${ticketId}, ${sideId}, ${kind}, 2, 'mail', 'user', ${ownerId}, ${canary}, ${`<p>${canary}</p>`}, ${canary}) returning id`,
      );
    const letter = await write('side_outbound', side?.id ?? 0);
    const note = await write('note', null);
    if (!side || !letter || !note) throw new Error('insert answered no row');
    return { sideId: side.id, sideMessageId: letter.id, ticketNoteId: note.id };
  });
}

async function aDraft(
  at: TestParley,
  the: { companyId: number; ticketId: number; userId: number; canary: string },
): Promise<number> {
  const row = await at.db.transaction('system', (tx) =>
    tx.row<{ id: number }>(
      sql`insert into drafts (company_id, ticket_id, origin_ticket_id, user_id, kind, body_html, body_text)
          values (${the.companyId}, ${the.ticketId}, ${the.ticketId}, ${the.userId}, 'note', ${`<p>${the.canary}</p>`}, ${the.canary}) returning id`,
    ),
  );
  if (!row) throw new Error('insert answered no row');
  return row.id;
}

/** Sent a while ago. */
async function anInvite(at: TestParley, teamId: number, companyId: number, ownerId: number, canary: string) {
  const row = await at.db.transaction('system', (tx) =>
    tx.row<{ id: number }>(
      sql`insert into invites (company_id, team_id, email, key_hash, language, invited_by, sent_at, expires)
          values (${companyId}, ${teamId}, ${`invited@${canary}.test`}, ${Buffer.from(canary)}, 'en', ${ownerId}, now() - interval '1 day', now() + interval '6 days') returning id`,
    ),
  );
  if (!row) throw new Error('insert answered no row');
  return row.id;
}

/** Two companies that have nothing to do with each other. */
export const twoShops = async (at: TestParley): Promise<[ours: Shop, theirs: Shop]> => [
  await aShop(at, 'lumenoak', 'LO'),
  await aShop(at, 'fjordvik', 'FJ'),
];

export const levels = [0, 1, 2, 3, 4] as const;
export type Level = (typeof levels)[number];

/** A person of this level in the company; of level 0, nobody there. */
export async function aMember(
  at: TestParley,
  shop: Company,
  level: Level,
  name = `Member${level}`,
): Promise<{ id: number; email: string; api: ApiClient }> {
  const person = await aPerson(at, name, `${name.toLowerCase().replace(/\W+/g, '.')}@members.test`);
  if (level > 0) await joins(at, person.id, shop.companyId, level as 1 | 2 | 3 | 4); // 0 is excluded just before
  at.wake.nudge('sessions');
  return person;
}

/** The smallest PNG: one transparent pixel. */
export const aPixel = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
);
