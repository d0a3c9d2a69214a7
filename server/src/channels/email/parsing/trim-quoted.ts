export { splitQuotedHtml } from './trim-quoted-html.ts';
export { splitQuotedText } from './trim-quoted-text.ts';
