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

/** What stays behind in this browser. */
export type Remainder = { readonly title: string; readonly text: string };
const remainders = new Set<() => Promise<Remainder | null>>();

/** What would stay behind in this browser, in words; null when nothing would. Answers how to say that nothing does any more. */
export function beforeSigningOut(tell: () => Promise<Remainder | null>): () => void {
  remainders.add(tell);
  return () => remainders.delete(tell);
}

/** What a person should know before they sign out. */
export const whatStays = async (): Promise<readonly Remainder[]> =>
  (await Promise.all([...remainders].map((tell) => tell()))).filter((one) => one !== null);
