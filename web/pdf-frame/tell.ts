import type { PdfTold } from '#contract/pdf-frame.ts';

/** The desk's address cannot be named from here: this page has no origin, and whoever frames it is the desk (`frame-ancestors`). */
export const tell = (told: PdfTold): void => parent.postMessage({ parley: 'pdf', ...told }, '*');
