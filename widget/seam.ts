import type { ChatSetup } from '#contract/quidget-chat.ts';
import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import type { Words } from './app/words-en.ts';
import type { Launcher } from './loader/launcher.ts';

/** What the loader, which every page has, and the chat, which is fetched on first need, know of each other. */
export type Look = {
  language: QuidgetLanguage;
  scheme: 'light' | 'dark';
  /** The launcher stands on the page. The panel may be open without it: sites have buttons of their own. */
  isShown: boolean;
};

export type ChatEvents = {
  ready: [];
  open: [];
  close: [];
  message: [{ conversation: string; from: 'agent' | 'system'; name: string; text: string; at: string }];
  unread: [number];
};
export type Emit = <E extends keyof ChatEvents>(event: E, ...told: ChatEvents[E]) => void;

/** What the chat is given by the page that it stands on. */
export type Place = {
  root: ShadowRoot;
  setup: ChatSetup;
  look: Look;
  launcher: Launcher;
  emit: Emit;
};

export type OnSite = Place & { server: string };

export type Opening = {
  /** Nobody asked for it: the focus stays where the visitor is. */
  byItself?: boolean;
};

export type Chat = {
  open(how?: Opening): void;
  close(): void;
  toggle(): void;
  /** Without anybody: whoever was signed in has left. */
  identify(who?: Identified | null): void;
  setAttributes(attributes: Record<string, string>): void;
  /** Another page is shown now, or the site names it otherwise. */
  trackPage(page?: { url?: string; title?: string }): void;
  /** Somebody writes first. */
  invite(told: Invitation): void;
  /** The page has another look. With words of another language, it speaks that one. */
  see(look: Look, words?: Words): void;
  destroy(): void;
};

export type Invitation = { key: string; name: string; text: string };

/** Whom a site's server says the visitor is; without a signature it only fills in the form. */
export type Identified = { user?: string; signature?: string; name?: string; email?: string };

/** What the chat's script has: one for each language, since nobody needs the words of the other. */
export type ChatScript = { language: QuidgetLanguage; words: Words; mount(place: OnSite): Chat };

/** Where it leaves that. */
export const chatSeam = Symbol.for('parley.chat.1');
