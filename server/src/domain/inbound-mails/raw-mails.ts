import { type Files, sha256 } from '#platform/files.ts';

/** Where the bytes of a mail lie: in a file of its own, or from an offset on in one that it shares. */
export type RawPlace = { readonly raw_key: string; readonly raw_offset: number | null; readonly size: number };

export type KeptRaw = { readonly key: string; readonly offset: number | null; readonly hash: Buffer };

/**
 * Keeps mails durably before anything refers to them. Those that came together share a file: it is written and synced
 * once for all. A file is named by what is in it, so whoever keeps the same mails again writes the same file.
 */
export async function keepRaws(
  files: Files,
  companyId: number,
  mails: readonly { raw: Buffer; hash: Buffer }[],
): Promise<KeptRaw[]> {
  const [first] = mails;
  if (!first) return [];
  const isAlone = mails.length === 1;
  const key = keyOfRaws(
    companyId,
    mails.map(({ hash }) => hash),
  );
  await files.put(key, isAlone ? first.raw : Buffer.concat(mails.map(({ raw }) => raw)));
  let end = 0;
  return mails.map(({ raw, hash }) => {
    const offset = end;
    end += raw.byteLength;
    return { key, offset: isAlone ? null : offset, hash };
  });
}

/** Of the file of mails that are kept together, or of one alone. */
export const keyOfRaws = (companyId: number, hashes: readonly Buffer[]): string =>
  hashes.length === 1 && hashes[0]
    ? keyOfRaw(companyId, hashes[0])
    : keyOf(companyId, sha256(Buffer.concat(hashes)), 'pack');

/** Of the file of a mail that is kept alone. */
export const keyOfRaw = (companyId: number, hash: Buffer): string => keyOf(companyId, hash, 'eml');

function keyOf(companyId: number, hash: Buffer, kind: 'eml' | 'pack'): string {
  const hex = hash.toString('hex');
  return `company-${companyId}/mail/${hex.slice(0, 2)}/${hex}.${kind}`;
}

/** Of a mail that is larger than a mail may be, only what it begins with is fetched. */
export const isOnlyStart = (raw: Buffer, { size }: { readonly size: number }): boolean => raw.byteLength < size;
export const tooLargeWords = (bytes: number): string => `It has ${bytes} bytes, more than a mail may have`;

export const readRaw = (files: Files, { raw_key, raw_offset, size }: RawPlace): Promise<Buffer> =>
  raw_offset === null ? files.get(raw_key) : files.getPart(raw_key, { offset: raw_offset, length: size });

/** Reads several mails: of a file that they share, everything from the first of them to the last is read at once. */
export function rawReader(files: Files, all: readonly RawPlace[]): (place: RawPlace) => Promise<Buffer> {
  const spans = new Map<string, { from: number; to: number; count: number; bytes?: Promise<Buffer> }>();
  for (const { raw_key, raw_offset, size } of all) {
    if (raw_offset === null) continue;
    const known = spans.get(raw_key) ?? { from: raw_offset, to: 0, count: 0 };
    const { from, to, count } = known;
    spans.set(raw_key, { from: Math.min(from, raw_offset), to: Math.max(to, raw_offset + size), count: count + 1 });
  }
  return async (place) => {
    const span = place.raw_offset === null ? undefined : spans.get(place.raw_key);
    if (place.raw_offset === null || span === undefined || span.count === 1) return readRaw(files, place);
    span.bytes ??= files.getPart(place.raw_key, { offset: span.from, length: span.to - span.from });
    const at = place.raw_offset - span.from;
    return (await span.bytes).subarray(at, at + place.size);
  };
}
