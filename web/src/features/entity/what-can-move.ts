import type { Dependents } from '#contract/generic-calls.ts';

export type Settling = {
  readonly canMove: boolean;
  readonly mustMove: boolean;
  /** What cannot go along stands apart while the rest can. */
  readonly staying: Dependents;
  /** What has to be disabled before. */
  readonly first: Dependents;
  readonly tooMany: Dependents[number] | undefined;
  readonly isOutOfSight: boolean;
  /** They cannot be disabled now. */
  readonly isStuck: boolean;
};

/** What can become of what depends on rows of so many companies. All of it goes to one place, or nothing does. */
export function whatCanMove(dependents: Dependents, companies: number): Settling {
  const tooMany = dependents.find((one) => one.move_max !== undefined);
  const isOutOfSight = dependents.some((one) => one.out_of_sight);
  const canMove = companies === 1 && !tooMany && dependents.some((one) => one.can_move);
  const mustMove = dependents.some((one) => one.must_move);
  const first = dependents.filter((one) => one.must_move && !one.can_move);
  return {
    ...{ canMove, mustMove, first, tooMany, isOutOfSight },
    staying: canMove ? dependents.filter((one) => !one.can_move) : [],
    isStuck: first.length > 0 || (mustMove && !canMove),
  };
}
