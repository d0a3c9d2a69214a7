/** Dresses a shadow root: no policy of a page forbids a sheet that is no tag. */
export function wear(root: ShadowRoot, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
}
