import type { PreviewMessage, PreviewReady, PreviewShown, PreviewStage } from '#contract/quidget-preview.ts';
import { type Mounted, mountChat } from '../app/mount-chat.tsx';
import type { View } from '../app/the.ts';
import { en } from '../app/words-en.ts';
import { ua } from '../app/words-ua.ts';
import { createLauncher } from '../loader/launcher.ts';
import { createKeep } from '../talk/keep.ts';
import { createPretendedTransport, previewKey } from './pretended-transport.ts';
import sheet from './preview.css?inline';

/** The page in the frame beside the editor: a site told in grey, and on it the chat that visitors get. */
const words = { en, ua };
const page = new CSSStyleSheet();
page.replaceSync(sheet);
document.adoptedStyleSheets = [page];
const site = document.createElement('div');
site.className = 'site';
site.append(...Array.from({ length: 5 }, () => document.createElement('i')));
document.body.append(site);

let mounted: Mounted | undefined;
let host: HTMLElement | undefined;
/** What the chat stands for; with another conversation it is another chat. */
let [held, stage, isOnline] = ['', 'closed' as PreviewStage, true];

function show({ setup, language, scheme, stage: next, isShown, talk }: PreviewShown): void {
  document.body.dataset.scheme = scheme;
  document.documentElement.lang = language === 'ua' ? 'uk' : 'en';
  const look = { language, scheme, isShown };
  const holds = JSON.stringify(talk);
  const isNew = held !== holds;
  if (isNew) {
    held = holds;
    mounted?.destroy();
    host?.remove();
    host = document.createElement('parley-quidget');
    const root = host.attachShadow({ mode: 'open' });
    const keep = createKeep('', () => undefined);
    keep.write({ token: 'preview', live: true });
    const transport = createPretendedTransport(talk);
    const place = { root, setup, look, launcher: createLauncher(root), emit: () => undefined };
    mounted = mountChat({ ...place, words: words[language], transport, keep, takesFocus: false });
    document.body.append(host);
  }
  mounted?.set(setup);
  mounted?.see(look, words[language]);
  // What one has clicked one's way to in here stays until the editor wants something else.
  if (isNew || next !== stage || setup.is_online !== isOnline) turnTo(viewOf(next, setup.is_online));
  [stage, isOnline] = [next, setup.is_online];
}

function turnTo(view: View | null): void {
  if (view === null) mounted?.close();
  else {
    mounted?.open();
    mounted?.go(view);
  }
}

function viewOf(wanted: PreviewStage, isHere: boolean): View | null {
  if (wanted === 'closed') return null;
  if (wanted === 'chat') return isHere ? { name: 'talk', talk: previewKey } : { name: 'left', talk: previewKey };
  return { name: wanted };
}

// A31: from the editor's own window alone.
addEventListener('message', ({ origin, source, data }: MessageEvent<PreviewMessage | undefined>) => {
  if (origin === location.origin && source === parent && data?.parley === 'preview') show(data.shown);
});
const ready: PreviewReady = { parley: 'preview-ready' };
parent.postMessage(ready, location.origin);
