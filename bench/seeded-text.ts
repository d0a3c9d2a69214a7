import crypto from 'node:crypto';

/** Numbers from 0 up to `below`, the same each run for a seed. */
export function seededNumbers(seed: number): (below: number) => number {
  let state = (seed + 1) * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return state % below;
  };
}

const words =
  'the table arrived with a crack in one leg and the driver noted it on the slip could you please send a new one before Saturday because my parents visit us then I attach two photographs of what it looks like стіл приїхав із тріснутою ніжкою чи могли б ви надіслати новий до суботи дякую за швидку відповідь'.split(
    ' ',
  );

/** Sentences of `length` words. */
export function sentences(seed: number, length: number): string {
  const next = seededNumbers(seed);
  return Array.from({ length }, (_, i) => `${words[next(words.length)]}${i % 12 === 11 ? '.' : ''}`).join(' ');
}

/** Bytes that do not compress, as those of a picture. */
export function filler(seed: number, bytes: number): Buffer {
  const key = crypto.createHash('sha256').update(String(seed)).digest();
  return crypto.createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(bytes));
}
