import type { Socket } from 'node:net';

export type LineReader = {
  /** The next line without its end; undefined when the other side is gone. */
  line(): Promise<string | undefined>;
  /** The next so many bytes; undefined when the other side is gone before. */
  bytes(count: number): Promise<Buffer | undefined>;
};

const bufferedBytesMax = 64 * 1024 * 1024;

/** Reads a conversation in lines and counted bytes, as SMTP (RFC 5321) and IMAP (RFC 3501) mix them. */
export function readLines(socket: Socket): LineReader {
  let buffered = Buffer.alloc(0);
  let isOver = false;
  let wake = () => {};
  socket.on('data', (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk]);
    if (buffered.length > bufferedBytesMax) socket.destroy();
    wake();
  });
  const end = () => {
    isOver = true;
    wake();
  };
  socket.on('close', end).on('end', end).on('error', end);

  const take = (count: number, skip: number) => {
    const taken = buffered.subarray(0, count);
    buffered = buffered.subarray(count + skip);
    return taken;
  };
  const until = async <T>(look: () => T | undefined): Promise<T | undefined> => {
    for (;;) {
      const found = look();
      if (found !== undefined || isOver) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    line: () =>
      until(() => {
        const at = buffered.indexOf('\r\n');
        return at < 0 ? undefined : take(at, 2).toString('utf8');
      }),
    bytes: (count) => until(() => (buffered.length < count ? undefined : take(count, 0))),
  };
}
