import { expect, test } from 'vitest';

type Where = { platform: string; arch: string; version: string; hasGlibc: boolean };
// Plain JavaScript, for the Node of any machine.
const { requireNode } = (await import(new URL('find-node.js', import.meta.url).href)) as {
  requireNode: (where?: Where) => void;
};

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
