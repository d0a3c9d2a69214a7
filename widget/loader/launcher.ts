import type { ChatSetup } from '#contract/quidget-chat.ts';
import type { Look } from '../seam.ts';
import sheet from './launcher.css?inline';
import { launcherWords } from './launcher-words.ts';
import { wear } from './wear.ts';

export type Standing = { isOpen: boolean; unread: number };

export type Launcher = {
  button: HTMLButtonElement;
  /** Draws what changed and keeps the rest: whatever has the focus keeps it. */
  draw(setup: ChatSetup, look: Look, standing: Standing): void;
};

const bubble =
  'M4 19V6.500A2.500 2.500 0 0 1 6.500 4h11A2.500 2.500 0 0 1 20 6.500v7a2.500 2.500 0 0 1-2.500 2.500H8zM8.500 8.500h7M8.500 11.800h4.500';

/** What stands on the page before anybody asks: drawn by hand, since every page of a site pays for it. */
export function createLauncher(root: ShadowRoot): Launcher {
  const page = root.ownerDocument;
  const host = root.host as HTMLElement; // made by us
  const [button, word, badge] = [page.createElement('button'), page.createElement('span'), page.createElement('em')];
  const shape = (tag: string, attributes: Record<string, string>) => {
    const made = page.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const name in attributes) made.setAttribute(name, attributes[name] ?? '');
    return made;
  };
  const icon = shape('svg', { width: '26', height: '26', viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  button.className = 'launch';
  button.append(icon, word, badge);
  wear(root, sheet);
  root.append(button);

  return {
    button,
    draw({ settings: { look, texts }, palette }, { language, scheme, isShown }, { isOpen, unread }) {
      const words = launcherWords[language];
      host.lang = language === 'ua' ? 'uk' : 'en';
      host.dir = 'ltr';
      host.dataset.scheme = scheme;
      const set = (name: string, value: string) => host.style.setProperty(`--${name}`, value);
      for (const [name, value] of Object.entries(palette[scheme])) set(name, value);
      set('x', `${look.offset_x_px}px`);
      set('y', `${look.offset_y_px}px`);
      host.toggleAttribute('data-left', look.position === 'left');
      button.hidden = !isShown;
      button.dataset.shape = look.shape;
      button.ariaExpanded = `${isOpen}`;
      icon.replaceChildren(shape('path', { d: isOpen ? 'm6 9 6 6 6-6' : bubble }));
      word.textContent = look.shape === 'pill' ? (isOpen ? words.close : texts[language].launcher) : '';
      badge.textContent = isOpen || !unread ? '' : unread > 99 ? '99+' : `${unread}`;
      const label = word.textContent || words[isOpen ? 'close' : 'open'];
      button.ariaLabel = badge.textContent ? `${label}, ${unread} ${words.unread}` : label;
    },
  };
}
