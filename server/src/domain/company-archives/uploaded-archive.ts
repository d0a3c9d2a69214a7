import { Readable } from 'node:stream';
import { z } from 'zod';
import { archiveBytesMax } from '#contract/company-archives.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

const partBytes = 8 * 1024 * 1024;
/** Longer than an upload and the job that reads it take. */
const keptHours = 72;

/** Where the bytes of an uploaded archive lie: in parts of one size, the last one shorter. */
const uploadedArchive = z.strictObject({ upload: z.uuid(), bytes: z.int().positive() });
type UploadedArchive = z.output<typeof uploadedArchive>;
/** What an import is asked for with: those bytes, and what the file was called. */
export const namedArchive = uploadedArchive.extend({ name: z.string() });

const partKey = (companyId: number, upload: string, n: number) => `company-${companyId}/archives/${upload}/${n}`;
const keysOf = (companyId: number, { upload, bytes }: UploadedArchive): string[] =>
  Array.from({ length: Math.ceil(bytes / partBytes) }, (_, n) => partKey(companyId, upload, n));

type Ground = { db: Database; files: Files };

/** Keeps what is uploaded, a part at a time. Whatever comes of it, housekeeping takes it away in the end. */
export async function keepArchive(
  { db, files }: Ground,
  companyId: number,
  content: AsyncIterable<Buffer>,
): Promise<UploadedArchive> {
  const upload = crypto.randomUUID();
  let bytes = 0;
  let parts = 0;
  const put = async (part: Buffer) => {
    const key = partKey(companyId, upload, parts++);
    await db.transaction({ companies: [companyId] }, (tx) =>
      tx.run(
        sql`insert into stray_files (file_key, company_id, due_at) values (${key}, ${companyId}, now() + make_interval(hours => ${keptHours}))`,
      ),
    );
    await files.put(key, part);
  };
  try {
    for await (const part of partsOf(content)) {
      bytes += part.byteLength;
      if (bytes > archiveBytesMax) throw new Problem('file_too_large', { field: 'file' });
      await put(part);
    }
  } catch (error) {
    await forgetArchive({ db, files }, companyId, { upload, bytes });
    throw error;
  }
  if (bytes === 0) throw new Problem('file_empty', { field: 'file' });
  return { upload, bytes };
}

async function* partsOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    length += chunk.byteLength;
    while (length >= partBytes) {
      const all = Buffer.concat(waiting);
      yield all.subarray(0, partBytes);
      waiting = [all.subarray(partBytes)];
      length -= partBytes;
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Any stretch of it, from `start` up to `end`. */
export function readArchivePart(
  files: Files,
  companyId: number,
  { upload }: UploadedArchive,
  { start, end }: { start: number; end: number },
): Readable {
  async function* chunks() {
    for (let at = start; at < end; ) {
      const n = Math.floor(at / partBytes);
      const offset = at % partBytes;
      const length = Math.min(partBytes - offset, end - at);
      yield await files.getPart(partKey(companyId, upload, n), { offset, length });
      at += length;
    }
  }
  return Readable.from(chunks());
}

/** Nobody reads it any more. */
export async function forgetArchive({ db, files }: Ground, companyId: number, the: UploadedArchive): Promise<void> {
  const keys = keysOf(companyId, the);
  for (const key of keys) await files.remove(key);
  await db.transaction({ companies: [companyId] }, (tx) =>
    tx.run(sql`delete from stray_files where file_key = any (${keys}::text[])`),
  );
}
