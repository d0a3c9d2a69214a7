import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildWeb } from './build-web.js';
import { stopWithParent, stopWithSignals, track } from './children.js';
import { findNode } from './find-node.js';
import { install, isInstalled } from './install.js';
import { say } from './words.js';

/**
 * `npm run dev`: the server, started again whenever its files change, and Vite's own server for the web app, side by
 * side. Arguments go to the server: `npm run dev -- --demo`. What one of them cannot survive ends both.
 */
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

stopWithSignals();
stopWithParent();
if (!isInstalled(root)) await install(root);
const node = findNode(root);
// The server serves the built web app as well and refuses to start without one.
if (!fs.existsSync(path.join(root, '.build', 'web', 'index.html'))) await buildWeb(root, node);

const port = process.env.PORT || '3000';
const server = run('server', ['--watch', '--watch-preserve-output', 'server/src/main.ts', ...process.argv.slice(2)]);
const web = run('web', ['node_modules/.bin/vite', '--config', 'web/vite.config.ts', '--clearScreen', 'false'], {
  PARLEY_SERVER: `http://localhost:${port}`,
});
say('the web app with your changes is at http://localhost:5173/v1/ in a moment');

const first = await Promise.race([server.ended, web.ended]);
for (const one of [server, web]) one.child.kill('SIGTERM');
await Promise.all([server.ended, web.ended]);
process.exit(first);

function run(name, args, env = {}) {
  const child = spawn(node, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    readline.createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(6)} ${line}`));
  }
  return { child, ended: track(child, (signal) => child.kill(signal)) };
}
