import { buildWeb, isWebBuilt } from './build-web.js';
import { findNode, requireNode } from './find-node.js';
import { install, isInstalled } from './install.js';
import { withPreparationLock } from './preparation-lock.js';

/** Installs and builds what is missing in the clone, and nothing else: at once when all is there. */
export async function prepare(root) {
  if (isInstalled(root) && isWebBuilt(root)) return;
  await withPreparationLock(root, async () => {
    // Asked again: another start may have done it while this one waited for the lock.
    if (!isInstalled(root)) {
      requireNode();
      await install(root);
    }
    if (!isWebBuilt(root)) await buildWeb(root, findNode(root));
  });
}
