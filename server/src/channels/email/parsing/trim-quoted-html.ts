import { findQuotedLines, type MailLine } from './find-quoted-lines.ts';
import { createElement, type HtmlElement, type HtmlNode, isElement } from './html-tree.ts';

export type SplitHtml = { visible: HtmlElement; quoted: HtmlElement | null };

/**
 * Splits a mail's HTML into what is new and what repeats earlier mails, by what mail programs mark and by the same rules
 * as plain text. Nothing is lost: every text and image is in one of the two trees, inside the elements it was in.
 */
export function splitQuotedHtml(root: HtmlElement, about: { beginsThread?: boolean } = {}): SplitHtml {
  const reader = new LineReader();
  reader.read(root);
  const isQuoted = findQuotedLines(reader.lines, about);
  if (!isQuoted.includes(true)) return { visible: root, quoted: null };
  const quotedLeaves = reader.lineOfLeaf.map((line) => isQuoted[line] === true);
  return { visible: keepLeaves(root, quotedLeaves, false), quoted: keepLeaves(root, quotedLeaves, true) };
}

type Surroundings = { quote: MailLine['quote']; introduces: boolean };

const lineLengthMax = 1_000;

const lineTags = new Set(
  (
    'address article aside blockquote center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p ' +
    'pre section table tbody tfoot thead tr ul'
  ).split(' '),
);

/** Walks the tree once and tells for each leaf (a text, an image, an empty element) on which line it stands. */
class LineReader {
  readonly lines: MailLine[] = [];
  readonly lineOfLeaf: number[] = [];
  private startsNewLine = true;
  private startsEarlierMail = false;

  read(root: HtmlElement): void {
    this.readChildren(root, { quote: null, introduces: false });
    for (const line of this.lines) line.text = line.text.trim();
  }

  private readChildren(element: HtmlElement, around: Surroundings): void {
    for (const child of element.children) this.readNode(child, around);
  }

  private readNode(node: HtmlNode, around: Surroundings): void {
    if (!isElement(node)) {
      this.addLeaf(node.replace(/\s+/g, ' '), around, false);
      return;
    }
    const marks = marksOf(node);
    if (marks.startsEarlierMail) this.startsEarlierMail = true;
    const inside = { quote: marks.quote ?? around.quote, introduces: marks.introduces || around.introduces };
    const isLine = lineTags.has(node.tag) || marks.startsEarlierMail;
    if (isLine) this.startsNewLine = true;
    if (node.children.length > 0) this.readChildren(node, inside);
    else this.addLeaf('', inside, node.tag === 'img');
    if (isLine || node.tag === 'br') this.startsNewLine = true;
  }

  private addLeaf(text: string, around: Surroundings, hasImage: boolean): void {
    if (this.startsNewLine || this.lines.length === 0) {
      this.lines.push({ text: '', ...around, startsEarlierMail: this.startsEarlierMail });
      this.startsNewLine = false;
      this.startsEarlierMail = false;
    }
    const line = this.lines.at(-1);
    if (!line) return;
    if (line.text.length < lineLengthMax) line.text += text;
    if (hasImage) line.hasImage = true;
    this.lineOfLeaf.push(this.lines.length - 1);
  }
}

const quoteClasses =
  /(?:^|\s)(?:yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|moz-email-quote|freshdesk_quote|front-blockquote|mail_quote|gmail_extra_quote)(?:\s|$)/i;
const introducingClasses =
  /(?:^|\s)(?:gmail_attr|moz-cite-prefix|moz-email-headers-table-intro|protonmail_quote_header)(?:\s|$)/i;
const earlierMailClasses = /(?:^|\s)(?:OutlookMessageHeader|ms-outlook-mobile-reference-message)(?:\s|$)/i;
const earlierMailIds = new Set([
  'appendonsend',
  'divrplyfwdmsg',
  'stopspelling',
  'mail-editor-reference-message-container',
  'ms-outlook-mobile-reference-message',
  'x_appendonsend',
  'x_divrplyfwdmsg',
]);
const outlookRule = /border-top\s?:\s?solid #(?:e1e1e1|b5c4df)/i;

/** What the program that wrote the mail says about an element: Gmail, Outlook, Apple Mail, Thunderbird, Yahoo and others. */
function marksOf({ tag, attributes }: HtmlElement): Surroundings & { startsEarlierMail: boolean } {
  const id = attributes.get('id') ?? '';
  const className = (attributes.get('class') ?? '').slice(0, lineLengthMax);
  const isCite =
    tag === 'blockquote' && (attributes.get('type')?.toLowerCase() === 'cite' || /gmail_quote/i.test(className));
  const isQuote = isCite || quoteClasses.test(className) || /^(?:yahoo_quoted|zmail_extra|isReplyContent)/i.test(id);
  return {
    quote: isQuote ? 'sure' : tag === 'blockquote' ? 'indented' : null,
    introduces: introducingClasses.test(className),
    startsEarlierMail:
      earlierMailIds.has(id.toLowerCase()) ||
      earlierMailClasses.test(className) ||
      (tag === 'a' && attributes.get('name') === '_MailOriginal') ||
      (tag === 'div' && outlookRule.test((attributes.get('style') ?? '').slice(0, lineLengthMax))),
  };
}

/** A copy of the tree with only the leaves wanted, and only the elements that still hold any. */
function keepLeaves(root: HtmlElement, quotedLeaves: boolean[], wanted: boolean): HtmlElement {
  let leaf = 0;
  const copy = (element: HtmlElement, parent: HtmlElement | null): HtmlElement => {
    const kept = createElement(element.tag, parent);
    kept.attributes = new Map(element.attributes);
    for (const child of element.children) {
      if (isElement(child) && child.children.length > 0) {
        const inner = copy(child, kept);
        if (inner.children.length > 0) kept.children.push(inner);
      } else if (quotedLeaves[leaf++] === wanted) {
        kept.children.push(isElement(child) ? copy(child, kept) : child);
      }
    }
    return kept;
  };
  return copy(root, null);
}
