import playwright, { optimizesNothing } from '../../playwright.config.ts';

/** Chromium as people have it: slower to start and to draw than what the other stories use. */
export const wholeBrowser = {
  ...playwright.use?.launchOptions,
  args: playwright.use?.launchOptions?.args?.filter((one) => one !== optimizesNothing),
  executablePath: '/usr/bin/chromium',
};
