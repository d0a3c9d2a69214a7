import type { Text } from './engine-talk.ts';

const measuredPx = 100;
const measure = document.createElement('canvas').getContext('2d');

/** What is written on a page, unseen upon it where it stands: to be marked, copied and read out. */
export function layText(texts: readonly Text[]): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'text';
  for (const { text, left, top, size, width, angle, family, dir, endsLine } of texts) {
    const span = document.createElement('span');
    span.textContent = text;
    span.dir = dir;
    // The letters of this machine are as wide as they are; the mark covers those of the file.
    if (measure) measure.font = `${measuredPx}px ${family}`;
    const natural = ((measure?.measureText(text).width ?? 0) / measuredPx) * size;
    Object.assign(span.style, {
      left: `${left * 100}%`,
      top: `${top * 100}%`,
      fontFamily: family,
      fontSize: `${size * 100}cqw`,
      transform: `rotate(${angle}rad) scaleX(${natural > 0 && width > 0 ? width / natural : 1})`,
    });
    layer.append(span);
    if (endsLine) layer.append(document.createElement('br'));
  }
  return layer;
}
