/** What the desk and the frame that draws a PDF say to each other. The frame reads what strangers sent, so nothing of it is believed unseen. */
export const pdfFramePage = 'pdf-frame.html';
/** Under it stand the frame's program and, by the version of its reader, what that may ask for. */
export const pdfFrameFolder = 'pdf';

export const pdfPagesMax = 500;

/** Beside `Escape` and `Tab`, what the lightbox does with a key when the frame has the focus. */
export const pdfKeys = ['Escape', 'Tab', 'ArrowLeft', 'ArrowRight', 'Equal', 'NumpadAdd', 'Minus', 'NumpadSubtract'];

/** From the desk to the frame. `zoom` is in widths of the room there is, `by` in its heights. */
export type PdfAsked = { parley: 'pdf' } & (
  | { ask: 'open'; bytes: ArrayBuffer; zoom: number; language: string; words: { page: string; unshown: string } }
  | { ask: 'zoom'; zoom: number }
  | { ask: 'scroll'; by: number }
  | { ask: 'take'; id: number; bytes: ArrayBuffer | null }
);

/** Why nothing is shown, as far as the frame can tell. */
export const pdfFailures = ['password', 'damaged', 'slow'] as const;
export type PdfFailure = (typeof pdfFailures)[number];

/** From the frame to the desk. `needs` names a file of the reader's own: how letters of the East are numbered, a font, a decoder. */
export type PdfTold =
  | { told: 'ready'; version: string }
  | { told: 'opened'; pages: number }
  | { told: 'drawn' }
  | { told: 'at'; page: number }
  | { told: 'zoom'; by: 1 | -1 }
  | { told: 'key'; code: string }
  | { told: 'needs'; id: number; file: string }
  | { told: 'failed'; why: PdfFailure };
