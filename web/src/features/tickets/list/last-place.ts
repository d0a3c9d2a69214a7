/** Where somebody was in a list before a ticket took its place. */
export type LastPlace = {
  /** Which list: `nameOfList`. */
  readonly list: string;
  readonly scrolledPx: number;
  readonly count: number;
};

let left: LastPlace | null = null;
let opened: { readonly id: number; readonly place: number } | null = null;

/** The list as it was left. */
export function rememberList(place: LastPlace): void {
  left = place;
}

/** The ticket that is open in this tab, and its place in its list, so that the list can give it the focus again. */
export function rememberOpened(id: number, place: number): void {
  opened = { id, place };
  try {
    sessionStorage.setItem(key, JSON.stringify([id, place]));
  } catch {
    // A page that is loaded anew begins at the top of the list then.
  }
}
const key = 'parley.opened';

/** Where to go on reading a list beside an open ticket, also in a page that was loaded anew. */
export function lastPlaceOf(id: number): number {
  if (opened) return opened.id === id ? opened.place : 0;
  try {
    const [kept, place] = JSON.parse(sessionStorage.getItem(key) ?? '[]') as unknown[];
    return kept === id && Number.isInteger(place) ? Number(place) : 0;
  } catch {
    return 0;
  }
}

let found: { readonly asked: string; readonly id: number; readonly place: number } | null = null;

/** The same of what a search found. */
export function rememberFound(asked: string, id: number, place: number): void {
  found = { asked, id, place };
}

/** Once, and of this search alone. */
export function takeLastFound(asked: string): typeof found {
  const last = found?.asked === asked ? found : null;
  found = null;
  return last;
}

/** Once: a later visit to the list starts at its top. */
export function takeLastPlace(list: string): (LastPlace & { id: number; place: number }) | null {
  const found = opened && left?.list === list ? { ...left, ...opened } : null;
  opened = null;
  return found;
}
