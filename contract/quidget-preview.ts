import type { ChatSetup } from './quidget-chat.ts';
import type { QuidgetLanguage } from './quidget-settings.ts';

/** What the editor of a quidget says to the frame beside it, which holds the very chat that visitors have. */
export const quidgetPreviewPage = 'quidget-preview.html';

export type PreviewStage = 'closed' | 'home' | 'form' | 'chat';

export type PreviewShown = {
  setup: ChatSetup;
  language: QuidgetLanguage;
  scheme: 'light' | 'dark';
  stage: PreviewStage;
  isShown: boolean;
  /** A conversation that was never held: what a visitor wrote has no name. */
  talk: readonly { text: string; name: string | null }[];
};
/** From the editor to the frame. The frame says `ready` once it listens. */
export type PreviewMessage = { parley: 'preview'; shown: PreviewShown };
export type PreviewReady = { parley: 'preview-ready' };
