import type { Engine } from './pages.ts';
import { layText } from './text.ts';

export type Page = {
  readonly element: HTMLElement;
  isDrawn(width: number): boolean;
  draw(width: number): Promise<void>;
  letGo(): void;
};

export function createPage(engine: Engine, number: number, words: { page: string; unshown: string }): Page {
  const element = document.createElement('section');
  element.dataset.at = String(number - 1);
  element.setAttribute('aria-label', `${words.page} ${number}`);
  let drawnWidth = 0;
  let stop: (() => void) | undefined;
  /** Counts what was let go, so that what comes too late stays away. */
  let turn = 0;

  return {
    element,
    isDrawn: (width) => drawnWidth === width,
    async draw(width) {
      const mine = turn;
      const asked = engine.draw(number, width);
      stop = asked.stop;
      const drawing = await asked.drawing;
      if (mine !== turn) return drawing?.bitmap.close();
      stop = undefined;
      drawnWidth = width;
      if (!drawing) {
        element.textContent = words.unshown;
        return;
      }
      element.style.aspectRatio = String(1 / drawing.ratio);
      element.replaceChildren(canvasOf(drawing.bitmap), layText(drawing.texts));
    },
    letGo() {
      turn++;
      stop?.();
      stop = undefined;
      drawnWidth = 0;
      // The memory of a canvas is given back at once only so.
      const canvas = element.querySelector('canvas');
      if (canvas) canvas.width = canvas.height = 0;
      element.replaceChildren();
      engine.letGo(number);
    },
  };
}

function canvasOf(bitmap: ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
  return canvas;
}
