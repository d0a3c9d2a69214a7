/** Says "ready", and when it is stopped what it closes; its arguments make it close badly. */
import { setTimeout as pause } from 'node:timers/promises';
import { CannotStart } from '#platform/cannot-start.ts';
import { onShutdown, requestStop, runUntilStopped } from '#platform/shutdown.ts';

const habits = process.argv.slice(2);
const drainLimitMs = habits.includes('has-no-patience') ? 300 : 10_000;

await runUntilStopped(
  async () => {
    onShutdown('cellar', () => console.log('closed the cellar'));
    if (habits.includes('fails-to-start')) throw new CannotStart('The cellar is flooded. Pump it out.');
    onShutdown('room', () => {
      if (habits.includes('fails-to-close')) throw new Error('the door is stuck');
      console.log('closed the room');
    });
    if (habits.includes('never-closes')) onShutdown('guest', () => new Promise(() => {}));
    if (habits.includes('slow-start')) {
      console.log('starting');
      await pause(300);
      onShutdown('attic', () => console.log('closed the attic'));
    }
    if (habits.includes('gives-up')) requestStop('the database has died');
    setInterval(() => {}, 1_000);
    console.log('ready');
  },
  { log: console.log, drainLimitMs },
);
