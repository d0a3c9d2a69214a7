import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import type { Page } from './enter-visit.ts';

/** How a visit of this process stands now. */
export type Moved = {
  readonly id: number;
  readonly seat: string;
  readonly page: Page;
  /** Of the page, in milliseconds since the epoch. */
  readonly since: number;
  readonly pages: number;
  readonly trail: readonly Page[];
  readonly shown: readonly string[];
  readonly isHere: boolean;
};

/** So long a visit goes on without a page: the next one may be loading, or in another tab. */
export const pageGraceSeconds = 30 * 60;

/** Writes down where many visitors are, in one statement. What another page has taken on meanwhile is its own. */
export async function noteVisits(db: Database, moved: readonly Moved[]): Promise<void> {
  const rows = moved.map(({ page, isHere, since, ...one }) => ({
    ...one,
    ...{ url: page.url, title: page.title, since: new Date(since), is_here: isHere },
  }));
  await db.transaction('system', (tx) =>
    tx.run(
      sql`update visits v set page_url = r.url, page_title = r.title, page_since = r.since, pages = r.pages, trail = r.trail, shown = r.shown, is_here = r.is_here,
            until = case when r.is_here then v.until else now() + make_interval(secs => ${pageGraceSeconds}) end, moved_at = clock_timestamp()
          from (select v.id, r.url, r.title, r.since, r.pages, r.trail, r.shown, r.is_here
              from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, seat uuid, url text, title text, since timestamptz, pages int, trail jsonb, shown text[], is_here boolean)
                join visits v on v.id = r.id and v.seat = r.seat order by v.id for update of v) r
          where v.id = r.id`,
    ),
  );
}
