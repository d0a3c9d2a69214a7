import type { LineReader } from './line-reader.ts';

export type ImapCommand = { readonly tag: string; readonly name: string; readonly args: readonly string[] };

/**
 * The next command with its words: atoms, quoted strings and literals (which are asked for, RFC 3501 7.5). Brackets are
 * taken off. Undefined when the other side is gone.
 */
export async function readImapCommand(
  lines: LineReader,
  say: (line: string) => void,
): Promise<ImapCommand | undefined> {
  const words: string[] = [];
  for (;;) {
    const line = await lines.line();
    if (line === undefined) return undefined;
    const literal = /\{(\d{1,9})(\+?)\}$/.exec(line);
    words.push(...split(literal ? line.slice(0, literal.index) : line));
    if (!literal) break;
    if (literal[2] !== '+') say('+ Go on');
    const bytes = await lines.bytes(Number(literal[1]));
    if (!bytes) return undefined;
    words.push(bytes.toString('latin1'));
  }
  const [tag = '*', verb = '', ...args] = words;
  if (verb.toUpperCase() !== 'UID') return { tag, name: verb.toUpperCase(), args };
  const [second = '', ...rest] = args;
  return { tag, name: `UID ${second.toUpperCase()}`, args: rest };
}

function split(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s()"]+)/g)].map(([, quoted, atom]) =>
    quoted === undefined ? (atom ?? '') : quoted.replace(/\\(.)/g, '$1'),
  );
}
