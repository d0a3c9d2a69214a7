import type { ChatSetup } from '#contract/quidget-chat.ts';
import type { Look } from '../seam.ts';
import sheet from './launcher.css?inline';
import { wear } from './wear.ts';

export type Launcher = {
  button: HTMLButtonElement;
  /** Draws it as it stands while the chat is closed and nothing is unread, and keeps whatever has the focus. */
  draw(setup: ChatSetup, look: Look): void;
};

const bubble =
  'M4 19V6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H8zM8.5 8.5h7M8.5 11.8h4.5';

/** What stands on the page before anybody asks: drawn by hand, since every page of a site pays for it. */
export function createLauncher(root: ShadowRoot): Launcher {
  const host = root.host as HTMLElement; // made by us
  const [button, word] = [document.createElement('button'), document.createElement('span')];
  const shape = (tag: string) => document.createElementNS('http://www.w3.org/2000/svg', tag);
  const [icon, line] = [shape('svg'), shape('path')];
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.append(line);
  button.className = 'launch';
  button.ariaExpanded = 'false';
  button.append(icon, word);
  wear(root, sheet);
  root.append(button);

  return {
    button,
    draw({ settings: { look, texts }, palette }, { language, scheme, isShown }) {
      const set = (name: string, value: string) => host.style.setProperty(`--${name}`, value);
      const colours: Record<string, string> = palette[scheme];
      for (const name in colours) set(name, colours[name] ?? '');
      const x = `${look.offset_x_px}px`;
      set('x', x);
      set('l', look.position === 'left' ? x : 'auto');
      set('r', look.position === 'left' ? 'auto' : x);
      set('y', `${look.offset_y_px}px`);
      host.lang = language === 'ua' ? 'uk' : 'en';
      host.dataset.scheme = scheme;
      button.hidden = !isShown;
      button.dataset.shape = look.shape;
      line.setAttribute('d', bubble);
      // Also where it is not read, so that whoever hears it hears the company's words.
      button.ariaLabel = texts[language].launcher;
      word.textContent = look.shape === 'pill' ? button.ariaLabel : '';
    },
  };
}
