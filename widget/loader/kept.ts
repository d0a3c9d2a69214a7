/** What a visitor's browser keeps, under one name of the site's own storage, from the first message on. */
export const keptUnder = (quidget: number): string => `parley-${quidget}`;

/** Whether there is a conversation that may have been answered. */
export function isWaiting(quidget: number): boolean {
  try {
    return /"live":true/.test(localStorage.getItem(keptUnder(quidget)) ?? '');
  } catch {
    return false;
  }
}
