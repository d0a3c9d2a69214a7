import type { FileKind } from '../conversations/conversation.ts';
import type { Facts } from '../fill-in.ts';
import { pictures } from './paint-pictures.ts';
import { writePdf } from './write-pdf.ts';

export type DemoFile = { name: string; contentType: string; bytes: Buffer };

/** Few different pictures are painted, and each only once. */
const variants = 4;
const painted = new Map<string, Buffer>();

/** The file as it is attached: it opens in whatever opens its kind. */
export function makeFile(kind: FileKind, facts: Facts): DemoFile {
  const { order } = facts;
  const variant = Number(order) % variants;
  switch (kind) {
    case 'invoice':
      return pdf(`invoice-${order}.pdf`, [
        `Invoice ${order}`,
        'Lumen & Oak, 4 Sawmill Lane',
        '',
        `Order ${order}`,
        'Payable within 14 days',
        '',
        'Thank you for your order.',
      ]);
    case 'label':
      return pdf(`return-label-${order}.pdf`, [
        'RETURN',
        `Order ${order}`,
        '',
        'Lumen & Oak, Returns',
        '4 Sawmill Lane',
        '',
        'Print, cut and put over the old label. Postage is paid.',
      ]);
    case 'care-guide':
      return pdf('care-of-oiled-wood.pdf', [
        'Care of oiled wood',
        '1. Wipe the dust off along the grain.',
        '2. Rub the spot lightly with a fine pad, grade 000.',
        '3. Put on a thin coat of hard-wax oil.',
        '4. Wipe off what is left after 20 minutes.',
        '5. Let it dry overnight.',
      ]);
    case 'order-list':
      return text('order-list.csv', 'text/csv', [
        'item;finish;pieces',
        'Wren chair;white oak;12',
        'Wren chair;walnut;6',
        'Plover stool;white oak;6',
        '',
      ]);
    case 'log':
      return text('planner.log', 'text/plain', [
        'planner 5.18.2',
        'opening plan, 214 walls',
        'joining walls 118 and 119',
        'gap 0.0000 mm, trying again',
        'gap 0.0000 mm, trying again',
        'stopped at 90 %',
        '',
      ]);
    default:
      return { name: `${names[kind]}-${variant + 1}.png`, contentType: 'image/png', bytes: paint(kind, variant) };
  }
}

const names = {
  'photo-scratch': 'table-top',
  'photo-box': 'parcel',
  'photo-swatch': 'samples',
  'photo-room': 'our-room',
  plan: 'plan',
  screenshot: 'screenshot',
} as const;

function paint(kind: keyof typeof names, variant: number): Buffer {
  const key = `${kind} ${variant}`;
  const bytes = painted.get(key) ?? pictures[kind](variant + 1);
  painted.set(key, bytes);
  return bytes;
}

const pdf = (name: string, lines: readonly string[]): DemoFile => ({
  name,
  contentType: 'application/pdf',
  bytes: writePdf(lines),
});
const text = (name: string, contentType: string, lines: readonly string[]): DemoFile => ({
  name,
  contentType,
  bytes: Buffer.from(lines.join('\n')),
});
