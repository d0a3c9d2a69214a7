import { cleanText } from './clean-text.ts';
import { treeToText } from './html-to-text.ts';
import { type HtmlElement, isElement, parseHtml } from './html-tree.ts';
import { limits, type ParsedMail } from './parsed-mail.ts';
import { isForwardSubject, isReplySubject } from './quote-phrases.ts';
import { type SanitizedHtml, sanitizeMailTree } from './sanitize-mail-html.ts';
import type { SelectedBody } from './select-body.ts';
import { splitQuotedHtml } from './trim-quoted-html.ts';
import { splitQuotedText } from './trim-quoted-text.ts';

export type ShownContent = Pick<ParsedMail, 'text' | 'quotedText' | 'html' | 'quotedHtml' | 'remoteImageCount'>;

export type MailContent = {
  shown: ShownContent;
  /** Files that the HTML shows. */
  contentIds: Set<string>;
};

/**
 * Makes of the body what may be shown: new and quoted part, text and harmless HTML. A mail that is passed on as a whole
 * has nothing that repeats this conversation.
 */
export function readContent(
  body: Pick<SelectedBody, 'text' | 'html'>,
  { subject, inReplyTo, references }: Pick<ParsedMail, 'subject' | 'inReplyTo' | 'references'>,
): MailContent {
  const isAnswer = inReplyTo.length > 0 || references.length > 0 || isReplySubject(subject);
  const place = { isForward: isForwardSubject(subject), beginsThread: !isAnswer };
  const text = body.text === null ? null : splitText(body.text, place);
  const html = body.html === null ? null : splitHtml(body.html, place, text === null);
  const showsHtml = html !== null && (html.showsSomething || text === null);
  const images = showsHtml ? html.visible.remoteImageCount + (html.quoted?.remoteImageCount ?? 0) : 0;
  return {
    shown: {
      text: text?.visible ?? html?.text ?? '',
      quotedText: text?.quoted ?? html?.quotedText ?? '',
      html: showsHtml ? html.visible.html : null,
      quotedHtml: showsHtml ? (html.quoted?.html ?? null) : null,
      remoteImageCount: images,
    },
    contentIds: new Set([...(html?.visible.contentIds ?? []), ...(html?.quoted?.contentIds ?? [])]),
  };
}

type Place = { isForward: boolean; beginsThread: boolean };

function splitText(text: string, { isForward, beginsThread }: Place): { visible: string; quoted: string } {
  const cleaned = cleanText(text, limits.textLengthMax);
  return isForward ? { visible: cleaned.trim(), quoted: '' } : splitQuotedText(cleaned, { beginsThread });
}

type SplitHtml = {
  visible: SanitizedHtml;
  quoted: SanitizedHtml | null;
  text: string;
  quotedText: string;
  showsSomething: boolean;
};

function splitHtml(html: string, { isForward, beginsThread }: Place, needsText: boolean): SplitHtml {
  const tree = parseHtml(cleanText(html, limits.htmlLengthMax));
  const { visible, quoted } = isForward ? { visible: tree, quoted: null } : splitQuotedHtml(tree, { beginsThread });
  const budget = { links: limits.linksMax };
  return {
    visible: sanitizeMailTree(visible, budget),
    quoted: quoted && sanitizeMailTree(quoted, budget),
    text: needsText ? textOfTree(visible) : '',
    quotedText: needsText && quoted !== null ? textOfTree(quoted) : '',
    showsSomething: showsSomething(visible),
  };
}

function textOfTree(tree: HtmlElement): string {
  return cleanText(treeToText(tree), limits.textLengthMax);
}

function showsSomething(element: HtmlElement): boolean {
  return element.children.some((child) =>
    isElement(child) ? child.tag === 'img' || showsSomething(child) : child.trim() !== '',
  );
}
