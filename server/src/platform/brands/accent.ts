import { contrast, hexOf, oklchOf } from './oklch.ts';

export const usualColour = '#0b6b60';

/** Every colour that a brand lends to the desk, by day and by night, as it is drawn for Parley's own green. */
const drawn = {
  accent: [usualColour, '#63c6b5'],
  'accent-hover': ['#08574e', '#7dd3c4'],
  'on-accent': ['#ffffff', '#06231f'],
  'accent-soft': ['#eaf5f2', '#17302c'],
  'accent-line': ['#c3dfd9', '#2a534c'],
  selected: ['#e9f4f1', '#172927'],
  'brand-ground': ['#0a3a34', '#0c2723'],
  'brand-ink': ['#eaf4f2', '#eaf4f2'],
  'brand-dim': ['#a6d3cb', '#a6d3cb'],
  'brand-line': ['#63c6b5', '#63c6b5'],
} as const satisfies Record<string, readonly [day: string, night: string]>;

type Name = keyof typeof drawn;
export type Accent = Record<Name, readonly [day: string, night: string]>;

/** What text in the accent stands on, beside the accent's own tints. The desk's table of colours has the same. */
const grounds = [
  ['#ffffff', '#f5f3f0', '#faf9f7'],
  ['#161b1a', '#0f1312', '#121615', '#1f2524'],
] as const;
const readable = 4.5;

/**
 * The accent for a colour that somebody chose: the same lightness and balance as drawn, in the chosen hue. By day the
 * colour itself is the accent, darkened until its text can be read (4.5:1); `isAdjusted` says whether it had to be.
 */
export function accentOf(colour: string): { accent: Accent; isAdjusted: boolean } {
  const own = oklchOf(usualColour);
  const wanted = oklchOf(colour);
  const vividness = wanted.c / own.c;
  const tinted = (hex: string) => {
    const { l, c } = oklchOf(hex);
    return hexOf({ l, c: c * vividness, h: wanted.h });
  };
  const isOwn = colour.toLowerCase() === usualColour;
  const accent: Record<Name, [string, string]> = Object.fromEntries(
    Object.entries(drawn).map(([name, [day, night]]) => [name, isOwn ? [day, night] : [tinted(day), tinted(night)]]),
  ) as Record<Name, [string, string]>; // the keys of `drawn`
  if (isOwn) return { accent, isAdjusted: false };

  accent['on-accent'][0] = '#ffffff';
  for (const which of [0, 1] as const) {
    const step = which === 0 ? -0.01 : 0.01;
    const standsOn = [...grounds[which], accent['accent-soft'][which], accent.selected[which]];
    const isReadable = (hex: string) =>
      standsOn.every((ground) => contrast(hex, ground) >= readable) &&
      contrast(accent['on-accent'][which], hex) >= readable;
    const start = which === 0 ? wanted : oklchOf(accent.accent[which]);
    let lightness = start.l;
    while (!isReadable(hexOf({ ...start, l: lightness })) && lightness > 0 && lightness < 1) lightness += step;
    accent.accent[which] = lightness === start.l && which === 0 ? colour : hexOf({ ...start, l: lightness });
    accent['accent-hover'][which] = hexOf({ ...start, l: lightness + 6 * step });
  }
  return { accent, isAdjusted: accent.accent[0] !== colour };
}
