import type { Page } from '@playwright/test';

/**
 * Goes on to an address as a link of the desk would, and resolves when its page is there. Loading the whole desk anew, as
 * `page.goto` does, is several times the work; it is for stories about an address, or about what a load forgets.
 */
export const goesOn = (page: Page, address: string): Promise<void> => page.evaluate(goingOn(address));

/** The same, for a browser that is asked what an expression is. */
export const goingOn = (address: string): string => `(async () => {
  const router = __TSR_ROUTER__;
  await router.navigate({ href: ${JSON.stringify(address)} });
  const isThere = ({ status, location, resolvedLocation }) => status === 'idle' && resolvedLocation?.href === location.href;
  while (!isThere(router.state)) await new Promise((later) => setTimeout(later, 20));
})()`;
