import type { EngineTold } from './engine-talk.ts';

/** The folders of the reader's own files, by the names it has for them. */
const folders: Readonly<Record<string, string>> = {
  cMapUrl: 'cmaps',
  standardFontDataUrl: 'standard_fonts',
  wasmUrl: 'wasm',
};
const waiting = new Map<number, (bytes: ArrayBuffer | null) => void>();
let last = 0;

/** What the reader would fetch, where nothing can be reached: the desk hands it in. */
export class Provided {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const needs: EngineTold = { told: 'needs', id: ++last, file: `${folders[kind]}/${filename}` };
    const bytes = await new Promise<ArrayBuffer | null>((resolve) => {
      waiting.set(needs.id, resolve);
      self.postMessage(needs);
    });
    if (!bytes) throw new Error(`${filename} is not here`);
    return new Uint8Array(bytes);
  }
}

export function take(id: number, bytes: ArrayBuffer | null): void {
  waiting.get(id)?.(bytes);
  waiting.delete(id);
}
