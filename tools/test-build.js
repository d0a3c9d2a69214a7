import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb, isWebBuilt } from './build-web.js';
import { withPreparationLock } from './preparation-lock.js';

// The browser stories meet the web app as `npm start` builds it.
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
await withPreparationLock(root, async () => isWebBuilt(root) || buildWeb(root, process.execPath));
