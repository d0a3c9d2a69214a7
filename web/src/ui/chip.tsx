import type { CSSProperties } from 'react';
import c from './parts.module.css';

type Product = { name: string; abbreviation: string; color: string };

/**
 * A product in its own colour. Only the hue is the company's; the lightness is ours, so it can always be read. `whose`: its
 * company, where another one's looks alike.
 */
export function Chip({ of, whose }: { of: Product; whose?: string | undefined }) {
  return (
    <span
      className={c.chip}
      style={{ '--chip': of.color } as CSSProperties}
      title={whose ? `${of.name} · ${whose}` : of.name}
    >
      {lettersOf(of)}
      {whose && <span className="sr"> {whose}</span>}
    </span>
  );
}

export const lettersOf = ({ abbreviation, name }: Pick<Product, 'abbreviation' | 'name'>): string =>
  abbreviation || name.slice(0, 3).toUpperCase();

/** The same colour as a dot, beside the product's name. */
export function Dot({ color }: { color: string }) {
  return <i className={c.dot} style={{ '--chip': color } as CSSProperties} />;
}
