import type { BrowserContext } from '@playwright/test';

export type Complaints = {
  /** Listens to one more browser. */
  hear(context: BrowserContext): void;
  /** What matches belongs to the story. */
  expect(pattern: RegExp): void;
  unexpected(): string[];
};

// 'Not signed in' is an answer of the server, and Chromium reports every such answer.
const answers =
  /status of 401|WebSocket connection to .* failed: HTTP Authentication failed|Service Worker registration blocked/;

/** Collects what browsers print as errors and warnings, and every error that nobody caught. */
export function listenForComplaints(): Complaints {
  const heard: string[] = [];
  const expected = [answers];
  return {
    hear(context) {
      context.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return;
        heard.push(`${message.type()} at ${message.location().url}: ${message.text()}`);
      });
      context.on('weberror', (event) => heard.push(`uncaught: ${event.error().stack ?? event.error().message}`));
    },
    expect: (pattern) => expected.push(pattern),
    unexpected: () => heard.filter((text) => !expected.some((pattern) => pattern.test(text))),
  };
}
