import { expect, test } from 'vitest';
import { linkAddress } from './link-address.ts';

test('an address is completed as people mean it', () => {
  expect(linkAddress('oak.example/a')).toBe('https://oak.example/a');
  expect(linkAddress(' http://oak.example ')).toBe('http://oak.example/');
  expect(linkAddress('oak.example:8443/x')).toBe('https://oak.example:8443/x');
  expect(linkAddress('hanna@oak.example')).toBe('mailto:hanna@oak.example');
  expect(linkAddress('mailto:hanna@oak.example')).toBe('mailto:hanna@oak.example');
});

test('A23 only web and mail addresses become links', () => {
  for (const wrong of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    '',
    'hello',
    'https://shop.example@evil.example',
  ]) {
    expect(linkAddress(wrong), wrong).toBeNull();
  }
});
