import { isPathOf } from '#contract/page-paths.ts';
import type { QuidgetSettings } from '#contract/quidget-settings.ts';

/** Whether the company wants its launcher on the page at this path. */
export const isWantedOn = (path: string, { page_rule, pages }: QuidgetSettings['behaviour']): boolean =>
  page_rule === 'everywhere' || pages.some((page) => isPathOf(path, page)) === (page_rule === 'only');
