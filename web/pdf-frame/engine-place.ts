/** What the reader expects of a page, in a worker that has none: fonts, and canvases to draw on. */
Object.assign(globalThis, {
  document: {
    fonts: (self as unknown as { fonts: FontFaceSet }).fonts,
    baseURI: 'about:blank',
    createElement: () => new OffscreenCanvas(1, 1),
  },
});
