import { writeFileSync } from 'node:fs';
import { judgedFile, judgePattern, repeats, written } from './judge-pattern.ts';
import { ourPatterns } from './patterns-in.ts';

// Judges every pattern of the product anew, and keeps those that no text makes slow; names the others.
const quick: string[] = [];
for (const pattern of (await ourPatterns()).filter(repeats)) {
  const why = await judgePattern(pattern);
  if (why === undefined) quick.push(written(pattern));
  else console.error(`${pattern.place} ${written(pattern)}\n  ${why}`);
}
writeFileSync(judgedFile, `${[...new Set(quick)].toSorted().join('\n')}\n`);
console.log(`${quick.length} patterns are quick`);
