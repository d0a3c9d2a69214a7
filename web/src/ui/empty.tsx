import type { ReactNode } from 'react';
import c from './states.module.css';

/** Nothing here: the two sides drawn, one true sentence, at most one action. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
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
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}
