import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { type Asked, anyWanted, eachWanted, lookFor, wantedWords } from './asked.ts';
import { gatherParts, isRead, type Row } from './gather-parts.ts';

/** How often a word is said is told from so many stretches of the newest tickets. */
const stretchesCounted = 2;
const countedMax = 100;
/** Parts with the rarest of the words that are looked at. */
const partsMax = 3000;
/** So many words are begun with, should the ones before be everywhere. */
const triedMax = 3;

/**
 * Long tickets that have all of the words, though none of their parts has: the tickets with the rarest word are gathered,
 * and of those that have further parts the ones that have every other word too. Of words that all are everywhere some are
 * missed.
 */
export async function gatherApart(tx: Tx, asked: Asked, where: Sql): Promise<readonly number[]> {
  const each = eachWanted(asked);
  if (each.length < 2) return [];
  const lastNumbers = await asked.lastNumbers;
  const counts = await Promise.all(
    each.map((one) => {
      lookFor(tx, one, wantedWords(one, { kind: 'a', many: stretchesCounted, lastNumbers }));
      return tx.row<{ n: number }>(
        sql`select count(*)::int as n from (select from search_texts s limit ${countedMax}) counted`,
      );
    }),
  );
  const byRarity = each
    .map((one, i) => ({ one, n: counts[i]?.n ?? 0 }))
    .sort((a, b) => a.n - b.n)
    .map(({ one }) => one);
  // What is said nowhere of late may have been said everywhere before: then the next rarest leads to all of them.
  let first: { one: Asked; rows: readonly Row[] } | undefined;
  for (const one of byRarity.slice(0, triedMax)) {
    const { rows, isCapped } = await gatherParts(tx, one, where, { limit: partsMax });
    if (!isCapped) first = { one, rows };
    first ??= { one, rows };
    if (!isCapped) break;
  }
  if (!first) return [];
  const rarest = first.one;
  const others = byRarity.filter((one) => one !== rarest);
  let ids = await among(tx, asked, first.rows, { words: anyWanted(asked), rule: sql` and s.part > 0` });
  for (const one of others)
    if (ids.length > 0) ids = await among(tx, one, ids, { words: anyWanted(one), rule: sql.empty });
  return ids.map((row) => row.id);
}

/** Those of these tickets that have any of the words. */
async function among(
  tx: Tx,
  asked: Asked,
  tickets: readonly Row[],
  { words, rule }: { words: string; rule: Sql },
): Promise<readonly Row[]> {
  if (tickets.length === 0) return [];
  lookFor(tx, asked, words);
  return tx.rows<Row>(
    sql`select distinct s.ticket_id as id from search_texts s where s.ticket_id = any (${tickets.map((row) => row.id)}::bigint[])${rule}${isRead(asked)}`,
  );
}
