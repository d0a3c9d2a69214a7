/**
 * What a visitor's browser keeps in the site's own storage from the first message on: under this name, and under one that
 * begins with it for each user whom the site has vouched for.
 */
export const keptUnder = (quidget: number): string => `parley-${quidget}`;

/** Whether there is a conversation that may have been answered, of whoever was here: the site may yet say who is. */
export function isWaiting(quidget: number): boolean {
  try {
    return RegExp(`${keptUnder(quidget)}\\b.*"live":true`).test(Object.entries(localStorage).join('\n'));
  } catch {
    return false;
  }
}
