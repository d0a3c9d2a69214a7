import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { Problem } from '#platform/problem.ts';
import { formatVersion, type Manifest, manifest, manifestName, manifestVersion } from './archive-manifest.ts';
import type { Row } from './archive-plan.ts';

/** Files in one archive: each costs memory while it is open. */
export const archiveEntriesMax = 500_000;
/** What is held of each: names of ours are short, and more is not said of them. */
const entryHeadBytesMax = 300;
/** Rows become a tenth when they are packed. What becomes far more than that is there to fill a disk. */
const unpackedBytesMax = (bytes: number): number => Math.max(1024 ** 3, 20 * bytes);
const manifestBytesMax = 20 * 1024 * 1024;
/** Of one row: a message with its quoted history, as mail limits it. */
const lineBytesMax = 16 * 1024 * 1024;

/** Reads any part of a file: yauzl asks for them in no order. */
export type ByteRange = (start: number, end: number) => Readable;

export type OpenArchive = {
  readonly manifest: Manifest;
  /** The rows of a file of JSON lines, with the number and the length of their line; none when the file is absent. */
  rows(name: string): AsyncGenerator<{ row: Row; line: number; letters: number }>;
  /** A whole file, once: it belongs to one row. Undefined when it is absent. Longer than `bytesMax`: refused. */
  bytes(name: string, bytesMax: number): Promise<Buffer | undefined>;
  close(): void;
};

/** Told of where and what; values come from a stranger's file, so they are not repeated. */
export const broken = (where: string, cause?: unknown): Problem =>
  new Problem('archive_broken', { values: { where: where.slice(0, 100) }, cause });

/** Opens an archive without unpacking it anywhere: names in it lead to nothing but its own content. */
export async function openArchive(size: number, read: ByteRange): Promise<OpenArchive> {
  const zip = await open(size, read);
  try {
    const entries = await list(zip, size);
    const stream = async (name: string) => {
      const entry = entries.get(name);
      return entry && (await zip.openReadStreamPromise(entry).catch((error) => Promise.reject(broken(name, error))));
    };
    const taken = new Set<string>();
    const bytes = async (name: string, bytesMax: number) => {
      if (taken.has(name)) throw broken(name);
      taken.add(name);
      const content = await stream(name);
      return content && collect(content, name, bytesMax);
    };
    const head = await bytes(manifestName, manifestBytesMax);
    return {
      manifest: readManifest(head),
      bytes,
      async *rows(name) {
        const content = await stream(name);
        if (!content) return;
        let line = 0;
        for await (const text of linesOf(content, name)) {
          line++;
          yield { row: readRow(text, `${name}:${line}`), line, letters: text.length };
        }
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function open(size: number, read: ByteRange): Promise<yauzl.ZipFile> {
  class Reader extends yauzl.RandomAccessReader {
    override _readStreamForRange(start: number, end: number) {
      return read(start, end);
    }
  }
  try {
    return await yauzl.fromRandomAccessReaderPromise(new Reader(), size, { lazyEntries: true, autoClose: false });
  } catch (error) {
    throw new Problem('archive_unreadable', { field: 'file', cause: error });
  }
}

/** What says more of itself than it holds is no archive of ours: nothing is unpacked of it. */
async function list(zip: yauzl.ZipFile, size: number): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > archiveEntriesMax)
    throw new Problem('limit_reached', { field: 'file', values: { max: archiveEntriesMax } });
  const entries = new Map<string, yauzl.Entry>();
  const places = new Set<number>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength > entryHeadBytesMax)
        throw new Error('an entry with a long head');
      unpacked += entry.uncompressedSize;
      if (unpacked > unpackedBytesMax(size)) throw new Error('more than such an archive holds');
      places.add(entry.relativeOffsetOfLocalHeader);
      entries.set(entry.fileName, entry);
      if (places.size < entries.size) throw new Error('two entries in one place');
    }
  } catch (error) {
    throw new Problem('archive_unreadable', { field: 'file', cause: error });
  }
  return entries;
}

function readManifest(bytes: Buffer | undefined): Manifest {
  if (!bytes) throw new Problem('archive_unreadable', { field: 'file' });
  let content: unknown;
  try {
    content = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw broken(manifestName, error);
  }
  // First of all: what a newer Parley writes may have keys that this one refuses.
  if (Number(manifestVersion.safeParse(content).data?.version) > formatVersion)
    throw new Problem('archive_newer', { field: 'file' });
  const found = manifest.safeParse(content);
  if (!found.success) throw broken(`${manifestName}: ${found.error.issues[0]?.path.join('.')}`);
  return found.data;
}

function readRow(text: string, where: string): Row {
  try {
    const row: unknown = JSON.parse(text);
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Row; // its columns are looked at one by one
  } catch (error) {
    throw broken(where, error);
  }
  throw broken(where);
}

async function collect(content: Readable, name: string, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      length += chunk.byteLength;
      if (length > bytesMax) throw broken(name);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Problem ? error : broken(name, error);
  }
  return Buffer.concat(chunks);
}

/** Lines without holding more than one: a file of one endless line is refused. */
async function* linesOf(content: Readable, name: string): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8');
        rest = [];
        length = 0;
        from = end + 1;
      }
      rest.push(chunk.subarray(from));
      length += chunk.byteLength - from;
      if (length > lineBytesMax) throw broken(name);
    }
  } catch (error) {
    throw error instanceof Problem ? error : broken(name, error);
  }
  if (length > 0) yield Buffer.concat(rest).toString('utf8');
}
