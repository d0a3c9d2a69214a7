import sanitizeHtml from 'sanitize-html';
import { cleanText } from './clean-text.ts';
import { createElement, type HtmlElement, type HtmlNode, isElement, parseHtml, serializeHtml } from './html-tree.ts';
import { cleanLink, cleanStyle, imageSource, isTrackingPixel } from './mail-html-values.ts';
import { limits } from './parsed-mail.ts';

export type SanitizedHtml = { html: string; remoteImageCount: number; contentIds: Set<string> };

/** Shared by the parts of one mail, so that the limits hold for the mail and not for each part. */
export type SanitizeBudget = { links: number };

/**
 * Makes a stranger's HTML harmless: an allow-list of tags, attributes, schemes and style properties, in two walls (our
 * own pass over the tree, then sanitize-html). Images keep their `cid:` or http(s) address: whether remote ones load is
 * decided where it is shown. Idempotent, and linear in the input.
 */
export function sanitizeMailHtml(html: string): SanitizedHtml {
  return sanitizeMailTree(parseHtml(cleanText(html, limits.htmlLengthMax)), { links: limits.linksMax });
}

export function sanitizeMailTree(root: HtmlElement, budget: SanitizeBudget): SanitizedHtml {
  const found: Found = { remoteImageCount: 0, contentIds: new Set() };
  cleanChildren(root, budget, found);
  return { html: sanitizeHtml(serializeHtml(root), secondWall), ...found };
}

type Found = { remoteImageCount: number; contentIds: Set<string> };

function cleanChildren(element: HtmlElement, budget: SanitizeBudget, found: Found): void {
  element.children = element.children.flatMap((child) =>
    isElement(child) ? cleanElement(child, budget, found) : [child],
  );
}

function cleanElement(element: HtmlElement, budget: SanitizeBudget, found: Found): HtmlNode[] {
  if (element.tag === 'img') return cleanImage(element, found);
  const written = element.attributes;
  element.attributes = keptAttributes(element);
  if (element.tag === 'a') setLink(element, cleanLink(written.get('href') ?? ''), budget);
  cleanChildren(element, budget, found);
  return [element];
}

/** Past the limit a link is only its text. */
function setLink(element: HtmlElement, href: string | null, budget: SanitizeBudget): void {
  if (href === null || budget.links <= 0) return;
  budget.links--;
  element.attributes.set('href', href);
  element.attributes.set('target', '_blank');
  element.attributes.set('rel', 'noopener noreferrer nofollow');
}

function cleanImage(element: HtmlElement, found: Found): HtmlNode[] {
  const alt = element.attributes.get('alt') ?? '';
  const source = imageSource(element.attributes.get('src') ?? '');
  if (source === null) return alt.trim() === '' ? [] : [alt];
  const isRemote = !source.startsWith('cid:');
  if (isRemote && isTrackingPixel(element.attributes)) return [];
  if (isRemote) found.remoteImageCount++;
  else found.contentIds.add(source.slice('cid:'.length));
  const image = createElement('img', element.parent);
  image.attributes = new Map([['src', source], ['alt', alt], ...keptAttributes(element)]);
  return [image];
}

const number = /^\d{1,4}$/;
const size = /^\d{1,4}(?:\.\d{1,2})?(?:%|px)?$/;
const color = /^(?:#[0-9a-f]{3,8}|[a-z]{3,24})$/i;
const word = /^[a-z0-9_-]{1,24}$/i;
const anyText = /^[^<>]{1,500}$/;

const everywhere: Record<string, RegExp> = { dir: /^(?:ltr|rtl|auto)$/i, lang: word, title: anyText, align: word };
const attributesByTag: Record<string, Record<string, RegExp>> = {
  img: { width: size, height: size, border: number, hspace: number, vspace: number },
  table: { width: size, height: size, border: number, cellpadding: number, cellspacing: number, bgcolor: color },
  tr: { height: size, bgcolor: color, valign: word },
  td: { width: size, height: size, bgcolor: color, valign: word, colspan: number, rowspan: number, nowrap: word },
  th: {
    width: size,
    height: size,
    bgcolor: color,
    valign: word,
    colspan: number,
    rowspan: number,
    nowrap: word,
    scope: word,
  },
  col: { width: size, span: number },
  colgroup: { width: size, span: number },
  tbody: { valign: word },
  hr: { width: size, size: number, color },
  font: { color, face: /^[\w\s,'"-]{1,200}$/, size: /^[+-]?\d$/ },
  ol: { start: number, type: word },
  ul: { type: word },
  li: { value: number },
};

function keptAttributes(element: HtmlElement): Map<string, string> {
  const kept = new Map<string, string>();
  if (element.attributes.size === 0) return kept;
  const own = attributesByTag[element.tag];
  for (const [name, value] of element.attributes) {
    const pattern = own?.[name] ?? everywhere[name];
    const trimmed = value.trim();
    if (pattern && Object.hasOwn(own?.[name] ? own : everywhere, name) && pattern.test(trimmed))
      kept.set(name, trimmed);
  }
  const style = cleanStyle(element.attributes.get('style') ?? '');
  if (style !== '') kept.set('style', style);
  return kept;
}

/** Written out once more, on purpose: a tag gets through only when both walls list it. */
const allowedTags =
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q rp rt ruby s samp section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr'.split(
    ' ',
  );

/** What the first wall lets through is checked again by a library that many eyes watch. */
const secondWall: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: {
    '*': [...Object.keys(everywhere), 'style'],
    ...Object.fromEntries(Object.entries(attributesByTag).map(([tag, attributes]) => [tag, Object.keys(attributes)])),
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', ...Object.keys(attributesByTag.img ?? {})],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: limits.htmlDepthMax + 2,
  parseStyleAttributes: false,
};
