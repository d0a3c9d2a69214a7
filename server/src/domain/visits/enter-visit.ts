import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import type { Database, Query } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

export type Page = { readonly url: string; readonly title: string };

/** A page that was opened, with as much of its visitor as may be known. */
export type Arrival = {
  readonly companyId: number;
  readonly quidgetId: number;
  readonly visitorId: number | null;
  /** Null: nothing may be known beyond the page. */
  readonly cameBy: string | null;
  readonly userAgent: string;
  readonly country: string | null;
  readonly language: QuidgetLanguage;
  readonly page: Page;
  readonly referrer: string;
};
export type Entered = {
  readonly id: number;
  readonly seat: string;
  readonly pages: number;
  readonly trail: Page[];
  readonly shown: string[];
};

/**
 * Writes down that pages are open. Where a visitor has left another one less than half an hour ago, the visit goes on; two who
 * have a page open at the same time are two visits, however much alike they look. Answers them in the order of the arrivals.
 */
export const enterVisits = (
  db: Database,
  process: string,
  arrivals: readonly Arrival[],
  leaseSeconds: number,
): Promise<Entered[]> =>
  db.transaction({ companies: [...new Set(arrivals.map((one) => one.companyId))] }, async (tx) => {
    const before = await Promise.all(arrivals.map((one) => tx.row<Entered>(goesOn(process, one, leaseSeconds))));
    return Promise.all(
      arrivals.map(async (one, at) => {
        const entered = before[at] ?? (await tx.row<Entered>(begins(process, one, leaseSeconds)));
        if (!entered) throw new Error('insert answered no row');
        return entered;
      }),
    );
  });

function goesOn(process: string, arrival: Arrival, leaseSeconds: number): Query {
  const { companyId, quidgetId, visitorId, cameBy, userAgent, country, language, page } = arrival;
  return sql`update visits v set process = ${process}, seat = gen_random_uuid(), visitor_id = coalesce(${visitorId}::bigint, v.visitor_id), came_by = ${cameBy}, page_url = ${page.url}, page_title = ${page.title},
        page_since = case when v.page_url = ${page.url} then v.page_since else now() end, pages = v.pages + (v.page_url <> ${page.url})::int, language = ${language},
        user_agent = ${userAgent}, country = ${country}, is_here = true, moved_at = clock_timestamp(), until = now() + make_interval(secs => ${leaseSeconds})
      where v.id = (select id from visits where company_id = ${companyId} and quidget_id = ${quidgetId} and until > now()
          and ((not is_here and (visitor_id = ${visitorId}::bigint or (came_by = ${cameBy}::text and (visitor_id is null or ${visitorId}::bigint is null))))
            -- Whoever has just written says so from the same page, on the chat's own line.
            or (is_here and visitor_id is null and ${visitorId}::bigint is not null and came_by = ${cameBy}::text and page_url = ${page.url}))
        order by is_here, until desc limit 1 for update skip locked)
      returning v.id, v.seat::text, v.pages, v.trail, v.shown`;
}

function begins(process: string, arrival: Arrival, leaseSeconds: number): Query {
  const { companyId, quidgetId, visitorId, cameBy, userAgent, country, language, page, referrer } = arrival;
  return sql`insert into visits (process, company_id, quidget_id, visitor_id, came_by, page_url, page_title, trail, referrer, language, user_agent, country, until)
      values (${process}, ${companyId}, ${quidgetId}, ${visitorId}, ${cameBy}, ${page.url}, ${page.title}, ${JSON.stringify([page])}::jsonb, ${referrer}, ${language},
        ${userAgent}, ${country}, now() + make_interval(secs => ${leaseSeconds})) returning id, seat::text, pages, trail, shown`;
}
