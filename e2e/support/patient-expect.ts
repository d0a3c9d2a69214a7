import { type Locator, expect as plain } from '@playwright/test';

const waitMilliseconds = 45_000;

/**
 * Playwright's `expect`. While something is not to be seen yet, its own look writes the whole page down each time, for a
 * report that hardly ever follows; that was a twentieth of all that browsers did. Here it is waited for, and looked at in
 * that way only once it has not come.
 */
export const expect = plain.extend({
  async toBeVisible(locator: Locator, options: { timeout?: number } = {}) {
    const timeout = options.timeout ?? waitMilliseconds;
    if (!this.isNot) {
      const came = await locator.waitFor({ state: 'visible', timeout }).then(
        () => true,
        () => false,
      );
      if (came) return { pass: true, message: () => '' };
    }
    try {
      await (this.isNot ? plain(locator).not.toBeVisible({ timeout }) : plain(locator).toBeVisible({ timeout: 1 }));
      return { pass: !this.isNot, message: () => '' };
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      return { pass: this.isNot, message: () => words };
    }
  },
});
