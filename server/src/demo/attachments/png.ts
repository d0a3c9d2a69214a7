import zlib from 'node:zlib';

export type Colour = readonly [red: number, green: number, blue: number];

/** A picture of pixels to paint on. */
export type Canvas = {
  readonly width: number;
  readonly height: number;
  /** Outside the picture nothing happens. */
  set(x: number, y: number, colour: Colour): void;
};

/** Paints a picture and answers it as PNG (ISO/IEC 15948): 8 bits per colour, no transparency. */
export function paintPng(width: number, height: number, paint: (canvas: Canvas) => void): Buffer {
  const bytesPerLine = width * 3 + 1;
  const pixels = Buffer.alloc(bytesPerLine * height); // each line starts with its filter: 0, none
  paint({
    width,
    height,
    set(x, y, colour) {
      const [column, line] = [Math.round(x), Math.round(y)];
      if (column < 0 || line < 0 || column >= width || line >= height) return;
      const at = line * bytesPerLine + 1 + column * 3;
      for (let i = 0; i < 3; i++) pixels[at + i] = Math.max(0, Math.min(255, Math.round(colour[i] ?? 0)));
    },
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, red green blue, the only compression and filter set, not interlaced
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', zlib.deflateSync(pixels, { level: 7 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(zlib.crc32(body));
  return Buffer.concat([length, body, check]);
}
