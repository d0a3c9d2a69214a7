import type { ChatSetup } from '#contract/quidget-chat.ts';
import type { Chat, Emit, Look, Opening } from '../seam.ts';
import { fetchChat } from './fetch-chat.ts';
import { isWaiting } from './kept.ts';
import { languageOf } from './language.ts';
import { createLauncher } from './launcher.ts';
import { pageNamed } from './page-named.ts';
import { isWantedOn } from './page-rules.ts';
import { watchPage } from './watch-page.ts';

type Call = [name: string, ...given: never[]];
type Listener = (...told: never[]) => void;
type Api = { (...call: Call): void; q?: Call[]; isHere?: true; page?: unknown };
type Site = { parley?: Api | undefined };

const site = window as Site;
const own = (document.currentScript ?? document.querySelector('script[data-quidget]')) as HTMLScriptElement | null;
// Twice on a page is once.
if (own && !site.parley?.isHere) void start(own);

async function start({ dataset, src, nonce }: HTMLScriptElement): Promise<void> {
  const id = Number(dataset.quidget);
  const server = (dataset.server ?? src.replace(/\/quidget\.js.*/, '')).replace(/\/$/, '');
  const early = site.parley?.q ?? [];
  /** These say something to the chat, and do not need it yet. */
  const isPatient = (name: string) => /^(close|setA|track)/.test(name);
  const heard: Record<string, Set<Listener>> = {};
  const waiting: Call[] = [];
  let [isGone, isHidden, isReady, locale, theme] = [false, false, false, '', ''];
  let chat: Chat | undefined;
  let redraw = () => {};
  let end = redraw;
  let enter: (how?: Opening | null) => void = redraw;

  const emit: Emit = (event, ...told) => {
    for (const one of heard[event] ?? []) queueMicrotask(() => one(...(told as never[])));
  };

  /** `parley('open')`: what is not here is for the chat, and waits for it. */
  const here: Record<string, (first: string, second: Listener) => unknown> = {
    on(event, listener) {
      heard[event] ??= new Set();
      heard[event].add(listener);
      if (event === 'ready' && isReady) emit(event);
    },
    off: (event, listener) => heard[event]?.delete(listener),
    hide: () => (isHidden = true),
    show: () => (isHidden = false),
    locale: (wanted) => (locale = wanted),
    theme: (wanted) => (theme = wanted),
    destroy() {
      isGone = true;
      chat?.destroy();
      end();
      site.parley = undefined;
    },
  };
  const api: Api = (...call) => {
    const [name, first, second] = call;
    if (Object.hasOwn(here, name)) {
      here[name]?.(first ?? '', second as never);
      if (!isGone) redraw();
      return;
    }
    if (name === 'trackPage') {
      api.page = first;
      dispatchEvent(new Event(pageNamed));
    }
    waiting.push(call);
    pass();
    if (!isPatient(name)) enter(null);
  };
  const pass = () => {
    if (!chat) return;
    const all = chat as unknown as Record<string, (...given: never[]) => void>;
    for (const [name, ...given] of waiting.splice(0)) if (Object.hasOwn(all, name)) all[name]?.(...given);
  };
  api.isHere = true;
  site.parley = api;
  for (const call of early) api(...call);

  let known!: ChatSetup;
  for (let tries = 0; !known; tries++) {
    try {
      const answer = await fetch(`${server}/api/chat/setup?quidget=${id}&v=1`, { credentials: 'omit' });
      const { data, errors } = await answer.json();
      // Visitors need not know. Whoever looks for the reason finds it.
      if (!data) return console.info('Parley:', errors[0].message);
      known = data;
    } catch {
      // No network, perhaps only for now.
      if (tries > 4) return;
      await new Promise((done) => setTimeout(done, 2000 << tries));
    }
    if (isGone) return;
  }

  const { look: looks, behaviour } = known.settings;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const host = document.createElement('parley-quidget');
  const root = host.attachShadow({ mode: 'open' });
  const launcher = createLauncher(root);
  const look = (): Look => {
    const scheme = /^(light|dark)$/.test(theme) ? theme : looks.scheme;
    const isAway = behaviour.hides_offline === 1 && !known.is_online && !isWaiting(id);
    return {
      language: languageOf(locale || behaviour.language, document.documentElement.lang, navigator.languages),
      scheme: scheme === 'dark' || (scheme === 'auto' && dark.matches) ? 'dark' : 'light',
      isShown: !isHidden && !isAway && isWantedOn(location.pathname, behaviour),
    };
  };

  let drawn: Look;
  redraw = () => {
    const before = drawn;
    drawn = look();
    if (!chat) return launcher.draw(known, drawn);
    if (before.language === drawn.language) return chat.see(drawn);
    fetchChat(server, nonce, drawn.language).then(({ words }) => chat?.see(look(), words), missed);
  };
  const missed = (error: Error) => {
    loading = undefined;
    console.info('Parley:', error.message);
  };
  let loading: Promise<void> | undefined;
  enter = (how) => {
    const { language } = look();
    loading ??= fetchChat(server, nonce, language).then(({ mount }) => {
      if (isGone) return;
      chat = mount({ root, setup: known, look: { ...look(), language }, launcher, emit, server });
      pass();
    });
    loading.then(() => how !== null && chat?.open(how), missed);
  };
  launcher.button.onclick = () => enter();

  const place = () => {
    // Where an app writes its body anew, the chat stays.
    if (!host.isConnected) document.body.append(host);
    redraw();
  };
  const begin = () => {
    place();
    isReady = true;
    emit('ready');
    const { opens_after_seconds: seconds } = behaviour;
    const isBack = isWaiting(id);
    if (waiting.some(([name]) => !isPatient(name)) || isBack) enter(null);
    if (seconds !== null && !isBack)
      setTimeout(() => !isGone && drawn.isShown && enter({ byItself: true }), seconds * 1000);
    // A page has better things to do while it loads.
    if (known.hears) setTimeout(() => void fetchChat(server, nonce, 'here').catch(redraw), 2000);
  };
  dark.onchange = redraw;
  const unwatch = watchPage(() => {
    place();
    api('trackPage');
  });
  end = () => {
    unwatch();
    dark.onchange = null;
    host.remove();
  };
  if (document.body) begin();
  else addEventListener('DOMContentLoaded', begin);
}
