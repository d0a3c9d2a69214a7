import { chromium, type Page } from '@playwright/test';
import { joinsAsAgent } from '../e2e/support/members.ts';
import { type Shop, somebody } from '../e2e/support/shop.ts';
import { wholeBrowser } from '../e2e/support/whole-browser.ts';
import { aDayOfTickets } from './day-tickets.ts';
import { aDeskOfItsOwn } from './own-desk.ts';
import { median, printTable, quantile } from './print-table.ts';

const wanted = Number(process.env.BENCH_DAY ?? 100);
/** Longer than this between a key and what it does, and somebody waits. */
const waitMs = 200;

/**
 * A day at the desk: a hundred tickets of all channels and kinds, worked off in Chromium without a mouse. Says how long each
 * took, and every moment at which the desk let her wait.
 */
export async function dayBench(): Promise<void> {
  const { shop, server, mail, close } = await aDeskOfItsOwn();
  const browser = await chromium.launch(wholeBrowser);
  try {
    const hanna = `hanna@customers-of-${shop.domain}`;
    await mail.addMailbox(hanna, 'a-password');
    const ira = await somebody(server, 'Ira Melnyk', `ira@${shop.domain}`);
    await joinsAsAgent(server, (await ira.api.call('users/self')).body.data.user.id, shop.companyId);
    await shop.receivesTicket({ from: `Hanna Lindqvist <${hanna}>`, subject: 'The first of the day' });
    await aDayOfTickets(server, shop, wanted + 40);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await shop.signIn(context);
    const page = await context.newPage();
    await page.addInitScript("addEventListener('keydown', () => { window.keyAt = performance.now(); }, true)");
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${server.url}/v1/tickets`);
    await page.locator('[data-ticket]').first().waitFor();
    await page.waitForLoadState('networkidle');
    const day = new Day(page, (id) => isLetter(shop, id));
    await day.work();
    report(day, faults);
    await accountFor(shop);
  } finally {
    await browser.close();
    await close();
  }
}

type Moment = { readonly what: string; readonly ms: number };

class Day {
  readonly moments: Moment[] = [];
  readonly perTicket: { what: string; ms: number }[] = [];
  /** Where the desk did not do what was asked of it. */
  readonly stuck: string[] = [];
  readonly #page: Page;
  readonly #isLetter: (id: number) => Promise<boolean>;
  constructor(page: Page, isALetter: (id: number) => Promise<boolean>) {
    this.#page = page;
    this.#isLetter = isALetter;
  }

  /** Presses, and waits for what it does to be on the screen; `isThere` is asked at every frame. */
  async #key(key: string, what: string, isThere: string): Promise<void> {
    const before = await this.#page.evaluate<string>(title);
    await this.#page.keyboard.press(key);
    await this.#sees(what, isThere.replaceAll('$before', JSON.stringify(before)));
  }
  async #types(text: string, what: string, isThere: string): Promise<void> {
    await this.#page.keyboard.type(text);
    await this.#sees(what, isThere);
  }
  async #sees(what: string, isThere: string): Promise<void> {
    const ms = await this.#page.evaluate<number>(`new Promise((resolve, reject) => {
      const look = () => {
        const waited = performance.now() - window.keyAt;
        if (${isThere}) resolve(waited);
        else if (waited > 8000) reject(new Error(${JSON.stringify(`never: ${what}`)} + ' on ' + ${title} + ' focus ' + document.activeElement?.outerHTML.slice(0, 160)));
        else requestAnimationFrame(look);
      };
      look();
    })`);
    this.moments.push({ what, ms });
  }
  readonly #next = `${title} !== $before && ${title} !== '' && ${hasThread}`;
  readonly #gone = (key: string, what: string) => this.#key(key, what, this.#next);

  readonly #ways: Record<string, () => Promise<void>> = {
    resolve: () => this.#gone('e', 'resolve: the next ticket'),
    'reply with a template': async () => {
      await this.#key('r', 'R: the reply field', focusIn('Reply'));
      await this.#types('/thank', '/: the template', option('Thank you'));
      await this.#key(
        'Enter',
        'the template put in',
        `${field('Reply')}?.textContent.includes('Thank you for writing')`,
      );
      await this.#gone('Control+Enter', 'send: the next ticket');
    },
    'reply, and resolve': async () => {
      await this.#key('r', 'R: the reply field', focusIn('Reply'));
      const words = 'It is on its way, and comes on Monday between nine and noon.';
      await this.#types(
        words,
        'the last letter typed',
        `${field('Reply')}?.textContent.includes(${JSON.stringify(words)})`,
      );
      await this.#gone('Control+Shift+Enter', 'send and resolve: the next ticket');
    },
    'note with @': async () => {
      await this.#key('n', 'N: the note field', focusIn('Note'));
      await this.#types('@ira', '@: the colleague', option('Ira'));
      await this.#key('Enter', 'the mention put in', `${field('Note')}?.textContent.includes('Ira')`);
      await this.#types(' which screws?', 'the last letter typed', `${field('Note')}?.textContent.includes('screws?')`);
      await this.#key(
        'Control+Enter',
        'the note in the thread',
        `[...document.querySelectorAll('article')].some((one) => one.textContent.includes('which screws?'))`,
      );
      await this.#key('Escape', 'out of the field', `!document.activeElement?.isContentEditable`);
      await this.#gone('j', 'J: the next ticket');
    },
    assign: async () => {
      await this.#key('a', 'A: whom', `document.activeElement?.matches('input')`);
      await this.#types('ira', 'the colleague found', option('Ira'));
      await this.#key('Enter', 'said that it is assigned', toast('assigned'));
      await this.#gone('j', 'J: the next ticket');
    },
    snooze: async () => {
      await this.#key('s', 'S: when', `document.activeElement?.matches('input')`);
      await this.#types('3 days', 'the words read', option('[0-9]'));
      await this.#gone('Enter', 'snooze: the next ticket');
    },
    tag: async () => {
      await this.#key('t', 'T: which tag', `document.activeElement?.matches('input')`);
      await this.#types('screws', 'the tag found', option('screws'));
      await this.#key('Enter', 'the tag is on it', `document.querySelector('[aria-label="Take off the tag screws"]')`);
      await this.#gone('e', 'resolve: the next ticket');
    },
    spam: () => this.#gone('Shift+Digit1', 'spam: the next ticket'),
    trash: () => this.#gone('Shift+Digit3', 'trash: the next ticket'),
    'resolve, undo, resolve again': async () => {
      // What was resolved a moment before may still be told of.
      const told = await this.#page.evaluate<number>(toastsOf('1 ticket resolved'));
      await this.#gone('e', 'resolve: the next ticket');
      await this.#key('z', 'Z: the toast goes', `${toastsOf('1 ticket resolved')} <= ${told}`);
      await this.#gone('e', 'resolve: the next ticket');
    },
    merge: async () => {
      await this.#key(
        'm',
        'M: with which',
        `document.querySelector('[role=dialog]') && document.activeElement?.matches('input')`,
      );
      await this.#types(
        'Question',
        'others found',
        `document.querySelector('[role=dialog] li button')?.textContent.includes('Question')`,
      );
      await this.#key('Enter', 'which one stays', `document.activeElement?.matches('[type=radio], [role=radio]')`);
      await this.#key('Enter', 'merged', `!document.querySelector('[role=dialog]') && ${toast('Merged')}`);
      await this.#sees('the thread of both', hasThread);
      await this.#gone('e', 'resolve: the next ticket');
    },
    search: async () => {
      await this.#key('/', '/: the search field', `document.activeElement?.matches('[data-search-field]')`);
      await this.#types(
        'in:everywhere first day',
        'found',
        `[...document.querySelectorAll('[data-result]')].some((one) => one.textContent.includes('first of the day'))`,
      );
      await this.#key('Escape', 'out of the field', `!document.activeElement?.matches('[data-search-field]')`);
      await this.#key('g', 'G', 'true');
      await this.#key('i', 'G I: the inbox', `document.querySelectorAll('main [data-ticket]').length > 3`);
      await this.#key('j', 'J: the first row', `document.activeElement?.closest('[data-ticket]')`);
      await this.#key('Enter', 'the ticket is open', `${title} !== '' && ${hasThread}`);
      await this.#gone('e', 'resolve: the next ticket');
    },
    palette: async () => {
      await this.#key('Control+k', 'the palette', `document.activeElement?.matches('[role=combobox]')`);
      await this.#types(
        'resolve',
        'the action first',
        `document.querySelector('[role=option][aria-selected=true]')?.textContent.startsWith('Resolve')`,
      );
      await this.#gone('Enter', 'done from the palette: the next ticket');
    },
  };

  async #begin(): Promise<void> {
    await this.#page.goto(new URL('/v1/tickets', this.#page.url()).href);
    await this.#page.locator('main [data-ticket]').first().waitFor();
    await this.#key('j', 'J: the first row', `document.activeElement?.closest('[data-ticket]')`);
    await this.#key('Enter', 'the first ticket is open', `${title} !== '' && ${hasThread}`);
  }

  async work(): Promise<void> {
    await this.#begin();
    const ways = Object.entries(this.#ways);
    const due: [string, () => Promise<void>][] = [];
    for (let i = 0; i < wanted; i++) {
      if (due.length === 0) due.push(...ways);
      const id = Number((await this.#page.evaluate<string>(title)).split('/').at(-1));
      // Nobody is at the other end of the messengers here: those tickets are noted on, given away and done with.
      const isAnswerable = await this.#isLetter(id);
      const at = Math.max(
        0,
        due.findIndex(([name]) => isAnswerable || !name.startsWith('reply')),
      );
      const [[what, does]] = due.splice(at, 1) as [[string, () => Promise<void>]];
      const began = performance.now();
      try {
        await does();
        this.perTicket.push({ what, ms: performance.now() - began });
      } catch (error) {
        this.stuck.push(`${what}: ${error instanceof Error ? error.message : error}`);
        await this.#begin();
      }
    }
  }
}

/** Of the open ticket; empty in a list. */
const title = `(document.querySelector('[data-composer]') ? location.pathname : '')`;
const hasThread = `document.querySelector('main article') !== null`;
const field = (name: string) => `document.querySelector('[role=textbox][aria-label="${name}"]')`;
const focusIn = (name: string) => `document.activeElement?.getAttribute('aria-label') === '${name}'`;
const option = (text: string) =>
  `[...document.querySelectorAll('[role=option]')].some((one) => /${text}/i.test(one.textContent))`;
const toastsOf = (text: string) =>
  `[...document.querySelectorAll('[role=status]')].filter((one) => one.textContent.includes('${text}')).length`;
const toast = (text: string) => `${toastsOf(text)} > 0`;

function report({ moments, perTicket, stuck }: Day, faults: readonly string[]): void {
  const ms = (all: readonly { ms: number }[]) => all.map((one) => one.ms);
  printTable(
    `${perTicket.length} tickets without a mouse, milliseconds as a robot types`,
    ['what', 'times', 'median', 'most'],
    [
      ...[...Map.groupBy(perTicket, (one) => one.what)].map(([what, all]) => [
        what,
        all.length,
        median(ms(all)),
        Math.max(...ms(all)),
      ]),
      ['all', perTicket.length, median(ms(perTicket)), Math.max(...ms(perTicket))],
    ],
  );
  printTable(
    `From a key to what it does; over ${waitMs} ms she waits`,
    ['what', 'times', 'median', 'p95', 'most', 'waits'],
    [...Map.groupBy(moments, (one) => one.what), ['all', moments] as const].map(([what, all]) => [
      what,
      String(all.length),
      median(ms(all)),
      quantile(ms(all), 0.95),
      Math.max(...ms(all)),
      String(all.filter((one) => one.ms > waitMs).length),
    ]),
  );
  for (const fault of faults) console.log(`in the page: ${fault}`);
  for (const one of stuck) console.log(`stuck: ${one}`);
}

async function isLetter({ olena }: Shop, id: number): Promise<boolean> {
  const { body } = await olena.api.post('tickets/get', {
    fields: ['channel'],
    filter: { conditions: [['id', '=', id]] },
  });
  return body.data.tickets[0]?.channel === 'mail';
}

/** What was done is what the server has. */
async function accountFor(shop: Shop): Promise<void> {
  const { body } = await shop.olena.api.call('tickets/counters', {});
  console.log(JSON.stringify(body.data.views));
}
