type LetterDocument = {
  id: number;
  /** Sanitised when it was taken in. */
  html: string;
  /** Where the picture with this Content-ID is; undefined when the letter does not hold it. */
  pictureUrl: (contentId: string) => string | undefined;
  theme: 'light' | 'dark';
  showsRemoteImages: boolean;
  nonce: string;
};

/**
 * A letter as a document for its sandboxed frame. The one script in it is ours, named by the nonce: it tells the desk how
 * tall the letter is and which key was pressed in it. The frame has no origin and its policy allows nothing else to run or load.
 */
export function letterDocument({ id, html, pictureUrl, theme, showsRemoteImages, nonce }: LetterDocument): string {
  const withPictures = html.replace(/\bsrc="cid:([^"]*)"/gi, (_whole, contentId: string) => {
    const url = pictureUrl(decodeEntities(contentId)) ?? pictureUrl(safeDecode(decodeEntities(contentId)));
    return url ? `src="${url.replaceAll('&', '&amp;')}"` : 'data-missing="1"';
  });
  // The policy would hold remote pictures back as well; what is not asked for needs no holding back.
  const body = showsRemoteImages
    ? withPictures
    : withPictures.replace(/<img\b[^>]*(?:>|$)/gi, (img) => img.replace(/\ssrc="https?:/i, ' data-remote="'));
  // A letter that paints itself expects white paper; one that does not takes the desk's ink.
  const paintsItself = /\b(?:bgcolor|background(?:-color)?\s*:|color\s*[:=])/i.test(body);
  const isDark = theme === 'dark' && !paintsItself;
  const paper = theme === 'light' ? 'transparent' : paintsItself ? '#ffffff' : '#161b1a';
  return `<!doctype html><html lang=""><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Letter</title>
<style>
:root { color-scheme: ${isDark ? 'dark' : 'light'}; }
html { overflow-x: auto; overflow-y: hidden; }
body { margin: 0; padding: ${paper === '#ffffff' ? '12px' : '0'}; border-radius: 6px; background: ${paper}; color: ${isDark ? '#e9ebe9' : '#1f1d1a'};
  font: 15px/23px 'Inter Variable', Inter, system-ui, sans-serif; overflow-wrap: break-word; width: fit-content; min-width: 100%; box-sizing: border-box; }
a { color: ${isDark ? '#63c6b5' : '#0b6b60'}; }
img { max-width: 100%; height: auto; }
img[data-missing], img[data-remote] { display: none; }
blockquote { margin: 0 0 0 2px; padding-left: 12px; border-left: 2px solid ${isDark ? '#38413e' : '#d3cec6'}; color: ${isDark ? '#9fa8a4' : '#68635a'}; }
pre { white-space: pre-wrap; }
hr { border: 0; border-top: 1px solid ${isDark ? '#38413e' : '#d3cec6'}; margin: 16px 0; }
:is(body, p, div, li, blockquote, pre, td, th, h1, h2, h3, h4, h5, h6):not([dir]) { unicode-bidi: plaintext; }
p:first-child { margin-top: 0; } p:last-child { margin-bottom: 0; }
</style></head><body>${body}<script nonce="${nonce}">
const tell = () => parent.postMessage({ parleyFrame: ${id}, height: Math.ceil(document.body.getBoundingClientRect().height) }, '*');
new ResizeObserver(tell).observe(document.body);
addEventListener('load', tell);
tell();
// Moving between tickets must not end because the letter was clicked. The desk takes only such keys from here.
addEventListener('keydown', (event) => {
  const { code, altKey, shiftKey } = event;
  const ctrlKey = event.ctrlKey || event.metaKey;
  if (altKey || (ctrlKey && code !== 'KeyK')) return;
  // Browsers have a meaning of their own for these two.
  if (ctrlKey || code === 'Slash') event.preventDefault();
  parent.postMessage({ parleyFrame: ${id}, code, ctrlKey, shiftKey }, '*');
});
</script></body></html>`;
}

const decodeEntities = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
