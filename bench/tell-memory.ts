/**
 * Loaded into a server that is measured: says what it holds once the rest is swept away, as a server does it by itself within
 * some seconds of rest (platform/tidy-when-idle.ts).
 */
// It is there: the server is started with `--expose-gc`.
const sweep = globalThis.gc as unknown as (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

process.on('message', (asked) => {
  if (asked !== 'memory') return;
  sweep({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ held: heapUsed + external, rss });
});
// The server lives as long as it wants to, not as long as somebody may ask.
process.channel?.unref();
