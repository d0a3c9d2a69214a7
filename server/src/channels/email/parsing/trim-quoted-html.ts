import type { HtmlElement } from './html-tree.ts';
export type SplitHtml = { visible: HtmlElement; quoted: HtmlElement | null };
export function splitQuotedHtml(root: HtmlElement): SplitHtml {
  return { visible: root, quoted: null };
}
