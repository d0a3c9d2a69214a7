import type { ChatSetup } from '#contract/quidget-chat.ts';
import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import { keptUnder } from '../loader/kept.ts';
import { type Chat, type ChatScript, chatSeam, type OnSite } from '../seam.ts';
import { createKeep } from '../talk/keep.ts';
import { createServerTransport } from '../talk/server-transport.ts';
import { mountChat } from './mount-chat.tsx';
import type { Words } from './words-en.ts';

/** The chat on a site, as the loader asks for it, in one of its languages. */
export function offerChat(language: QuidgetLanguage, words: Words): void {
  const script: ChatScript = { language, words, mount: (place) => mount(place, words) };
  (window as { [chatSeam]?: ChatScript })[chatSeam] = script;
}

function mount({ server, ...place }: OnSite, words: Words): Chat {
  const { id } = place.setup;
  return mountChat({
    ...place,
    words,
    transport: createServerTransport(server, id),
    keep: createKeep(keptUnder(id), () => localStorage),
    async refresh() {
      const answer = await fetch(`${server}/api/chat/setup?quidget=${id}&v=1`, { credentials: 'omit' });
      return ((await answer.json()) as { data: ChatSetup }).data;
    },
  });
}
