import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { Problem } from './problem.ts';

// Pictures of strangers are decoded one after the other, and nothing of them is kept in memory.
sharp.cache(false);
sharp.concurrency(1);

const secondsMax = 20;
let last: Promise<unknown> = Promise.resolve();

/**
 * Cuts the middle square out of a picture and writes it anew as WebP in the sizes that are wanted: nothing of the file
 * that came is kept, neither its metadata nor what was hidden behind its pixels (SAFETY A25, A38).
 *
 * Only the named types are opened, known by their bytes. What would unpack to more than `pixelsMax` is refused before it
 * is unpacked.
 */
export async function makeSquares<E extends number>(
  bytes: Uint8Array,
  the: { edges: readonly E[]; types: readonly string[]; pixelsMax: number },
): Promise<{ edge: E; webp: Buffer }[]> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  // Telephones take photos so, and the codec is nobody's to give away.
  if (type && /^image\/hei[cf]/.test(type.mime)) throw new Problem('picture_heic', { field: 'file' });
  if (!type || !the.types.includes(type.mime)) throw new Problem('picture_unreadable', { field: 'file' });
  const work = last.then(() => decode(bytes, the));
  last = work.catch(() => {});
  return work;
}

/** The same for mail programs, of which many show no WebP. Takes what `makeSquares` has made. */
export const makeSmallPng = (webp: Buffer, edge: number): Promise<Buffer> =>
  sharp(webp).resize(edge, edge).png({ palette: true }).timeout({ seconds: secondsMax }).toBuffer();

async function decode<E extends number>(
  bytes: Uint8Array,
  { edges, pixelsMax }: { edges: readonly E[]; pixelsMax: number },
): Promise<{ edge: E; webp: Buffer }[]> {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > pixelsMax) throw new Problem('picture_too_large', { field: 'file' });
    const whole = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error', pages: 1 }).autoOrient();
    const made = edges.map(async (edge) => ({
      edge,
      webp: await whole
        .clone()
        .resize(edge, edge, { fit: 'cover' })
        .webp({ quality: 86 })
        .timeout({ seconds: secondsMax })
        .toBuffer(),
    }));
    return await Promise.all(made);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('picture_unreadable', { field: 'file', cause: error });
  }
}
