import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopWithParent, stopWithSignals } from './children.js';
import { findNode } from './find-node.js';
import { prepare } from './prepare.js';
import { runServer } from './run-server.js';
import { CannotStart } from './words.js';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Prepares what is missing, then runs the server with `args` and exits with its exit code. */
export async function startParley(args) {
  stopWithSignals();
  stopWithParent();
  try {
    await prepare(root);
    process.exit(await runServer(root, findNode(root), args));
  } catch (error) {
    console.error(wordsFor(error));
    process.exit(1);
  }
}

function wordsFor(error) {
  if (error instanceof CannotStart) return error.message;
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) {
    return `${error.path ?? root} cannot be written (${error.code}). Start Parley once as the user who owns ${root}.`;
  }
  return error.stack;
}
