import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** `npm run bench`, or `npm run bench -- api` for one part. Figures are ratios within one run: machines differ. */
const parts: Record<string, () => Promise<void>> = {
  noun: async () => (await import('./noun-bench.ts')).nounBench(),
  bytes: async () => (await import('./bytes-bench.ts')).bytesBench(),
  api: async () => (await import('./api-bench.ts')).apiBench(),
  lists: async () => (await import('./lists-bench.ts')).listsBench({ rows: Number(process.env.BENCH_ROWS ?? 100_000) }),
  workspace: async () => (await import('./workspace-bench.ts')).workspaceBench(),
  realtime: async () => (await import('./realtime-bench.ts')).realtimeBench(),
  chat: async () => (await import('./chat-bench.ts')).chatBench(),
  'sign-in': async () => (await import('./sign-in-bench.ts')).signInBench(),
  mail: async () => (await import('./mail-bench.ts')).mailBench({ mails: Number(process.env.BENCH_MAILS ?? 10_000) }),
  browser: async () => (await import('./browser-bench.ts')).browserBench(),
  day: async () => (await import('./day-bench.ts')).dayBench(),
  scroll: async () => (await import('./scroll-bench.ts')).scrollBench(),
  memory: async () => (await import('./memory-bench.ts')).memoryBench(),
};

// The servers that are measured show the desk as `npm start` builds it. One that weighs too much is measured all the same.
spawnSync(process.execPath, [path.join(import.meta.dirname, '../tools/test-build.js')], { stdio: 'inherit' });

const wanted = process.argv.slice(2);
for (const [name, run] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await run();
