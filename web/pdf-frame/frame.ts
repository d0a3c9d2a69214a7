import { type PdfAsked, pdfKeys, pdfPagesMax } from '#contract/pdf-frame.ts';
import type { Drawing, EngineAsked, EngineTold } from './engine-talk.ts';
import sheet from './frame.css?inline';
import { type Engine, type Pages, showPages } from './pages.ts';
import { tell } from './tell.ts';

/**
 * The page in the sandboxed frame of the lightbox: shows a PDF that a stranger sent. It has no origin, no cookies and no
 * network, and reads nothing of the file itself.
 */
declare const ENGINE_CODE: string;
declare const READER_VERSION: string;

const looks = new CSSStyleSheet();
looks.replaceSync(sheet);
document.adoptedStyleSheets = [looks];

const worker = new Worker(URL.createObjectURL(new Blob([ENGINE_CODE], { type: 'text/javascript' })));
const say = (asked: EngineAsked, transfer: Transferable[] = []) => worker.postMessage(asked, transfer);
const drawings = new Map<number, (drawing: Drawing | null) => void>();
let last = 0;

const engine: Engine = {
  draw(page, width) {
    const id = ++last;
    const drawing = new Promise<Drawing | null>((resolve) => drawings.set(id, resolve));
    say({ ask: 'draw', id, page, width, density: devicePixelRatio });
    return { drawing, stop: () => say({ ask: 'stop', id }) };
  },
  letGo: (page) => say({ ask: 'let_go', page }),
};

let opening: Extract<PdfAsked, { ask: 'open' }> | undefined;
let pages: Pages | undefined;

addEventListener('message', ({ source, data }: MessageEvent<PdfAsked | undefined>) => {
  if (source !== parent || data?.parley !== 'pdf') return;
  if (data.ask === 'open') {
    opening = data;
    document.documentElement.lang = data.language;
    say({ ask: 'open', bytes: data.bytes }, [data.bytes]);
  } else if (data.ask === 'zoom') {
    // Whoever zooms before there is a page means the first one.
    if (opening) opening = { ...opening, zoom: data.zoom };
    pages?.zoom(data.zoom);
  } else if (data.ask === 'scroll') pages?.scroll(data.by);
  else say({ ask: 'take', id: data.id, bytes: data.bytes }, data.bytes ? [data.bytes] : []);
});

worker.addEventListener('message', ({ data }: MessageEvent<EngineTold>) => {
  if (data.told === 'drawn' || data.told === 'undrawn') {
    drawings.get(data.id)?.(data.told === 'drawn' ? data.drawing : null);
    drawings.delete(data.id);
  } else if (data.told === 'opened') {
    tell({ told: 'opened', pages: data.pages });
    if (opening && data.pages <= pdfPagesMax) pages = showPages(engine, { ...data, ...opening });
  } else tell(data);
});
worker.addEventListener('error', () => tell({ told: 'failed', why: 'damaged' }));

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !pdfKeys.includes(event.code)) return;
  event.preventDefault();
  tell({ told: 'key', code: event.code });
});

const wheelStep = 40;
let turned = 0;
addEventListener(
  'wheel',
  (event) => {
    // So come two fingers on a touchpad as well, in many small steps.
    if (!event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < wheelStep) return;
    tell({ told: 'zoom', by: turned < 0 ? 1 : -1 });
    turned = 0;
  },
  { passive: false },
);

tell({ told: 'ready', version: READER_VERSION });
