/** What the page of the frame and the worker that reads for it say to each other. */
export type EngineAsked =
  | { ask: 'open'; bytes: ArrayBuffer }
  /** `width` is that of the page on the screen, `density` how many pixels it has for each of its own. */
  | { ask: 'draw'; id: number; page: number; width: number; density: number }
  | { ask: 'stop'; id: number }
  | { ask: 'let_go'; page: number }
  | { ask: 'take'; id: number; bytes: ArrayBuffer | null };

export type EngineTold =
  | { told: 'opened'; pages: number; ratio: number }
  | { told: 'failed'; why: 'password' | 'damaged' }
  | { told: 'drawn'; id: number; drawing: Drawing }
  | { told: 'undrawn'; id: number }
  | { told: 'needs'; id: number; file: string };

export type Drawing = { ratio: number; bitmap: ImageBitmap; texts: readonly Text[] };

/** A piece of what is written on a page. Lengths are in widths of the page, `left` and `top` in its width and height. */
export type Text = {
  text: string;
  left: number;
  top: number;
  size: number;
  width: number;
  angle: number;
  family: string;
  dir: string;
  endsLine: boolean;
};
