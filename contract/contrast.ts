/** Whether colours can be read on each other: WCAG 2.2, and the nearest colour that can, found in OKLCH. */

/** What text needs (WCAG 1.4.3). */
export const textContrastMin = 4.5;

type Triple = readonly [number, number, number];

/** From 1 (the same) to 21 (black on white). Colours are `#rrggbb`. */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Text on this ground: white where it can be read, otherwise ink. One of both always can. */
export function inkOn(ground: string): '#ffffff' | '#000000' {
  return contrastOf(ground, '#ffffff') >= textContrastMin ? '#ffffff' : '#000000';
}

/**
 * The colour of the same hue, as little lighter or darker as it takes, that has this contrast to the ground. A colour
 * that has it already is answered as it is.
 */
export function nearestReadable(colour: string, ground: string, contrastMin = textContrastMin): string {
  if (contrastOf(colour, ground) >= contrastMin) return colour.toLowerCase();
  const [lightness, chroma, hue] = toOklch(colour);
  const found = [0, 1].flatMap((end) => {
    // Between what cannot be read and what can, if the end of the road can.
    let [near, far] = [lightness, end];
    const at = (l: number) => toHex(l, chroma, hue);
    if (contrastOf(at(end), ground) < contrastMin) return [];
    for (let step = 0; step < 16; step++) {
      const middle = (near + far) / 2;
      if (contrastOf(at(middle), ground) >= contrastMin) far = middle;
      else near = middle;
    }
    return [{ hex: at(far), distance: Math.abs(far - lightness) }];
  });
  const [first, second] = found;
  if (!first) return contrastOf('#000000', ground) > contrastOf('#ffffff', ground) ? '#000000' : '#ffffff';
  return second && second.distance < first.distance ? second.hex : first.hex;
}

function luminanceOf(hex: string): number {
  const [r, g, b] = toLinear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function toLinear(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** Björn Ottosson's OKLab (2020). */
function toOklch(hex: string): Triple {
  const [r, g, b] = toLinear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, bb), Math.atan2(bb, a)];
}

/** With as much of the chroma as a screen can show at this lightness. */
function toHex(lightness: number, chroma: number, hue: number): string {
  let [shown, missing] = [0, chroma];
  if (isShowable(linearOf(lightness, chroma, hue))) shown = chroma;
  else
    for (let step = 0; step < 12; step++) {
      const middle = (shown + missing) / 2;
      if (isShowable(linearOf(lightness, middle, hue))) shown = middle;
      else missing = middle;
    }
  return `#${linearOf(lightness, shown, hue).map(toChannel).join('')}`;
}

function linearOf(lightness: number, chroma: number, hue: number): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShowable = (channels: Triple): boolean => channels.every((value) => value >= -0.0001 && value <= 1.0001);

function toChannel(linear: number): string {
  const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * Math.max(linear, 0) ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(Math.max(value, 0), 1) * 255)
    .toString(16)
    .padStart(2, '0');
}
