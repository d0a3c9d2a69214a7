import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Each worker has a browser, a server, a database and two mail servers; two of them fill two cores.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: 'line',
  use: {
    actionTimeout: 10_000,
    // What a browser keeps would come between a story and its server; those about it say otherwise.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // No film: drawing one costs more than the story.
    trace: { mode: 'retain-on-failure', screenshots: false },
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
      ],
    },
  },
});
