import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/** A ZIP file of these, by name, in their order. */
export async function zipped(
  entries: ReadonlyMap<string, Buffer>,
  options: Partial<yazl.Options & { fileComment: string }> = {},
): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name, options);
  zip.end();
  return buffer(zip.outputStream);
}
