/** Holds the data folder of its first argument and says "holding"; "stops-slowly" makes it take its time to let go. */
import { setTimeout as pause } from 'node:timers/promises';
import { openDataFolder } from '#platform/data-folder.ts';
import { onShutdown, runUntilStopped } from '#platform/shutdown.ts';

const [dir = '', habit] = process.argv.slice(2);

await runUntilStopped(
  async () => {
    const folder = await openDataFolder(dir);
    onShutdown('data folder', folder.release);
    // Longer than anybody waits for a holder that is not stopping.
    if (habit === 'stops-slowly') onShutdown('slowness', () => pause(1_500));
    setInterval(() => {}, 1_000);
    console.log('holding');
  },
  { log: console.log },
);
