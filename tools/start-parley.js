import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb, isWebBuilt } from './build-web.js';
import { stopWithParent, stopWithSignals } from './children.js';
import { findNode } from './find-node.js';
import { install, isInstalled } from './install.js';
import { withPreparationLock } from './preparation-lock.js';
import { runServer } from './run-server.js';
import { CannotStart } from './words.js';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Prepares what is missing, then runs the server with `args` and exits with its exit code. */
export async function startParley(args) {
  stopWithSignals();
  stopWithParent();
  try {
    await prepare();
    process.exit(await runServer(root, findNode(root), args));
  } catch (error) {
    console.error(wordsFor(error));
    process.exit(1);
  }
}

async function prepare() {
  if (isInstalled(root) && isWebBuilt(root)) return;
  await withPreparationLock(root, async () => {
    // Asked again: another start may have done it while this one waited for the lock.
    if (!isInstalled(root)) await install(root);
    if (!isWebBuilt(root)) await buildWeb(root, findNode(root));
  });
}

function wordsFor(error) {
  if (error instanceof CannotStart) return error.message;
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) {
    return `${error.path ?? root} cannot be written (${error.code}). Start Parley once as the user who owns ${root}.`;
  }
  return error.stack;
}
