import type { CSSProperties } from 'react';
import c from './states.module.css';

/** A grey bar where text will stand. */
export function Bone({ width, height, round }: { width?: number | string; height?: number; round?: boolean }) {
  const style: CSSProperties = { width, height, ...(round ? { borderRadius: '50%' } : {}) };
  return <i className={c.bone} style={style} />;
}

/** Rows on their way, on the grid they will have. `columns` is a CSS grid template; `lines` bars stand in each cell. */
export function SkeletonRows({
  label,
  rows = 12,
  columns,
  height,
  lines = 1,
  folds = false,
}: {
  label: string;
  rows?: number;
  columns: string;
  height: number;
  lines?: 1 | 2;
  /** Into what a row of a list is on a phone. */
  folds?: boolean;
}) {
  const cells = columns.match(/[^\s()]+(?:\([^)]*\))?/g)?.length ?? 0;
  return (
    <div className={c.ghosts} role="status" aria-label={label} data-ghosts>
      {indices(rows).map((row) => (
        <div
          key={row}
          className={c.ghost}
          data-folds={folds || undefined}
          style={{ '--columns': columns, '--height': `${height}px` } as CSSProperties}
        >
          {indices(cells).map((cell) => (
            <span key={cell}>
              {indices(lines).map((line) => (
                <Bone key={line} width={`${share(row, cell, line)}%`} />
              ))}
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

const indices = (count: number) => Array.from({ length: count }, (_, index) => index);
/** Ragged like text, and the same on every render. */
const share = (row: number, cell: number, line: number) => 40 + ((row * 37 + cell * 23 + line * 17) % 50);
