import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart } from './words.js';

const nodeMajorMin = 24;

/** The Node that runs the server: the one npm installed, or this one when it is new enough. Throws `CannotStart`. */
export function findNode(root) {
  const installed = path.join(root, 'node_modules', '.bin', 'node');
  if (isSameFile(installed, process.execPath) || majorOf(installed) >= nodeMajorMin) return installed;
  if (isNewEnough(process.versions.node)) return process.execPath;
  throw tooOld(here());
}

/** Throws `CannotStart`, before anything is installed, where npm brings no Node and this one is too old. */
export function requireNode(where = here()) {
  const isBrought = where.platform === 'linux' && ['x64', 'arm64'].includes(where.arch) && where.hasGlibc;
  if (!isBrought && !isNewEnough(where.version)) throw tooOld(where);
}

const isNewEnough = (version) => Number(version.split('.')[0]) >= nodeMajorMin;

function here() {
  const { platform, arch, versions } = process;
  return {
    platform,
    arch,
    version: versions.node,
    hasGlibc: 'glibcVersionRuntime' in process.report.getReport().header,
  };
}

const tooOld = ({ platform, arch, version }) =>
  new CannotStart(
    `Parley runs on Node ${nodeMajorMin} or later. npm brings it on Linux (x64 and arm64 with glibc); ` +
      `here (${platform}-${arch}) please install it: this is ${version}.`,
  );

function isSameFile(one, other) {
  return fs.existsSync(one) && fs.realpathSync(one) === fs.realpathSync(other);
}

function majorOf(node) {
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return answer.status === 0 ? Number(/^v(\d+)/.exec(answer.stdout)?.[1] ?? 0) : 0;
}
