/** The ticket that was open last in this tab, so that the list can give it the focus again. */
let lastOpened: number | null = null;

export function rememberOpened(id: number): void {
  lastOpened = id;
}

/** Once: a later visit to the list starts at its top. */
export function takeLastOpened(): number | null {
  const id = lastOpened;
  lastOpened = null;
  return id;
}
