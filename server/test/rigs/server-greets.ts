import { connect } from 'node:net';
import type { TetheredProcess } from './tethered-process.ts';
import { waitUntil } from './wait-until.ts';

/** Waits until the daemon accepts connections on `port` of 127.0.0.1; throws with its log when it cannot. */
export async function serverGreets(port: number, daemon: TetheredProcess, log: () => string): Promise<void> {
  const outcome = await waitUntil(async () => (daemon.hasExited() ? 'gone' : (await accepts(port)) && 'listening'), {
    everyMs: 10,
    what: `a server on port ${port}`,
  }).catch(() => 'silent');
  if (outcome !== 'listening') throw new Error(`the server for port ${port} is ${outcome}. Its log:\n${log()}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
