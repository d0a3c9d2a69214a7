import type { Launcher } from '../loader/launcher.ts';
import type { Words } from './words-en.ts';

/** On the launcher as the loader draws it: that the panel is open, or how much nobody has read. */
export function markLauncher({ button }: Launcher, words: Words, isOpen: boolean, unread: number): void {
  const badge = button.querySelector('em') ?? button.appendChild(document.createElement('em'));
  const word = button.querySelector('span');
  badge.hidden = isOpen || !unread;
  badge.textContent = unread > 99 ? '99+' : `${unread}`;
  button.ariaExpanded = `${isOpen}`;
  if (!badge.hidden) button.ariaLabel += `, ${words.unread}: ${unread}`;
  if (!isOpen) return;
  button.querySelector('path')?.setAttribute('d', 'm6 9 6 6 6-6');
  button.ariaLabel = words.close;
  if (word?.textContent) word.textContent = words.close;
}
