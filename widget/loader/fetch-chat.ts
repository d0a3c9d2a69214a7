import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import { type ChatScript, chatSeam } from '../seam.ts';

/** What the names of the chat's files, which are built before the loader, have of their contents: one per language. */
declare const CHAT_FILES: Record<QuidgetLanguage, string>;

/** By a tag, which may be tried again when the network failed: a module that could not be had stays so. */
export function fetchChat(server: string, nonce: string, language: QuidgetLanguage): Promise<ChatScript> {
  return new Promise((done, failed) => {
    const script = document.createElement('script');
    script.nonce = nonce;
    script.src = `${server}/quidget-chat-${language}.${CHAT_FILES[language]}.js`;
    script.onload = script.onerror = () => {
      script.remove();
      const found = (window as { [chatSeam]?: ChatScript })[chatSeam];
      if (found?.language === language) done(found);
      else failed(new Error('The chat could not be loaded'));
    };
    document.head.append(script);
  });
}
