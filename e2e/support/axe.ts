import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Result, RunOptions } from 'axe-core';

/**
 * What axe finds wrong with a page, or with a part of it; `notIn` names parts that are not ours. It is asked within the page and
 * only for what is wrong: a tool of its own page and a report of all that is right are most of the work. Frames, where they
 * count, take that longer way.
 */
export async function violationsOf(page: Page, { of, notIn }: { of?: string; notIn?: string } = {}): Promise<Result[]> {
  const options: RunOptions = { resultTypes: ['violations'] };
  // Colours fade over: what counts is where they arrive.
  await page.evaluate(arrived);
  if (page.frames().length > 1 && notIn !== 'iframe') {
    const whole = new AxeBuilder({ page, axeSource: axe }).options(options);
    if (of) whole.include(of);
    return (await whole.analyze()).violations;
  }
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  const asked = { ...(of && { include: [of] }), ...(notIn && { exclude: [notIn] }) };
  const context = of || notIn ? JSON.stringify(asked) : 'document';
  return page.evaluate<Result[]>(
    `axe.run(${context}, ${JSON.stringify({ ...options, iframes: false })}).then((found) => found.violations)`,
  );
}

/** Without its blanks a page has read it in half the time. */
const axe = readFileSync(createRequire(import.meta.filename).resolve('axe-core/axe.min.js'), 'utf8');

const arrived = `Promise.allSettled(
  document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished),
)`;
