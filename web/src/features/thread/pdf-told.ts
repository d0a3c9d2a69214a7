import { type PdfTold, pdfFailures, pdfKeys } from '#contract/pdf-frame.ts';

/** What the frame of a PDF says, or null when it says anything else: what is inside it was made by a stranger. */
export function pdfTold(data: unknown): PdfTold | null {
  if (typeof data !== 'object' || data === null) return null;
  const { parley, told, ...said } = data as Record<string, unknown>;
  if (parley !== 'pdf' || typeof told !== 'string' || !Object.hasOwn(readers, told)) return null;
  return readers[told as PdfTold['told']](said);
}

type Said = Readonly<Record<string, unknown>>;

const readers: { [T in PdfTold['told']]: (said: Said) => Extract<PdfTold, { told: T }> | null } = {
  ready: ({ version }) =>
    typeof version === 'string' && /^\d{1,3}(?:\.\d{1,4}){2}$/.test(version) ? { told: 'ready', version } : null,
  opened: ({ pages }) => (isCount(pages) ? { told: 'opened', pages } : null),
  drawn: () => ({ told: 'drawn' }),
  at: ({ page }) => (isCount(page) ? { told: 'at', page } : null),
  zoom: ({ by }) => (by === 1 || by === -1 ? { told: 'zoom', by } : null),
  key: ({ code }) => (typeof code === 'string' && pdfKeys.includes(code) ? { told: 'key', code } : null),
  needs: ({ id, file }) =>
    isCount(id) && typeof file === 'string' && ofTheReader.test(file) ? { told: 'needs', id, file } : null,
  failed: ({ why }) => {
    const known = pdfFailures.find((one) => one === why);
    return known ? { told: 'failed', why: known } : null;
  },
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** What stands in its folder on the server; nothing leads out of there. */
const ofTheReader =
  /^(?:cmaps\/[\w-]{1,40}\.bcmap|standard_fonts\/Foxit(?:Symbol|Dingbats)\.pfb|wasm\/(?:jbig2|openjpeg)\.wasm)$/;
