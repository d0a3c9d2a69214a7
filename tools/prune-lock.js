/**
 * Makes `npm ci` accept a lock file that was written against a registry without some foreign-platform binaries.
 *
 * `npm install` leaves such packages out of the lock, yet keeps them as optional dependencies of their parents; `npm ci`
 * then says "Missing: … from lock file" (npm/cli#9846). This drops those optional edges. Run it after every install;
 * with `--check` it writes nothing and fails when there is something to drop. What `unwanted` names goes the same way.
 */
import fs from 'node:fs';

const file = 'package-lock.json';
const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
const packages = lock.packages;

/** Whether `name` is found when looked up from `place`, the way Node walks up its node_modules folders. */
function isLocked(place, name) {
  for (let folder = place; ; ) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]?.version) return true;
    if (!folder) return false;
    const up = folder.lastIndexOf('/node_modules/');
    folder = up >= 0 ? folder.slice(0, up) : '';
  }
}

/** What packages of the browser bring for a server that draws by them: 30 MB, and nobody here does. */
const unwanted = /(?:^|\/)node_modules\/@napi-rs\/canvas(?:-[\w-]+)?$/;

const dropped = [];
for (const place of Object.keys(packages)) {
  if (!unwanted.test(place)) continue;
  delete packages[place];
  dropped.push(place);
}
for (const [place, entry] of Object.entries(packages)) {
  if (place && entry.optional && !entry.version && !entry.link) {
    delete packages[place];
    dropped.push(place);
    continue;
  }
  for (const name of Object.keys(entry.optionalDependencies ?? {})) {
    if (isLocked(place, name)) continue;
    delete entry.optionalDependencies[name];
    dropped.push(`${place} > ${name}`);
  }
  if (entry.optionalDependencies && Object.keys(entry.optionalDependencies).length === 0)
    delete entry.optionalDependencies;
}

if (process.argv.includes('--check')) {
  for (const one of dropped) console.error(`package-lock.json names a package that is not locked: ${one}`);
  process.exit(dropped.length ? 1 : 0);
}
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`pruned ${dropped.length}`);
