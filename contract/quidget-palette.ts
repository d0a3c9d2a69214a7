import { inkOn, nearestReadable } from './contrast.ts';

const papers = {
  light: { panel: '#ffffff', ground: '#faf9f7' },
  dark: { panel: '#161b1a', ground: '#121615' },
} as const;

export type Palette = Readonly<Record<'brand' | 'on_brand' | 'soft' | 'soft_line' | 'text' | 'mark', string>>;

/**
 * One colour in, everything that is coloured out, for day and night. It stays as it is where it is a surface; as text or
 * as a mark it moves as far as reading takes. Reckoned here once, so that no visitor's browser has to bring what reckons.
 */
export const palettesOf = (color: string): { light: Palette; dark: Palette } => ({
  light: paletteOn('light', color),
  dark: paletteOn('dark', color),
});

function paletteOn(scheme: 'light' | 'dark', color: string): Palette {
  const { panel, ground } = papers[scheme];
  // A surface as dark as the night, or as light as paper, gives way just so far that it can be seen.
  const brand = nearestReadable(color, panel, 1.6);
  const soft = mix(panel, brand, scheme === 'dark' ? 0.2 : 0.1);
  const read = (least: number) => [panel, ground, soft].reduce((found, on) => nearestReadable(found, on, least), color);
  return {
    brand,
    on_brand: inkOn(brand),
    soft,
    soft_line: mix(panel, brand, scheme === 'dark' ? 0.42 : 0.26),
    text: read(4.6),
    mark: read(3.1),
  };
}

/** Both are `#rrggbb`. */
function mix(one: string, other: string, share: number): string {
  return `#${[1, 3, 5]
    .map((at) => {
      const [a, b] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number];
      return Math.round(a + (b - a) * share)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;
}
