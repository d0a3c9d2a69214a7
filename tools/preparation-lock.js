import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from './words.js';

const pollMs = 200;

/** Runs `prepare` while no other start of this clone installs or builds. */
export async function withPreparationLock(root, prepare) {
  const file = path.join(root, '.build', 'preparing');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  let hasSaid = false;
  while (!isTaken(file)) {
    if (!hasSaid) say('another start of this clone is preparing it: waiting for that');
    hasSaid = true;
    await pause(pollMs);
  }
  try {
    await prepare();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

function isTaken(file) {
  // Written aside and linked, because a link fails when the name is taken and never shows a half-written file.
  const aside = `${file}.${process.pid}`;
  fs.writeFileSync(aside, identityOf(process.pid));
  try {
    fs.linkSync(aside, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeIfStale(file);
    return false;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

/** Renames before it removes: of several starts that find the same dead holder, each takes away only what it has read. */
function removeIfStale(file) {
  const holder = read(file);
  if (holder === undefined || identityOf(Number(holder.split(' ')[0])) === holder) return;
  const away = `${file}.${process.pid}.stale`;
  try {
    fs.renameSync(file, away);
    if (read(away) !== holder) fs.linkSync(away, file);
  } catch {
    // Another start was quicker.
  }
  fs.rmSync(away, { force: true });
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

/** A process id and, where /proc tells, when that process began: ids are used again, and a start must not wait for a stranger. */
function identityOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return `${pid} dead`;
  }
  try {
    return `${pid} ${fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[19]}`;
  } catch {
    return `${pid} alive`;
  }
}
