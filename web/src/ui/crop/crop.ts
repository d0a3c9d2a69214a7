/** What of a picture a round window shows: the middle of it, in pixels of the picture, and how close one looks. */
export type View = { readonly x: number; readonly y: number; readonly zoom: number };
export type Size = { readonly width: number; readonly height: number };

export const zoomMax = 4;

/** The whole of the shorter side, around the middle. */
export const wholeOf = ({ width, height }: Size): View => ({ x: width / 2, y: height / 2, zoom: 1 });

/** The edge of the square that is seen, in pixels of the picture. */
export const edgeOf = ({ width, height }: Size, { zoom }: View): number => Math.min(width, height) / zoom;

/** The same view, moved and zoomed so far that nothing beyond the picture is seen. */
export function within(size: Size, view: View): View {
  const zoom = clamp(view.zoom, 1, zoomMax);
  const half = edgeOf(size, { ...view, zoom }) / 2;
  return { zoom, x: clamp(view.x, half, size.width - half), y: clamp(view.y, half, size.height - half) };
}

/** The view after the picture was pulled by so many pixels of a window that is `px` wide. */
export function pulled(size: Size, view: View, by: { dx: number; dy: number }, px: number): View {
  const scale = edgeOf(size, view) / px;
  return within(size, { ...view, x: view.x - by.dx * scale, y: view.y - by.dy * scale });
}

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
