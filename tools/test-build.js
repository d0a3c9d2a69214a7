import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb, isWebBuilt } from './build-web.js';
import { measurePages } from './page-bytes.ts';
import { withPreparationLock } from './preparation-lock.js';

// The browser stories meet the web app as `npm start` builds it, and its size is checked on it.
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
await withPreparationLock(root, async () => isWebBuilt(root) || buildWeb(root, process.execPath));

const tooLarge = measurePages(root).filter(({ amount, limit }) => amount > limit);
for (const { what, unit, amount, limit } of tooLarge)
  console.error(`${what}: ${amount.toFixed(unit === 'kB' ? 3 : 0)} ${unit}; at most ${limit} (tools/page-bytes.ts)`);
process.exitCode = tooLarge.length > 0 ? 1 : 0;
