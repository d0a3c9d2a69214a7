import { escapeHtml } from './system-letter.ts';

/** Markup that is ours. Everything else is text, and is escaped when it is put in. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | readonly Html[];

/** A template whose values are text, unless they are markup of ours. */
export const html = (texts: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(texts.reduce((whole, text, i) => whole + markupOf(values[i - 1] ?? '') + text));

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map((one) => one.markup).join('');
  return escapeHtml(String(part));
}

/** A page to be kept and printed: nothing in it runs, and nothing is loaded, wherever it is opened. */
export const plainPage = ({
  title,
  body,
  language = 'en',
}: {
  title: string;
  body: readonly Html[];
  language?: string;
}): string =>
  html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${title}</title>
<style>
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 15px/23px system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 20px; line-height: 28px; } h2 { font-size: 15px; margin-top: 2rem; }
table { width: 100%; border-collapse: collapse; } th, td { padding: 4px 8px 4px 0; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
pre { white-space: pre-wrap; font: inherit; } small { opacity: 0.7; } code { font-size: 12px; overflow-wrap: anywhere; }
</style></head><body><h1>${title}</h1>${body}</body></html>`.markup;
