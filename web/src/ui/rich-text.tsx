import { createElement, type ReactNode, useMemo } from 'react';

const plainTags = new Set([
  'p',
  'br',
  'div',
  'span',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'code',
  'pre',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'table',
  'tbody',
  'thead',
  'tr',
  'td',
  'th',
]);
const silentTags = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
  'head',
  'title',
]);
const depthMax = 100;

/**
 * What was written on this desk, drawn from its HTML as elements of our own. The server has cleaned it; here nothing but
 * a few tags and http, https and mailto links can come out of it, whatever it holds.
 */
export function RichText({ html }: { html: string }) {
  return useMemo(() => childrenOf(new DOMParser().parseFromString(html, 'text/html').body, 0), [html]);
}

function childrenOf(node: Node, depth: number): ReactNode[] {
  if (depth > depthMax) return [node.textContent];
  return [...node.childNodes].map((child, at) => drawn(child, at, depth + 1));
}

function drawn(node: Node, at: number, depth: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.tagName.toLowerCase();
  if (silentTags.has(tag)) return null;
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key: at });
  const children = childrenOf(node, depth);
  if (tag === 'a') return <Anchor key={at} href={node.getAttribute('href')} of={children} />;
  return plainTags.has(tag) ? createElement(tag, { key: at }, ...children) : children;
}

function Anchor({ href, of }: { href: string | null; of: ReactNode[] }) {
  const url = href && URL.canParse(href) ? new URL(href) : null;
  if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return of;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
      {of}
    </a>
  );
}
