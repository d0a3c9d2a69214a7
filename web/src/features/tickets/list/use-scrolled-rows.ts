import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows drawn above and below of what is seen, so that a turn of the wheel meets no gap. */
const spareRows = 12;
/** The first one drawn moves so many at once: not every pixel is a new picture. */
const stepRows = 6;
/** Browsers draw nothing further down than this. */
const heightMaxPx = 16_000_000;

export type ScrolledRows = {
  /** Drawn: `[first, last)`. */
  readonly first: number;
  readonly last: number;
  readonly rowPx: number;
  /** Rows that fit into the window. */
  readonly fitting: number;
};

/** Which rows of a long list are near what is seen. All have one height, so the scroll bar alone says it. */
export function useScrolledRows(scroller: RefObject<HTMLElement | null>): ScrolledRows {
  const [at, setAt] = useState<ScrolledRows>({ first: 0, last: 40, rowPx: 52, fitting: 15 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const rowPx = rowHeight(element);
      const fitting = Math.max(1, Math.floor(element.clientHeight / rowPx));
      const seen = Math.floor(Math.max(0, scrolledPx(element)) / rowPx / stepRows) * stepRows;
      const next = {
        first: Math.max(0, seen - spareRows),
        last: seen + fitting + stepRows + spareRows,
        rowPx,
        fitting,
      };
      setAt((old) => (isSame(old, next) ? old : next));
    };
    look();
    const size = new ResizeObserver(look);
    size.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);
  return at;
}

/** As many rows as a browser can scroll through. */
export const scrolledRowsMax = (rowPx: number): number => Math.floor(heightMaxPx / rowPx);

/** As the style says, by how wide the window is and how close a person wants them. */
export const rowHeight = (element: HTMLElement): number =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue('--p-row-ticket')) || 52;

/** How far the rows are scrolled; less than 0 while something above them is seen. */
export const scrolledPx = (element: HTMLElement): number => element.scrollTop - heightAbove(element);

/** Of what stands above the rows and goes up with them. */
const heightAbove = (element: HTMLElement): number =>
  element.querySelector<HTMLElement>(':scope > [data-above]')?.offsetHeight ?? 0;

/** Moves as little as shows the row whole. */
export function showRow(element: HTMLElement, place: number): void {
  const rowPx = rowHeight(element);
  const top = heightAbove(element) + place * rowPx;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + rowPx > element.scrollTop + element.clientHeight)
    element.scrollTop = top + rowPx - element.clientHeight;
}

const isSame = (a: ScrolledRows, b: ScrolledRows) =>
  a.first === b.first && a.last === b.last && a.rowPx === b.rowPx && a.fitting === b.fitting;
