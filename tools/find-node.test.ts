import { expect, test } from 'vitest';
import { requireNode } from './find-node.js';

test.each([
  [{ platform: 'linux', arch: 'x64', version: '20.20.2', hasGlibc: true }, true],
  [{ platform: 'linux', arch: 'arm64', version: '20.20.2', hasGlibc: true }, true],
  [{ platform: 'linux', arch: 'x64', version: '22.1.0', hasGlibc: false }, false],
  [{ platform: 'linux', arch: 'x64', version: '24.0.0', hasGlibc: false }, true],
  [{ platform: 'darwin', arch: 'arm64', version: '20.20.2', hasGlibc: false }, false],
  [{ platform: 'darwin', arch: 'arm64', version: '26.1.0', hasGlibc: false }, true],
])('whether Parley can run is known before anything is installed: %j', (where, isFine) => {
  if (isFine) expect(() => requireNode(where)).not.toThrow();
  else expect(() => requireNode(where)).toThrow(/Node 24 or later.*please install it/);
});

test('it can run here', () => {
  expect(() => requireNode()).not.toThrow();
});
