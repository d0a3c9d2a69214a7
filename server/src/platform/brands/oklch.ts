/** A colour as people see it: lightness 0-1, chroma, hue in degrees (Björn Ottosson's OKLab, in polar form). */
export type Oklch = { readonly l: number; readonly c: number; readonly h: number };
type Rgb = readonly [r: number, g: number, b: number];

export function oklchOf(hex: string): Oklch {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: lightness, c: Math.hypot(a, bb), h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360 };
}

/** The nearest colour that screens can show: what is too vivid becomes greyer, never lighter or of another hue. */
export function hexOf({ l, c, h }: Oklch): string {
  const lightness = Math.min(1, Math.max(0, l));
  for (let chroma = c; ; chroma = chroma < 0.004 ? 0 : chroma * 0.97) {
    const rgb = rgbOf({ l: lightness, c: chroma, h });
    if (chroma === 0 || rgb.every((part) => part >= -0.0005 && part <= 1.0005))
      return `#${rgb.map((part) => byteOf(part).toString(16).padStart(2, '0')).join('')}`;
  }
}

/** How well one can be read on the other, 1 to 21 (WCAG 2.2, 1.4.3: text needs 4.5). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linearOf(hex: string): Rgb {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function rgbOf({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

function byteOf(linear: number): number {
  const within = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055));
}
