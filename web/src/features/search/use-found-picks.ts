import { useMemo, useRef, useState } from 'react';
import { rowsPerCallMax } from '#contract/entity.ts';

export type FoundPicks = ReturnType<typeof useFoundPicks>;
const none: readonly number[] = [];

/** Which of the found tickets are picked; another search picks anew. */
export function useFoundPicks(asked: string, ids: readonly number[]) {
  const [kept, keep] = useState<{ asked: string; ids: readonly number[] }>({ asked, ids: none });
  const lastToggled = useRef<number | null>(null);
  const picked = useMemo(
    () => (kept.asked === asked && kept.ids.length > 0 ? ids.filter((id) => kept.ids.includes(id)) : none),
    [kept, asked, ids],
  );
  /** As many as one call changes; whoever means more means everything that matches. */
  const pick = (those: readonly number[]) => keep({ asked, ids: those.slice(0, rowsPerCallMax) });
  /** With `range` everything between the last one toggled and this one becomes as this one. */
  const toggle = (id: number, range: boolean) => {
    const at = ids.indexOf(id);
    const from = range && lastToggled.current !== null ? ids.indexOf(lastToggled.current) : at;
    const some = from === -1 ? [id] : ids.slice(Math.min(from, at), Math.max(from, at) + 1);
    lastToggled.current = id;
    pick(picked.includes(id) ? picked.filter((one) => !some.includes(one)) : [...new Set([...picked, ...some])]);
  };
  return { picked, kept, pick, toggle };
}
