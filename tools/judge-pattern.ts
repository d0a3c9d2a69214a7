import { readFileSync } from 'node:fs';
import path from 'node:path';
import { check, type Diagnostics, type VulnerableDiagnostics } from 'recheck';
import type { PatternInSource } from './patterns-in.ts';

/** Patterns that were judged and are quick, as they are written: to judge all of them anew takes a minute. */
export const judgedFile = path.join(import.meta.dirname, 'judged-patterns.txt');
export const readJudged = (): string[] => readFileSync(judgedFile, 'utf8').split('\n').filter(Boolean);

export const written = ({ source, flags }: Pick<PatternInSource, 'source' | 'flags'>): string => `/${source}/${flags}`;

/** Without repetition, or with little of it, a pattern can only take as long as a text is long. */
export const repeats = ({ source }: Pick<PatternInSource, 'source'>): boolean => /[*+]|\{\d+,\d*\}/.test(source);

const textLength = 50_000;
/** Everybody waits for the one process: for a text of that length this is too long. */
const msMax = 50;
const patience = { timeout: 120_000 };

/** Why a pattern is slow, and by what text; undefined where it is not. */
export async function judgePattern({
  source,
  flags,
}: Pick<PatternInSource, 'source' | 'flags'>): Promise<string | undefined> {
  const found = await check(inItsWords(source), flags, patience);
  if (found.status === 'safe') return undefined;
  if (found.status === 'unknown') return `could not be judged: ${found.error.kind}`;
  // What the checker has guessed by trying its own engine is tried in the real one.
  if (isGuessed(found) && !takesLong(source, flags, found.attack.string)) return undefined;
  return `${found.complexity.summary}: ${found.attack.pattern}`;
}

const isGuessed = (found: Diagnostics): found is VulnerableDiagnostics =>
  found.status === 'vulnerable' && found.complexity.isFuzz && found.complexity.type === 'polynomial';

function takesLong(source: string, flags: string, text: string): boolean {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const before = process.cpuUsage();
  text.slice(0, textLength).replace(pattern, '');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 > msMax;
}

/** The checker does not know the short names of some properties of letters. */
const inItsWords = (source: string): string =>
  source
    .replaceAll('\\p{ExtPict}', '\\p{Extended_Pictographic}')
    .replaceAll('\\p{EMod}', '\\p{Emoji_Modifier}')
    .replaceAll('\\p{DI}', '\\p{Default_Ignorable_Code_Point}');
