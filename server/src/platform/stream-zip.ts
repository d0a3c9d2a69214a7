import { once } from 'node:events';
import { type PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';

export type ZipEntries = {
  /** One entry after the other, so that what waits to be written does not fill the memory. */
  add(name: string, content: Readable, compress: boolean): Promise<void>;
  addText(name: string, text: string): Promise<void>;
};

/**
 * A ZIP file as it is made: what `fill` adds comes out at once, and its failure is the stream's. Where nobody takes it any
 * more, what is being added is closed, and nothing is added after it.
 */
export function streamZip(fill: (zip: ZipEntries) => Promise<void>): Readable {
  const zip = new yazl.ZipFile();
  const out = zip.outputStream as PassThrough; // yazl promises only a stream
  zip.on('error', (error: Error) => out.destroy(error));
  let adding: Readable | undefined;
  // What nobody reads would wait for ever, and hold its file open.
  out.once('close', () => adding?.destroy());
  const add: ZipEntries['add'] = async (name, content, compress) => {
    adding = content;
    zip.addReadStream(content, name, { compress });
    if (out.destroyed) content.destroy();
    await once(content, 'close');
    if (out.destroyed) throw new Error('nobody takes it any more');
  };
  fill({ add, addText: (name, text) => add(name, Readable.from([Buffer.from(text)]), true) }).then(
    () => zip.end(),
    (error: Error) => out.destroy(error),
  );
  return out;
}

/** Undefined when the file has gone meanwhile. */
export const unlessGone = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
