import { isPathOf } from '#contract/page-paths.ts';
import type { ProactiveMessage } from '#contract/quidget-settings.ts';
import type { OpenQuidget } from '#domain/chats/index.ts';

/** What a quidget says by itself. */
export type Rules = { readonly quidget: OpenQuidget; readonly messages: readonly ProactiveMessage[] };

/** What is said on this page first, to somebody who has seen these already. */
export function nextMessage({ messages }: Rules, url: string, shown: readonly string[]): ProactiveMessage | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  return messages
    .filter((one) => !shown.includes(one.key) && isPathOf(pathname, one.page))
    .toSorted((a, b) => a.seconds - b.seconds)[0];
}
