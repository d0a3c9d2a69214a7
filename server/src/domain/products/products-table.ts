import { chipColours } from '#contract/chip-colours.ts';
import { products, productsPerCompanyMax } from '#contract/products.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerHolder, registerReference } from '#platform/entities/references.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';
import type { CleanHtml } from '../templates/index.ts';
import { cleanTexts, requireWholeAutoReply } from './product-texts.ts';

const channelsShown = 3;
/** That nothing leaves is worse than that something comes late. */
const worstFirst = `case when a.health_state = 'action_needed' then 0 when b.send_error_key is not null then 1
  else array_position(array['degraded', 'connecting', 'ok'], a.health_state) + 1 end`;
/** Nothing is connected to for a quidget, so it says nothing of whether a product is reached. */
const channels = `(select json_build_object(
    'names', coalesce((select json_agg(first.name order by first.id) from (
      select a.id, coalesce(p.from_email, a.name) as name from channel_accounts a left join mailboxes p on p.id = a.id
      where a.product_id = t.id and a.is_deleted = 0 order by a.id limit ${channelsShown}) first), '[]'),
    'phones', (select count(*)::int from phones n where n.company_id = t.company_id and n.product_id = t.id and n.is_deleted = 0),
    'health_kind', w.kind, 'health_state', w.health_state, 'health_key', w.health_key, 'send_error_key', w.send_error_key, 'health_since', to_char(w.health_since at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'))
  from (select 1) one left join lateral (
    select a.kind, a.health_state, a.health_key, a.health_since, b.send_error_key from channel_accounts a left join mailboxes b on b.id = a.id
    where a.product_id = t.id and a.is_deleted = 0 and a.kind <> 'quidget'
    order by ${worstFirst}, a.kind, a.health_since desc limit 1) w on true)`;

/** `cleanHtml`: by the rules of replies, of which a signature becomes a part. */
export const productsTable = (cleanHtml: CleanHtml): EntityTable => ({
  entity: products,
  table: 'products',
  rowsMax: productsPerCompanyMax,
  columns: {
    channels: { expression: channels },
    team: { expression: 'te.name', join: 'team' },
    mailbox: { expression: 'mb.from_email', join: 'mailbox' },
  },
  joins: {
    team: 'left join teams te on te.id = t.team_id and te.is_deleted = 0',
    mailbox:
      'left join (mailboxes mb join channel_accounts mba on mba.id = mb.id and mba.is_deleted = 0) on mb.id = t.mailbox_id',
  },
  personal: {
    unresolved_tickets: (caller) =>
      sql`(select coalesce(sum(n.delta), 0)::int from ticket_counts n
        where n.company_id = t.company_id and n.product_id = t.id and n.bucket in ('open', 'snoozed', 'answered') and ${withinReach(caller, 'n') ?? sql.unsafe('true')})`,
  },
  clean: (values, at) => cleanTexts(values, cleanHtml, at),
  async prepare(tx, row) {
    const count = await tx.row<{ n: number }>(
      sql`select count(*)::int as n from products where company_id = ${row.company_id}`,
    );
    return {
      ...row,
      abbreviation: row.abbreviation ?? abbreviate(String(row.name)),
      color: row.color ?? chipColours[(count?.n ?? 0) % chipColours.length],
    };
  },
  follow: requireWholeAutoReply,
});

registerReference(
  'products',
  (companyId, id) =>
    sql`select id from products where company_id = ${companyId} and id = ${id} and is_deleted = 0 for share`,
);
registerHolder('products', (id) => sql`select name, is_deleted from products where id = ${id} for share`);

/** The first three consonants, as people shorten names: Shop → SHP. */
function abbreviate(name: string): string {
  const letters = [...name.toUpperCase()].filter((letter) => /\p{L}|\d/u.test(letter));
  const hard = letters.filter((letter, i) => i === 0 || !/[AEIOUYАЕЄИІЇОУЮЯ]/.test(letter));
  return (hard.length >= 3 ? hard : letters).slice(0, 3).join('') || 'P';
}
