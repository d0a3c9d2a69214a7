/** A canvas of 64 MB: the most that every browser gives, phones among them. */
const pixelsMax = 2 ** 24;
const sideMax = 16_384;

/** How many pixels a page gets that is so large on the screen: as fine as the screen is, within what a canvas may be. */
export function canvasSize(width: number, height: number, density: number): { width: number; height: number } {
  const scale = Math.min(density, Math.sqrt(pixelsMax / (width * height)), sideMax / width, sideMax / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/** A page that says it is a kilometre long is shown as one that is twenty times as long as it is wide. */
const ratioMax = 20;

/** Height in widths, for whatever a file says its pages measure. */
export function pageRatio(width: number, height: number): number {
  const ratio = height / width;
  return Number.isFinite(ratio) ? Math.min(ratioMax, Math.max(1 / ratioMax, ratio)) : 1;
}

const paperWidthMax = 960;

/** The width of a page at zoom 1: all the room, up to where lines grow too long to be read. */
export const fitWidth = (room: number): number =>
  Math.max(120, Math.min(paperWidthMax, room - (room < 640 ? 16 : 144)));
