import { expect, test } from 'vitest';
import { provision } from './test-provision.ts';

const abacus = { file: '/usr/bin/abacus-of-nobody', package: 'abacus', for: 'counting' };
const shell = { file: '/bin/sh', package: 'dash', for: 'everything' };

test('without the right to install, what is missing is named together with its package, and nothing is skipped', () => {
  const asking = () => provision([shell, abacus], { mayInstall: false });
  expect(asking).toThrow('abacus: /usr/bin/abacus-of-nobody is missing, needed for counting');
  expect(asking).toThrow('apt-get install --no-install-recommends abacus');
  expect(asking).not.toThrow('dash');
});

test('what is there is not asked for', () => {
  expect(() => provision([shell], { mayInstall: false })).not.toThrow();
});
