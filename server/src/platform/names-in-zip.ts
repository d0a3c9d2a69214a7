/** As many letters as every system can unpack: 255 bytes of UTF-8 hold so many of four bytes, and an end of ten. */
const baseLettersMax = 50;

/**
 * Names for files that lie together in one folder of a ZIP file, in their order: none leads out of it or is refused by
 * Windows, and no two are one where letters of either case are the same.
 */
export function namesInZip(names: readonly string[]): string[] {
  /** The number that the next one of that name tries first: a thousand of one name are not counted through each time. */
  const taken = new Map<string, number>();
  return names.map((name) => {
    const [base, end] = tamed(name);
    const wanted = keyOf(base + end);
    let n = taken.get(wanted) ?? 1;
    const numbered = () => (n === 1 ? base + end : `${base} (${n})${end}`);
    while (taken.has(keyOf(numbered()))) n++;
    const free = numbered();
    taken.set(keyOf(free), 2);
    taken.set(wanted, n + 1);
    return free;
  });
}

/** macOS writes the same letter in another way than others. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

function tamed(name: string): [base: string, end: string] {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const [, base = '', end = ''] = /^(.*?)(\.[^. ]{1,9})?$/su.exec(plain) ?? [];
  const short =
    Array.from(base)
      .slice(0, baseLettersMax)
      .join('')
      .replace(/(?<![. ])[. ]+$/, '') || 'file';
  return [reserved.test(short) ? `_${short}` : short, end];
}

/** Devices of Windows, whatever comes behind the dot. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
