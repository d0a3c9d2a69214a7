import { fitWidth } from './canvas-size.ts';
import type { Drawing } from './engine-talk.ts';
import { createPage, type Page } from './page.ts';
import { tell } from './tell.ts';

export type Pages = { zoom(to: number): void; scroll(by: number): void };
export type Engine = {
  /** Null: it could not, or was stopped. */
  draw(page: number, width: number): { drawing: Promise<Drawing | null>; stop(): void };
  letGo(page: number): void;
};
/** `ratio` is that of the first page, and of each until it is known. */
type Shown = { pages: number; ratio: number; zoom: number; words: { page: string; unshown: string } };

const drawSecondsMax = 30;

/**
 * All pages under each other. Those in sight and next to it are drawn, one after another and the nearest first; what is
 * farther away is let go, so that five hundred pages take the memory of three.
 */
export function showPages(engine: Engine, shown: Shown): Pages {
  const pages = Array.from({ length: shown.pages }, (_, at) => createPage(engine, at + 1, shown.words));
  const near = new Set<Page>();
  let width = 0;
  let zoom = shown.zoom;
  let isBusy = false;
  let at = 0;

  function lay(): void {
    width = Math.round(fitWidth(innerWidth) * zoom);
    document.documentElement.style.setProperty('--page-width', `${width}px`);
    void draw();
  }

  /** What one looked at stays where one looked. */
  function layAnew(): void {
    const root = document.documentElement;
    const middle = (root.scrollTop + innerHeight / 2) / root.scrollHeight;
    const across = (root.scrollLeft + innerWidth / 2) / root.scrollWidth;
    lay();
    root.scrollTop = middle * root.scrollHeight - innerHeight / 2;
    root.scrollLeft = across * root.scrollWidth - innerWidth / 2;
  }

  async function draw(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let next = nearest(); next; next = nearest()) {
      const tooLong = setTimeout(() => tell({ told: 'failed', why: 'slow' }), drawSecondsMax * 1000);
      await next.draw(width);
      clearTimeout(tooLong);
      tell({ told: 'drawn' });
    }
    isBusy = false;
  }

  function nearest(): Page | undefined {
    const middle = innerHeight / 2;
    const away = ({ element }: Page) => {
      const { top, bottom } = element.getBoundingClientRect();
      return Math.max(0, top - middle, middle - bottom);
    };
    return [...near].filter((page) => !page.isDrawn(width)).sort((one, other) => away(one) - away(other))[0];
  }

  function look(): void {
    const line = scrollY + innerHeight * 0.4;
    const now = Math.max(1, pages.findLastIndex(({ element }) => element.offsetTop <= line) + 1);
    if (now !== at) tell({ told: 'at', page: now });
    at = now;
  }

  const sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const page = pages[Number((target as HTMLElement).dataset.at)];
        if (!page) continue;
        if (isIntersecting) near.add(page);
        else if (near.delete(page)) page.letGo();
      }
      void draw();
    },
    // Of this very document: in a frame without an origin a margin around anything else counts for nothing.
    { root: document, rootMargin: '60% 0px' },
  );

  document.body.style.setProperty('--page-ratio', String(1 / shown.ratio));
  document.body.append(...pages.map(({ element }) => element));
  lay();
  for (const { element } of pages) sight.observe(element);
  addEventListener('scroll', look, { passive: true });
  addEventListener('resize', layAnew);
  look();

  return {
    zoom(to) {
      zoom = to;
      layAnew();
    },
    scroll: (by) => scrollBy(0, by * innerHeight),
  };
}
