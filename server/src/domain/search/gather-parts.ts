import { foundTicketsMax } from '#contract/search.ts';
import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { type Asked, lookFor, unwantedWords, wantedWords } from './asked.ts';
import type { Newest } from './word-query.ts';

export type Row = { readonly id: number };
export type Gathered = { readonly rows: readonly Row[]; readonly isCapped: boolean };

/** The tickets of which one part has all of the words, the one that changed last first; of so many parts at most. */
export async function gatherParts(
  tx: Tx,
  asked: Asked,
  where: Sql,
  { limit, newest }: { limit: number; newest?: Newest },
): Promise<Gathered> {
  // The company is asked of the ticket alone: asked of the words too, PostgreSQL goes through every row of the company by
  // an index, and takes longer the more tickets there are.
  lookFor(tx, asked, wantedWords(asked, newest));
  const rows = await tx.rows<Row & { parts: number }>(
    sql`with found as materialized (
          select s.ticket_id, t.updated from search_texts s join tickets t on t.company_id = s.company_id and t.id = s.ticket_id
          where ${where}${isRead(asked)} limit ${limit})
        select ticket_id as id, (select count(*)::int from found) as parts
        from found group by 1 order by max(updated) desc, 1 desc limit ${unwantedWords(asked) === '' ? foundTicketsMax + 1 : limit}`,
  );
  const kept = await withoutUnwanted(tx, asked, rows);
  return {
    rows: kept.slice(0, foundTicketsMax),
    isCapped: kept.length > foundTicketsMax || (rows[0]?.parts ?? 0) >= limit,
  };
}

/** Who may not read messages finds by what stands in a ticket's head, and leaves out by nothing else. */
export function isRead({ companies, caller }: Asked): Sql {
  const readable = companies.filter((id) => caller.may(id, 'messages.get'));
  if (readable.length === companies.length) return sql.empty;
  return sql` and (s.part = 0 or s.company_id = any (${readable}::bigint[]))`;
}

/**
 * What has one of the unwanted words anywhere goes: what is left of the first, one more than are shown at most. Those that
 * stand beside what is looked for were never gathered; a long ticket, or its subject, may have them elsewhere.
 */
export async function withoutUnwanted(tx: Tx, asked: Asked, rows: readonly Row[]): Promise<readonly Row[]> {
  const unwanted = unwantedWords(asked);
  if (unwanted === '' || rows.length === 0) return rows;
  lookFor(tx, asked, unwanted);
  const kept: Row[] = [];
  for (let from = 0; from < rows.length && kept.length <= foundTicketsMax; from += foundTicketsMax + 1) {
    const some = rows.slice(from, from + foundTicketsMax + 1);
    const gone = await tx.rows<Row>(
      sql`select distinct s.ticket_id as id from search_texts s where s.ticket_id = any (${some.map((row) => row.id)}::bigint[])${isRead(asked)}`,
    );
    const ids = new Set(gone.map((row) => row.id));
    kept.push(...some.filter((row) => !ids.has(row.id)));
  }
  return kept;
}
