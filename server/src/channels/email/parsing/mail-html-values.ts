import { limits } from './parsed-mail.ts';

/** The address of a link, normalised; null unless it is http, https, mailto or tel and complete. */
export function cleanLink(href: string): string | null {
  if (href.length > limits.linkLengthMax) return null;
  const url = readUrl(href);
  return url && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : null;
}

/** `cid:…` of an image inside the mail, or the http(s) address of a remote one; null for everything else. */
export function imageSource(source: string): string | null {
  const contentId = /^\s*cid:\s*<?([^\s<>"'`\\]{1,998}?)>?\s*$/i.exec(source.slice(0, limits.linkLengthMax))?.[1];
  if (contentId) return `cid:${decodePercent(contentId)}`;
  if (source.length > limits.linkLengthMax) return null;
  const url = readUrl(source);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}

/** Images of one point, or hidden, that only tell their sender that the mail was opened. */
export function isTrackingPixel(attributes: Map<string, string>): boolean {
  const style = attributes.get('style') ?? '';
  if (/(?:^|[;\s])(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden)/i.test(style)) return true;
  return (
    isPoint(styleWidth.exec(style)?.[1] ?? attributes.get('width')) &&
    isPoint(styleHeight.exec(style)?.[1] ?? attributes.get('height'))
  );
}

const styleWidth = /(?:^|[;\s])width\s{0,3}:\s{0,3}(\d{1,5})/i;
const styleHeight = /(?:^|[;\s])height\s{0,3}:\s{0,3}(\d{1,5})/i;

function isPoint(length: string | undefined): boolean {
  return Number.parseInt(length?.trim() ?? '', 10) <= 1;
}

/** Keeps the declarations whose property is listed and whose value is made of plain words, numbers and colours. */
export function cleanStyle(style: string): string {
  if (style === '') return '';
  const kept: string[] = [];
  for (const declaration of style.slice(0, styleLengthMax).split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s{0,5}important/gi, '')
      .replace(/\s+/g, ' ')
      .trim();
    const values = styleProperties.get(property);
    if (colon > 0 && values && isPlainValue(value) && values.test(value)) kept.push(`${property}:${value}`);
  }
  return kept.join(';');
}

const styleLengthMax = 5_000;
const valueLengthMax = 300;

/**
 * No functions but colours, so no url(), expression() or var(); no escapes, no comments. No lengths that follow the
 * window either: a letter's frame is as tall as the letter, so what is as tall as the frame would grow without end.
 */
function isPlainValue(value: string): boolean {
  if (value === '' || value.length > valueLengthMax || value.includes('/*')) return false;
  if (/\d\s?[dsl]?v(?:w|h|i|b|min|max)\b/i.test(value)) return false;
  return plainValue.test(value.replace(/\b(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\)/gi, 'colour'));
}

const plainValue = /^[\w#%.,\s'"/+-]+$/;

const anyValue = /^/;
const notNegative = /^(?!.*-\s?[\d.])/;
const inFlow =
  /^(?:block|inline|inline-block|none|table|table-cell|table-row|list-item|inline-table|flex|inline-flex)$/i;

const styleProperties = new Map<string, RegExp>([
  ...words(
    'color background background-color font font-family font-size font-style font-weight font-variant line-height ' +
      'letter-spacing word-spacing text-align text-decoration text-decoration-line text-decoration-color text-transform ' +
      'white-space word-break word-wrap overflow-wrap vertical-align direction unicode-bidi border-collapse border-spacing ' +
      'border border-top border-right border-bottom border-left border-color border-style border-width border-radius ' +
      'border-top-color border-right-color border-bottom-color border-left-color border-top-style border-right-style ' +
      'border-bottom-style border-left-style border-top-width border-right-width border-bottom-width border-left-width ' +
      'list-style list-style-type table-layout box-sizing clear float caption-side empty-cells tab-size hyphens',
  ).map((property) => [property, anyValue] as const),
  ...words(
    'margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom ' +
      'padding-left width max-width min-width height max-height min-height text-indent',
  ).map((property) => [property, notNegative] as const),
  ['display', inFlow],
]);

function words(text: string): string[] {
  return text.split(' ');
}

/** Browsers drop tabs and line breaks inside addresses, so a scheme can hide among them: URL does the same. */
function readUrl(text: string): URL | null {
  const trimmed = text.trim();
  const complete = /^[\\/]{2}/.test(trimmed) ? `https:${trimmed}` : trimmed;
  return URL.canParse(complete) ? new URL(complete) : null;
}

function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    const decoded = decodeURIComponent(text);
    return /^[^\s<>"'`\\]+$/.test(decoded) ? decoded : text;
  } catch {
    return text;
  }
}
