import type { CSSProperties } from 'react';
import c from './parts.module.css';

/** A product in its own colour. Only the hue is the company's; the lightness is ours, so it can always be read. */
export function Chip({ of }: { of: { name: string; abbreviation: string; color: string } }) {
  return (
    <span className={c.chip} style={{ '--chip': of.color } as CSSProperties} title={of.name}>
      {of.abbreviation || of.name.slice(0, 3).toUpperCase()}
    </span>
  );
}

/** The same colour as a dot, beside the product's name. */
export function Dot({ color }: { color: string }) {
  return <i className={c.dot} style={{ '--chip': color } as CSSProperties} />;
}
