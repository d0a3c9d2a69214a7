const chores = new Set<() => Promise<void>>();

/** What must be done before the person signs out. Answers how to say that it need not be any more. */
export function beforeLeaving(chore: () => Promise<void>): () => void {
  chores.add(chore);
  return () => chores.delete(chore);
}

/** Does it all; what fails does not keep anybody from leaving. */
export async function settleBeforeLeaving(): Promise<void> {
  await Promise.allSettled([...chores].map((chore) => chore()));
}
