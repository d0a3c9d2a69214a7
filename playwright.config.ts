import { defineConfig } from '@playwright/test';

/** They take longest: begun last, one of them would go on alone. */
const longStories = ['wall', 'entities', 'writing', 'every-view', 'team', 'offline', 'agents-day', 'roles'];
const longFiles = longStories.map((name) => `**/${name}.test.ts`);

export const optimizesNothing = '--js-flags=--no-maglev --no-turbofan';

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'long', testMatch: longFiles },
    { name: 'rest', testMatch: '**/*.test.ts', testIgnore: longFiles },
  ],
  outputDir: 'test-results',
  // Each worker has a browser, a server, a database and two mail servers; a third one works while the others wait.
  workers: 3,
  // Far beyond what anything takes that works: machines are shared, and some days half as fast.
  timeout: 360_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  reporter: 'line',
  use: {
    actionTimeout: 45_000,
    // What a browser keeps would come between a story and its server; those about it say otherwise.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Keeping one, to throw it away, is a tenth of the work; whoever looks for a fault says `--trace retain-on-failure`.
    trace: 'off',
    // Drawing what moves costs a sixth of the time; the main job keeps its motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // The same browser without a window of its own: another sixth.
      executablePath: '/usr/bin/chromium-headless-shell',
      // Without a locale it cannot name a download in another alphabet.
      env: { ...process.env, LANG: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages of stories live too shortly for what is optimised to be of use: a tenth of what browsers do.
        optimizesNothing,
      ],
    },
  },
});
