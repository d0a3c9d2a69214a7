import type { ReactNode } from 'react';
import c from './states.module.css';

/** Nothing here: the two sides drawn, one true sentence, at most one action. */
export function Empty(props: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** It is all there is on the page: its title is the page's. */
  isPage?: boolean;
}) {
  const { title, children, action, isPage } = props;
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className={c.empty}>
      <svg
        width="72"
        height="48"
        viewBox="0 0 72 48"
        fill="none"
        aria-hidden="true"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      >
        <path d="M6 10h26M6 18h18" opacity=".45" />
        <path d="M66 30H36M66 38H46" />
        <path d="M2 6v16M70 26v16" opacity=".7" />
      </svg>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
