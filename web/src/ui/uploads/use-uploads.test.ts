import { expect, test } from 'vitest';
import { isUnsaved } from './use-uploads.ts';

test('what is lost with the page is what is still going up, or could not and may be tried again', () => {
  const about = { key: 'plan', name: 'plan.txt', size: 6 };
  const source = new File(['a plan'], 'plan.txt');
  expect(isUnsaved({ ...about, state: 'uploading', progress: 0.5 })).toBe(true);
  expect(isUnsaved({ ...about, state: 'failed', reason: 'No connection', source, isCutOff: true })).toBe(true);
  expect(isUnsaved({ ...about, state: 'failed', reason: 'Too large', source: null })).toBe(false);
  const file = { id: 1, name: 'plan.txt', mime_type: 'text/plain', size: 6, inline: false } as never; // not looked at
  expect(isUnsaved({ ...about, state: 'done', file })).toBe(false);
});
