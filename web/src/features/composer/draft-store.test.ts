import { describe, expect, test } from 'vitest';
import { type Draft, draftDaysMax, dropOldDrafts, keepDraft, readDraft } from './draft-store.ts';
import { aStorage } from './storage-in-tests.ts';

const toHanna = { user: 4, ticket: 18, kind: 'reply' } as const;
const text: Draft = { html: '<p>A new leg</p>', recipients: null, attachments: [], savedAt: 1_000 };

describe('drafts', () => {
  test('a half-written reply survives a reload, per person, ticket and kind', () => {
    const storage = aStorage();
    expect(keepDraft(toHanna, text, storage)).toBe(true);
    expect(readDraft(toHanna, storage)).toEqual(text);
    expect(readDraft({ ...toHanna, kind: 'note' }, storage)).toBeNull();
    expect(readDraft({ ...toHanna, user: 5 }, storage)).toBeNull();
  });

  test('a full browser is said, not hidden', () => {
    expect(keepDraft(toHanna, text, aStorage(10))).toBe(false);
  });

  test('what an older Parley wrote does not break the page', () => {
    const storage = aStorage();
    storage.setItem('parley.draft.4.18.reply', '{"html":1}');
    expect(readDraft(toHanna, storage)).toBeNull();
    storage.setItem('parley.draft.4.18.reply', '{broken');
    expect(readDraft(toHanna, storage)).toBeNull();
  });

  test('what nobody came back to for a month goes, the rest stays', () => {
    const storage = aStorage();
    const now = draftDaysMax * 86_400_000 + 5_000;
    keepDraft(toHanna, text, storage);
    keepDraft({ ...toHanna, ticket: 19 }, { ...text, savedAt: now }, storage);
    storage.setItem('theme', 'dark');
    dropOldDrafts(now, storage);
    expect(Object.keys(storage)).toEqual(['parley.draft.4.19.reply', 'theme']);
  });
});
