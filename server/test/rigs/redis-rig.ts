import { freePorts } from './free-ports.ts';
import { serverGreets } from './server-greets.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { startTethered, type TetheredProcess } from './tethered-process.ts';

/** A real Redis that keeps nothing, on a port of its own. */
export type RedisRig = {
  url: string;
  /** Starts it (again), empty, on the same port. */
  start(): Promise<void>;
  /** `kill -9`. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

export async function startRedis(): Promise<RedisRig> {
  const { folder, remove } = makeTemporaryFolder('redis');
  const [port] = (await freePorts(1)) as [number];
  let printed = '';
  let daemon: TetheredProcess | undefined;
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const rig: RedisRig = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      daemon = startTethered('/usr/bin/redis-server', settings, {
        onOutput: (text) => {
          printed += text;
        },
      });
      await serverGreets(port, daemon, () => printed);
    },
    async kill() {
      await daemon?.kill();
    },
    async stop() {
      await daemon?.stop();
      await remove();
    },
  };
  await rig.start();
  return rig;
}
