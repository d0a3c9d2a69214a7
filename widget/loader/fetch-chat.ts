import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import { type ChatScript, chatSeam } from '../seam.ts';

/** The chat in a language, or what tells that a page is open, which is no chat and so is never found to be one. */
type Part = QuidgetLanguage | 'here';

/** What the names of these files, which are built before the loader, have of their contents. */
declare const CHAT_PRINT: string;

/** By a tag, which may be tried again when the network failed: a module that could not be had stays so. */
export function fetchChat(server: string, nonce: string, language: Part): Promise<ChatScript> {
  return new Promise((done, failed) => {
    const script = document.createElement('script');
    script.nonce = nonce;
    script.src = `${server}/quidget-chat-${language}.${CHAT_PRINT}.js`;
    script.onload = script.onerror = () => {
      script.remove();
      const found = (window as { [chatSeam]?: ChatScript })[chatSeam];
      if (found?.language === language) done(found);
      else failed(new Error('The chat did not load'));
    };
    document.head.append(script);
  });
}
