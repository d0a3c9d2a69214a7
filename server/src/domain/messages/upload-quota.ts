import {
  unsentUploadBytesMax,
  uploadBytesPerDayMax,
  visitorsUnsentUploadBytesMax,
  visitorsUploadBytesPerDayMax,
} from '#contract/files.ts';
import type { Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

const bytesPerMegabyte = 1024 * 1024;
const tryAgainSeconds = 3600;
/** First half of the advisory lock `(this, company)`. */
const uploadLock = 1_886_544_002;

/**
 * Refuses `bytes` more than a company's people, or the visitors of its websites, may upload within a day or leave unsent
 * (SAFETY A38). With `isFinal`, uploads of one company take turns until the transaction ends, so that many at once do not
 * all find the same room.
 */
export async function requireUploadRoom(
  tx: Tx,
  companyId: number,
  bytes: number,
  { isFinal = false, ofVisitors = false } = {},
): Promise<void> {
  if (isFinal) await tx.run(sql`select pg_advisory_xact_lock(${uploadLock}, hashint8(${companyId}))`);
  const theirs = ofVisitors
    ? sql.unsafe("visitor_id is not null and added > now() - interval '1 day'")
    : sql.unsafe(
        "uploaded_by is not null and (added > now() - interval '1 day' or draft_id is not null or new_letter_id is not null)",
      );
  const used = await tx.row<{ today: number; unsent: number }>(
    sql`select coalesce(sum(size) filter (where added > now() - interval '1 day'), 0)::bigint as today, coalesce(sum(size) filter (where message_id is null and template_id is null), 0)::bigint as unsent
        from attachments where company_id = ${companyId} and ${theirs}`,
  );
  const { today = 0, unsent = 0 } = used ?? {};
  const unsentMax = ofVisitors ? visitorsUnsentUploadBytesMax : unsentUploadBytesMax;
  const perDayMax = ofVisitors ? visitorsUploadBytesPerDayMax : uploadBytesPerDayMax;
  const exceeded = unsent + bytes > unsentMax ? unsentMax : today + bytes > perDayMax ? perDayMax : undefined;
  if (exceeded === undefined) return;
  // How much others have uploaded is no visitor's business.
  if (ofVisitors) throw new Problem('too_many_requests', { field: 'file', values: { seconds: tryAgainSeconds } });
  const values = { megabytes: exceeded / bytesPerMegabyte, seconds: tryAgainSeconds };
  throw new Problem('quota_exceeded', { field: 'file', values });
}
