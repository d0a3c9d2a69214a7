/** Loaded into a server that is measured: says what it holds once the rest is swept away. */
process.on('message', (asked) => {
  if (asked !== 'memory') return;
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ held: heapUsed + external, rss });
});
// The server lives as long as it wants to, not as long as somebody may ask.
process.channel?.unref();
