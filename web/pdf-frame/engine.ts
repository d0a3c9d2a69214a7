import './engine-place.ts';
import {
  GlobalWorkerOptions,
  getDocument,
  PasswordException,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  type RenderTask,
  Util,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { canvasSize, pageRatio } from './canvas-size.ts';
import type { EngineAsked, EngineTold, Text } from './engine-talk.ts';
import { Provided, take } from './provided.ts';

/**
 * A worker that has a file read by a second worker and painted by a third. What a hostile one makes them do, also that they
 * flood each other with its strokes, happens beside the page, and ends when the frame goes.
 */
declare const READER_CODE: string;
declare const PAINTER_CODE: string;

const imagePixelsMax = 2 ** 26;
const canvasBytesMax = 2 ** 26;
const textsMax = 5000;
const textLengthMax = 2000;
/** Of errors alone: files are full of what one could warn of. */
const verbosity = 0;

const tell = (told: EngineTold, transfer: Transferable[] = []) => self.postMessage(told, { transfer });
const begin = (code: string) => new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));

let pdf: PDFDocumentProxy | undefined;
const tasks = new Map<number, RenderTask>();

self.addEventListener('message', ({ data }: MessageEvent<EngineAsked>) => {
  if (data.ask === 'open') void open(data.bytes);
  else if (data.ask === 'draw') void draw(data);
  else if (data.ask === 'stop') tasks.get(data.id)?.cancel();
  else if (data.ask === 'let_go') void pdf?.getPage(data.page).then((page) => page.cleanup());
  else take(data.id, data.bytes);
});

async function open(bytes: ArrayBuffer): Promise<void> {
  GlobalWorkerOptions.rendererPorts = [begin(PAINTER_CODE)];
  const reading = getDocument({
    data: bytes,
    worker: PDFWorker.create({ port: begin(READER_CODE), verbosity }),
    BinaryDataFactory: Provided,
    // They need not lead anywhere: what is below them is asked for by its name.
    ...{ cMapUrl: '/', standardFontDataUrl: '/', wasmUrl: '/', useWorkerFetch: false },
    maxImageSize: imagePixelsMax,
    canvasMaxAreaInBytes: canvasBytesMax,
    enableXfa: false,
    verbosity,
  });
  try {
    pdf = await reading.promise;
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    tell({ told: 'opened', pages: pdf.numPages, ratio: pageRatio(width, height) });
  } catch (error) {
    tell({ told: 'failed', why: error instanceof PasswordException ? 'password' : 'damaged' });
  }
}

async function draw({ id, page: number, width, density }: Extract<EngineAsked, { ask: 'draw' }>): Promise<void> {
  try {
    const page = await pdf?.getPage(number);
    if (!page) return;
    const natural = page.getViewport({ scale: 1 });
    const ratio = pageRatio(natural.width, natural.height);
    const size = canvasSize(width, width * ratio, density);
    const canvas = new OffscreenCanvas(size.width, size.height);
    const task = page.render({
      // Its types know of none but those of a page.
      canvas: canvas as unknown as HTMLCanvasElement,
      viewport: page.getViewport({ scale: size.width / natural.width }),
    });
    tasks.set(id, task);
    await task.promise;
    const texts = await textsOf(page);
    const bitmap = canvas.transferToImageBitmap();
    tell({ told: 'drawn', id, drawing: { ratio, bitmap, texts } }, [bitmap]);
  } catch {
    tell({ told: 'undrawn', id });
  } finally {
    tasks.delete(id);
  }
}

/** What is written on a page; of one that is nothing but letters, the first of them. */
async function textsOf(page: PDFPageProxy): Promise<Text[]> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const reader = page.streamTextContent().getReader();
  const texts: Text[] = [];
  while (texts.length < textsMax) {
    const { value, done } = await reader.read();
    if (done) break;
    for (const item of value.items) {
      if (!('str' in item)) continue;
      const style = value.styles[item.fontName];
      const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = Util.transform(transform, item.transform) as number[];
      const angle = Math.atan2(b, a) + (style?.vertical ? Math.PI / 2 : 0);
      const size = Math.hypot(c, d);
      const ascent = size * (style?.ascent || 0.8);
      texts.push({
        text: item.str.slice(0, textLengthMax),
        left: (x + ascent * Math.sin(angle)) / width,
        top: (y - ascent * Math.cos(angle)) / height,
        size: size / width,
        width: (style?.vertical ? item.height : item.width) / width,
        angle,
        family: style?.fontFamily ?? 'sans-serif',
        dir: item.dir,
        endsLine: item.hasEOL,
      });
    }
  }
  void reader.cancel().catch(() => {});
  return texts;
}
