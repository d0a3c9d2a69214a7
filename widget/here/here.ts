import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import { keptUnder } from '../loader/kept.ts';
import { type NamedPage, pageNamed } from '../loader/page-named.ts';
import { openLine } from '../talk/line.ts';

/**
 * Tells the server that this page is open, so that agents see who is there and may write first. It comes once the page has
 * settled, to pages of companies that want it, and keeps nothing in the browser. Once the chat has a line of its own, this
 * one ends.
 */
const { src } = document.currentScript as HTMLScriptElement;
const [server = ''] = src.split('/quidget-chat-');
const quidget = Number(document.querySelector<HTMLElement>('script[data-quidget]')?.dataset.quidget);
const site = window as { parley?: { (...call: unknown[]): void; page?: NamedPage } };
const host = document.querySelector('parley-quidget') as HTMLElement | null;
if (host && !host.dataset.met) tell(host);

function tell(host: HTMLElement): void {
  const page = () => ({
    url: (site.parley?.page?.url ?? location.href).slice(0, 2000),
    title: (site.parley?.page?.title ?? document.title).slice(0, 300),
    referrer: document.referrer.slice(0, 2000),
  });
  const hello = {
    v: 1,
    quidget,
    language: (host.lang === 'uk' ? 'ua' : 'en') satisfies QuidgetLanguage,
    page: page(),
    // What is not there is not sent.
    token: readToken(),
  };
  const line = openLine(`${server.replace(/^http/, 'ws')}/chat/ws`, hello, {
    told(told) {
      if (told.kind !== 'invitation') return;
      site.parley?.('invite', told);
    },
    // The page may be another than when the line was opened first.
    state: (state) => state === 'up' && line.say({ kind: 'page', ...page() }),
  });
  // Apps change the address first and the title after it.
  const settleMs = 300;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const named = () => {
    clearTimeout(timer);
    timer = setTimeout(() => line.say({ kind: 'page', ...page() }), settleMs);
  };
  addEventListener(pageNamed, named);
  // The site may have taken the chat off the page.
  const watcher = new MutationObserver(() => site.parley || stop());
  watcher.observe(document.body, { childList: true });
  const stop = () => {
    watcher.disconnect();
    clearTimeout(timer);
    removeEventListener(pageNamed, named);
    line.close();
  };
  host.addEventListener('met', stop);
}

/** Of a conversation that ended before. */
function readToken(): string | undefined {
  try {
    return JSON.parse(localStorage.getItem(keptUnder(quidget)) ?? '').token;
  } catch {
    // Nothing is kept, or it may not be looked at.
    return undefined;
  }
}
