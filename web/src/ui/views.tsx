import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { formatNumber } from '../i18n/time.ts';
import { Dot } from './chip.tsx';
import { type Glyph, Icon } from './icon.tsx';
import c from './views.module.css';

/** The second column: what of the section is shown. */
export function Views({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={c.views} aria-label={label}>
      {children}
    </nav>
  );
}

export function ViewGroup({ children }: { children: ReactNode }) {
  return <div className={c.group}>{children}</div>;
}

type ViewProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  name: string;
  /** Absent at zero. */
  count?: number | string | undefined;
  /** Its counter asks for nothing to be done. */
  isQuiet?: boolean;
  icon?: Glyph;
  /** A product's colour, instead of an icon. */
  color?: string;
  on?: boolean;
  ref?: Ref<HTMLAnchorElement>;
};

function ViewAnchor({ name, count, isQuiet, icon, color, on, ...rest }: ViewProps) {
  return (
    <a {...rest} className={c.view} aria-current={on ? 'page' : undefined}>
      {icon && <Icon of={icon} />}
      {color && (
        <span className={c.dot}>
          <Dot color={color} />
        </span>
      )}
      <span className={c.name} title={name}>
        {name}
      </span>
      {count ? (
        <b data-quiet={isQuiet || undefined}>{typeof count === 'number' ? formatNumber(count) : count}</b>
      ) : null}
    </a>
  );
}

/** One view: a link of the router with an icon or a product's dot, and a counter. */
export const ViewLink = createLink(ViewAnchor);
