import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart } from './words.js';

const nodeMajorMin = 24;

/** The Node that runs the server: the one npm installed, or this one when it is new enough. Throws `CannotStart`. */
export function findNode(root) {
  const installed = path.join(root, 'node_modules', '.bin', 'node');
  if (isSameFile(installed, process.execPath) || majorOf(installed) >= nodeMajorMin) return installed;
  if (Number(process.versions.node.split('.')[0]) >= nodeMajorMin) return process.execPath;
  throw new CannotStart(
    `Parley runs on Node ${nodeMajorMin} or later. npm brings it on Linux (x64 and arm64 with glibc); ` +
      `here (${process.platform}-${process.arch}) please install it: this is ${process.versions.node}.`,
  );
}

function isSameFile(one, other) {
  return fs.existsSync(one) && fs.realpathSync(one) === fs.realpathSync(other);
}

function majorOf(node) {
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 ? Number(/^v(\d+)/.exec(answer.stdout)?.[1] ?? 0) : 0;
}
