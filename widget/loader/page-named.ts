/** An event of the window: the page has another address, or the site names it otherwise, as `parley.page` has it. */
export const pageNamed = 'parley-page';

export type NamedPage = { url?: string; title?: string };
