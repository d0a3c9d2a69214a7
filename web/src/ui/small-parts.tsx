import type { CSSProperties, ReactNode } from 'react';
import c from './parts.module.css';

/** A key to press. */
export function Key({ children }: { children: ReactNode }) {
  return <kbd className={c.key}>{children}</kbd>;
}

const soon = 0.75;

/**
 * Waiting time and, beneath it, the share of the promised time that is burnt: grey, amber from 75 %, red and bold from
 * 100 %. Nothing when the customer has the ball.
 */
export function Fuse({ wait, burnt }: { wait: string | null; burnt: number }) {
  if (!wait) return null;
  const level = burnt >= 1 ? 'late' : burnt >= soon ? 'soon' : 'calm';
  return (
    <span className={c.fuse} data-level={level}>
      {wait}
      <i style={{ '--burnt': `${Math.min(burnt, 1) * 100}%` } as CSSProperties} />
    </span>
  );
}

export type HealthLevel = 'ok' | 'warn' | 'bad' | 'idle';

/** State in words with a mark that differs in shape as well as in colour. */
export function HealthDot({ level, children }: { level: HealthLevel; children: ReactNode }) {
  return (
    <span className={c.health} data-level={level}>
      <span>{children}</span>
    </span>
  );
}
