import { apiBench } from './api-bench.ts';

/** `npm run bench`, or `npm run bench -- api` for one part. Figures are ratios within one run: machines differ. */
const parts: Record<string, () => Promise<void>> = { api: () => apiBench() };

const wanted = process.argv.slice(2);
for (const [name, run] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await run();
