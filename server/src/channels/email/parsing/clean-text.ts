// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
const controlsBesideTabAndNewline = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
const controlsAndSpaces = /[\u0000-\u0020\u007f-\u009f\u00a0\u2028\u2029]+/g;
/** Marks that reorder or hide what is shown: a name ending in `gpj.exe` must not read as `exe.jpg`. */
const directionsAndInvisibles = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c\u180e]/g;

/** Running text: well-formed, lines end in \n, no control characters but tab and newline, at most `lengthMax` long. */
export function cleanText(text: string, lengthMax: number): string {
  const whole = text.toWellFormed().replace(/\r\n?/g, '\n').replace(controlsBesideTabAndNewline, '');
  return cutText(whole, lengthMax);
}

/** One line: like `cleanText`, but every run of spaces, breaks and controls becomes a single space. */
export function cleanLine(text: string, lengthMax: number): string {
  return cutText(text.toWellFormed().replace(controlsAndSpaces, ' ').trim(), lengthMax).trimEnd();
}

/** One line in which every character is visible and in its place, for names of files and people. */
export function cleanName(text: string, lengthMax: number): string {
  return cleanLine(text.replace(directionsAndInvisibles, ''), lengthMax);
}

/** Cuts without tearing a surrogate pair apart. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const lastUnit = text.charCodeAt(lengthMax - 1);
  const splitsPair = lastUnit >= 0xd800 && lastUnit <= 0xdbff;
  return text.slice(0, splitsPair ? lengthMax - 1 : lengthMax);
}
