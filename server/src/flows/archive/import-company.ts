import { avatarBytesMax } from '#contract/profile.ts';
import { asCasePrefix, changeLogo, uploadLogo } from '#domain/companies/index.ts';
import { forgetArchive, namedArchive, readArchivePart, requireEmpty } from '#domain/company-archives/index.ts';
import { giveBackArchived } from '#domain/tickets/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { JobAtWork, JobRun, JobUndo } from '../jobs/job-at-work.ts';
import { logoName, type Manifest, missingFiles } from './archive-manifest.ts';
import { putBack } from './put-back.ts';
import { type OpenArchive, openArchive } from './read-archive.ts';
import { takeAway } from './take-away.ts';

/** Of those who worked there: so many are listed with the job. */
const shownPeopleMax = 500;

/**
 * Fills a company that holds nothing with what an archive holds. It is there as a whole or not at all: however else this
 * ends, `undoImport` empties the company again.
 */
export const importCompany =
  (secrets: Secrets): JobRun =>
  async (job) => {
    const { db, files, companyId } = job;
    const asker = await job.asker();
    if (!asker.may(companyId, 'companies.import')) throw new Problem('forbidden');
    const upload = namedArchive.parse(job.input);
    // Whoever looks at several knows one from the next by it, whatever comes of them.
    const told = { file: upload.name };
    await job.commit({ summary: told });
    try {
      const archive = await openArchive(upload.bytes, (start, end) =>
        readArchivePart(files, companyId, upload, { start, end }),
      );
      try {
        await fill(job, { archive, secrets, told });
      } finally {
        archive.close();
      }
    } catch (error) {
      // Where it is damaged; whoever asked reads it beside the reason.
      if (error instanceof Problem) await job.commit({ summary: { ...told, ...error.values } });
      throw error;
    }
    await forgetArchive({ db, files }, companyId, upload);
    return {};
  };

export const undoImport: JobUndo = async ({ db, files, companyId, askedBy, input, checkpoint, write }) => {
  if (checkpoint !== null) await takeAway(write, companyId, askedBy);
  await forgetArchive({ db, files }, companyId, namedArchive.parse(input));
};

async function fill(
  job: JobAtWork,
  { archive, secrets, told }: { archive: OpenArchive; secrets: Secrets; told: { file: string } },
): Promise<void> {
  const { db, files, companyId, askedBy: userId } = job;
  const { manifest } = archive;
  if (job.checkpoint === null) {
    await job.commit(async (tx) => {
      // Whoever went on working here meanwhile keeps what they made.
      await requireEmpty(tx, companyId);
      // The labels that every company begins with would meet those of the archive.
      await tx.run(sql`delete from labels where company_id = ${companyId}`);
      return { done: 0, checkpoint: { begun: true } };
    });
  }
  const archivedId = await idInArchive(db, manifest, userId);
  await putBack({
    ...{ db, files, archive, secrets, companyId, importer: { userId, archivedId } },
    write: job.write,
    onProgress: (done, total) => job.commit({ done, total }),
  });
  const picture = await archive.bytes(logoName, avatarBytesMax);
  // Written anew, like one that somebody uploads.
  const logo = picture && (await uploadLogo({ db, files }, companyId, picture));
  const { last_ticket_number, case_prefix, url, push_preview = null } = manifest.company;
  const { restrict_remote_access = 0, ips_list = '', subnets = '' } = manifest.company;
  await job.commit(async (tx) => {
    await tx.run(sql`delete from imported_ids where company_id = ${companyId}`);
    await tx.run(
      sql`update companies set case_prefix = ${asCasePrefix(case_prefix)}, updated = now(),
            url = coalesce(${url}, url), push_preview = coalesce(${push_preview}, push_preview),
            last_ticket_number = greatest(last_ticket_number, ${last_ticket_number},
              (select coalesce(max(number), 0) from tickets where company_id = ${companyId}))
          where id = ${companyId}`,
    );
    // Turned on it could lock out whoever imports, whose address no job knows: they turn it on themselves. What was turned on here stays.
    const lists = await tx.run(
      sql`update companies set ips_list = ${ips_list}, subnets = ${subnets} where id = ${companyId} and restrict_remote_access = 0`,
    );
    const wasRestricted = restrict_remote_access === 1 && lists > 0;
    const actor = { kind: 'user', id: userId } as const;
    if (logo) {
      await changeLogo(tx, companyId, logo, 'file');
      await tx.run(sql`update companies set logo = ${logo} where id = ${companyId}`);
    }
    await giveBackArchived(tx, { companyId }, actor);
    const detail = { after: { imported: manifest.counts } };
    await recordEvents(tx, [
      { companyId, entity: 'companies', action: 'imported', entityId: companyId, actor, detail },
    ]);
    await recordEvents(tx, [{ companyId, entity: 'companies', action: 'updated', entityId: companyId, actor }]);
    const people = manifest.people.filter((one) => one.id !== archivedId);
    const { counts, made_at } = manifest;
    const rest = await whatRests(tx, companyId);
    const missing = counts[missingFiles] ?? manifest.missing.length;
    return {
      summary: {
        ...{ ...told, counts, made_at, missing, rest, was_restricted: wasRestricted },
        ...{ people: people.slice(0, shownPeopleMax), people_total: people.length },
      },
    };
  });
}

/** What came along disabled, and works again once somebody restores it. */
async function whatRests(tx: Tx, companyId: number) {
  const kinds = await tx.rows<{ kind: string; n: number }>(
    sql`select kind, count(*)::int as n from channel_accounts where company_id = ${companyId} and is_deleted = 1 group by kind
        union all select 'link', count(*)::int from links where company_id = ${companyId} and is_deleted = 1 and is_signed = 1`,
  );
  const of = (kind: string) => kinds.find((one) => one.kind === kind)?.n ?? 0;
  return { mailboxes: of('mailbox'), integrations: of('messenger'), quidgets: of('quidget'), links: of('link') };
}

/** As whom the archive knows whoever imports it: by the address that they have confirmed here. */
async function idInArchive(db: Database, { people }: Manifest, userId: number): Promise<number | null> {
  const [user] = await db.read<{ email: string }>(
    'system',
    sql`select lower(email) as email from users where id = ${userId} and email_confirmed_at is not null`,
  );
  return people.find((one) => one.email.toLowerCase() === user?.email)?.id ?? null;
}
