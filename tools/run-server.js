import { spawn } from 'node:child_process';
import path from 'node:path';
import { track } from './children.js';

/**
 * Runs the server and resolves with its exit code. The channel between the two ends when this process does, even by
 * kill -9: that is how the server learns that it is to stop.
 */
export function runServer(root, node, args) {
  const server = spawn(node, [path.join('server', 'src', 'main.ts'), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  return track(server, (signal) => server.kill(signal));
}
