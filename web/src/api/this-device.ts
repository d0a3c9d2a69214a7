/** What this page is called while it is open, so that news of what it did itself is none to it. */
export const thisDevice = crypto.randomUUID();
