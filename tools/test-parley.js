import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopWithSignals, track } from './children.js';
import { findNode } from './find-node.js';
import { install, isInstalled } from './install.js';
import { withPreparationLock } from './preparation-lock.js';
import { CannotStart } from './words.js';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Installs what package-lock.json says, then runs `test.ts` with `args` on the Node that came with it. */
export async function testParley(args) {
  stopWithSignals();
  try {
    if (!isInstalled(root)) await withPreparationLock(root, async () => isInstalled(root) || install(root));
    process.exit(await runTests(findNode(root), args));
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function runTests(node, args) {
  const env = {
    ...process.env,
    PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH}`,
  };
  const tests = spawn(node, [path.join('tools', 'test.ts'), ...args], {
    cwd: root,
    env,
    // The channel tells the tests when this process is gone.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  return track(tests, (signal) => tests.kill(signal));
}
