const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const cyrillic = "йцукенгшщзхїфівапролджєячсмитьбю'";

/** What the same keys would have written in the other layout: «кузкщ» was to be 'repro', 'kbcn' was to be «лист». */
export function inOtherLayout(typed: string): string {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(typed);
  const [from, to] = isCyrillic ? [cyrillic, latin] : [latin, cyrillic];
  return [...typed.toLowerCase()].map((letter) => to[from.indexOf(letter)] ?? letter).join('');
}
