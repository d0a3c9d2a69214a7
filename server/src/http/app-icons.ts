import sharp from 'sharp';
import type { Brand } from '#platform/brands/brands.ts';

type AppIcon = { readonly name: string; readonly edge: number; readonly purpose: 'any' | 'maskable' };

/** What telephones and desktops put on their screens. A maskable one may be cut to a circle of four fifths of its edge. */
export const appIcons: readonly AppIcon[] = [
  { name: 'icon-192.png', edge: 192, purpose: 'any' },
  { name: 'icon-512.png', edge: 512, purpose: 'any' },
  { name: 'maskable-192.png', edge: 192, purpose: 'maskable' },
  { name: 'maskable-512.png', edge: 512, purpose: 'maskable' },
];
const paper = '#ffffff';
const share = { any: 0.84, maskable: 0.56 } as const;

const drawn = new WeakMap<Brand, Map<string, Promise<Buffer>>>();

/** The brand's picture on paper, drawn once. */
export function drawIcon(brand: Brand, icon: AppIcon, picture: string | Buffer): Promise<Buffer> {
  const known = drawn.get(brand) ?? new Map<string, Promise<Buffer>>();
  drawn.set(brand, known);
  const icons = known.get(icon.name) ?? draw(icon, Buffer.from(picture));
  known.set(icon.name, icons);
  return icons;
}

async function draw({ edge, purpose }: AppIcon, picture: Buffer): Promise<Buffer> {
  const inner = Math.round(edge * share[purpose]);
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const input = await sharp(picture, { density: 72 * Math.ceil(inner / 24) })
    .resize(inner, inner, { fit: 'contain', background: clear })
    .png()
    .toBuffer();
  const background = purpose === 'maskable' ? paper : clear;
  return sharp({ create: { width: edge, height: edge, channels: 4, background } })
    .composite([{ input }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}
