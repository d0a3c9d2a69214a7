import type { View } from './ticket-search.ts';

/** G, and then the view's own letter. */
export const viewKeys: Record<View, string> = {
  open: 'KeyI',
  mine: 'KeyM',
  unassigned: 'KeyU',
  mentions: 'KeyE',
  drafts: 'KeyF',
  snoozed: 'KeyS',
  answered: 'KeyW',
  resolved: 'KeyR',
  spam: 'KeyP',
  trash: 'KeyD',
};
