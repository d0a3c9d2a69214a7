import type { Marked } from '#contract/search.ts';
import c from './parts.module.css';

/** Text with what was looked for in it. It is text, whatever it holds. */
export function MarkedText({ of: { text, marks } }: { of: Marked }) {
  const pieces = marks.flatMap(([from, to], i) => [
    text.slice(marks[i - 1]?.[1] ?? 0, from),
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name
    <mark key={i} className={c.mark}>
      {text.slice(from, to)}
    </mark>,
  ]);
  return (
    <>
      {pieces}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  );
}
