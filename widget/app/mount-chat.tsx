import { render } from 'preact';
import type { ChatMessage, ChatSetup, Conversation } from '#contract/quidget-chat.ts';
import type { QuidgetText } from '#contract/quidget-settings.ts';
import { wear } from '../loader/wear.ts';
import type { Chat, Invitation, Look, Place } from '../seam.ts';
import type { Keep } from '../talk/keep.ts';
import type { Asked } from '../talk/outbox.ts';
import { createTalk } from '../talk/talk.ts';
import type { Transport } from '../talk/transport.ts';
import sheet from './chat.css?inline';
import { Left } from './left.tsx';
import { markLauncher } from './mark-launcher.ts';
import { isNarrow, Panel } from './panel.tsx';
import { mayRing, ring } from './ring.ts';
import { Teaser, type Told } from './teaser.tsx';
import type { The, View } from './the.ts';
import type { Words } from './words-en.ts';

type Needs = Place & {
  words: Words;
  transport: Transport;
  keep: Keep;
  /** Fetches the setup anew: somebody may have come, or gone. */
  refresh?: () => Promise<ChatSetup>;
  /** False in the editor's preview, where the editor has the focus. */
  takesFocus?: boolean;
};

/** Older than this, the setup is asked for again before somebody reads in it whether anybody is there. */
const setupMsMax = 60_000;
/** Where two tabs hear the same message, the one that is looked at rings, else whichever is first. */
const ringMsMax = 300;
const titleMsMax = 300;

export type Mounted = Chat & { go(view: View): void; set(setup: ChatSetup): void };

/** Draws the chat into the shadow root and keeps it in step with the server behind `transport`. */
export function mountChat({
  root,
  launcher,
  emit,
  transport,
  keep,
  refresh,
  takesFocus = true,
  ...first
}: Needs): Mounted {
  let { setup, look, words } = first;
  let isOpen = false;
  let view = { name: 'home' } as View;
  let seat = 0;
  let isFocused = false;
  let hushed = '';
  let unread = 0;
  let asked: Asked = {};
  const nothing: The['carried'] = { talk: '', files: [] };
  let carried = nothing;
  let invited: Invitation | undefined;
  let page = { url: location.href, title: document.title };
  let before: HTMLElement | null = null;
  let setAt = Date.now();
  let isGone = false;
  let wasOpen = false;
  let naming: ReturnType<typeof setTimeout>;
  const host = root.host as HTMLElement; // made by the loader
  const box = document.createElement('div');
  wear(root, sheet);
  root.insertBefore(box, launcher.button);

  const about = () => ({
    language: look.language,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    invitation: invited?.key,
    page: {
      url: page.url.slice(0, 2000),
      title: page.title.slice(0, 300),
      referrer: document.referrer.slice(0, 2000),
    },
  });
  const talk = createTalk(transport, keep, { changed: () => later(), came, invited: invite, led }, about);

  function came(message: ChatMessage, { key }: Conversation): void {
    const { name, text, at } = message;
    // Of the visitor's own words it is told nothing.
    const from = message.from as Exclude<ChatMessage['from'], 'visitor'>;
    emit('message', { conversation: key, from, name, text, at });
    if (from !== 'agent' || setup.settings.behaviour.has_sound !== 1) return;
    const isLookedAt = isOpen && !document.hidden;
    if (isLookedAt && isIn(key)) return;
    setTimeout(
      () => {
        const { rung = 0, isSilent } = keep.read();
        if (rung >= message.id || isSilent) return;
        keep.write({ rung: message.id });
        ring();
      },
      document.hidden ? ringMsMax : 0,
    );
  }

  const isIn = (key: string) => view.name === 'talk' && talk.keyOf(view.talk ?? '') === key;

  /** Whoever looks at the one goes along. */
  function led(from: string, to: string): void {
    if (isIn(from)) view = { name: 'talk', talk: to };
  }

  function invite(told: Invitation): void {
    if (isClosed(told)) return;
    invited = told;
    draw();
  }

  const isClosed = ({ key }: Invitation) => keep.read().closed?.includes(key);

  /** The visitor has made up their mind, which their browser remembers for them. */
  function settle({ key }: Invitation): void {
    const { closed = [] } = keep.read();
    if (!closed.includes(key)) keep.write({ closed: [...closed, key].slice(-20) }, true);
  }

  /** What may be said at the launcher: who wrote last, until it is waved away. */
  function findTeaser(): Told | null {
    const found = talk.state().conversations.find((one) => one.unread > 0 && one.last?.from === 'agent');
    const told = found && hushed !== newsOf(found) ? found.last : invited && !isClosed(invited) ? invited : null;
    return told && { name: told.name || text('title'), text: told.text };
  }
  const newsOf = ({ key, last }: Conversation) => `${key} ${last?.at}`;
  const firstUnread = () => talk.state().conversations.find((one) => one.unread > 0);
  const hush = () => {
    const found = firstUnread();
    if (!found && invited) settle(invited);
    hushed = found ? newsOf(found) : '';
    draw();
  };

  const text = (name: QuidgetText): string => setup.settings.texts[look.language][name];

  let isWaiting = false;
  /** Once for all that happens at once. */
  function later(): void {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      draw();
    });
  }

  function draw(): void {
    if (isGone) return;
    const state = talk.state();
    const count = state.conversations.reduce((sum, one) => sum + one.unread, 0);
    if (count !== unread) emit('unread', count);
    unread = count;
    if (state.conversations.some((one) => one.state === 'open')) invited = undefined;
    const teaser = look.isShown ? findTeaser() : null;
    launcher.draw(setup, look);
    markLauncher(launcher, words, isOpen, unread);
    host.dir = 'ltr';
    // The chat has a line of its own: nobody else needs to say that the page is open.
    if (state.line === 'up' && !host.dataset.met) {
      host.dataset.met = '1';
      host.dispatchEvent(new Event('met'));
    }
    const the: The = {
      ...{ setup, look, text, state, talk, keep, asked, seat, begin, start, close, invited },
      words,
      carried,
      carry(what) {
        carried = what;
        draw();
      },
      now: new Date(),
      tell(told) {
        asked = told;
        draw();
      },
      go,
    };
    const shown = isOpen ? (
      <Panel the={the} view={view} takesFocus={isFocused} />
    ) : (
      teaser && <Teaser of={teaser} hide={words.hide} open={() => open()} hush={hush} />
    );
    // Files that were sent go on to their conversation, whatever the visitor looks at meanwhile. The form begins one.
    const key = talk.keyOf(carried.talk);
    const isBrought = isOpen && (view.name === 'form' || ('talk' in view && talk.keyOf(view.talk ?? '') === key));
    const bringing = key !== carried.talk && !isBrought && (
      <div hidden>
        <Left the={the} talk={key} />
      </div>
    );
    render([shown, bringing], box);
  }

  function go(next: View, staying = false): void {
    view = next;
    if (!staying) {
      seat++;
      isFocused = takesFocus;
    }
    draw();
  }

  const begin = (said: string): string => talk.beginAtOnce(said, { asked, agrees: true, language: look.language });

  /** Where nothing is asked, one writes at once. */
  function start(said = ''): void {
    const { form } = setup.settings;
    const how = form[setup.is_online ? 'online' : 'offline'];
    const isAsked = Object.values(how).some((one) => one !== 'off') || form.consent === 'required';
    if (said && isAsked) keep.draft('', said);
    go(
      isAsked
        ? { name: 'form' }
        : {
            name: 'talk',
            talk: said ? begin(said) : null,
          },
    );
  }

  function open({ byItself = false } = {}): void {
    if (isOpen || isGone) return;
    // A phone's whole screen is not ours to take.
    if (byItself && (wasOpen || isNarrow())) return;
    wasOpen = true;
    const active = (root.activeElement ?? document.activeElement) as HTMLElement | null;
    before = active === host || active === document.body ? null : active;
    const owed = talk.state().pending.at(-1);
    const fresh = firstUnread();
    if (fresh && !(view.name === 'talk' && view.talk)) view = { name: 'talk', talk: fresh.key };
    // What is not sent yet is on the visitor's mind.
    else if (owed && view.name === 'home') view = { name: 'talk', talk: owed.talk };
    else if (view.name === 'left') view = { name: 'home' };
    else if (invited && view.name === 'home' && !isClosed(invited)) {
      settle(invited);
      start();
    }
    isOpen = true;
    isFocused = takesFocus && !byItself;
    talk.see(true);
    draw();
    emit('open');
    if (refresh && Date.now() - setAt > setupMsMax) void refresh().then(set, () => undefined);
  }

  function close(): void {
    if (!isOpen) return;
    const hadFocus = root.activeElement !== null;
    isOpen = false;
    talk.see(false);
    draw();
    // Back to where the visitor came from.
    if (hadFocus && takesFocus) (before?.isConnected ? before : launcher.button).focus();
    emit('close');
  }

  function set(next: ChatSetup): void {
    setup = next;
    setAt = Date.now();
    draw();
  }

  root.addEventListener('pointerdown', mayRing);
  root.addEventListener('keydown', mayRing);
  document.addEventListener('visibilitychange', draw);
  const toggle = () => (isOpen ? close() : open());
  launcher.button.onclick = toggle;
  draw();

  return {
    open,
    close,
    toggle,
    set,
    go,
    identify(who) {
      const { user, signature, name, email } = who ?? {};
      const proof = user && signature ? { user, signature } : undefined;
      if ((proof || !who) && talk.identify(proof)) {
        // Nothing of theirs is shown to whoever comes after them.
        view = { name: 'home' };
        seat++;
        asked = {};
        carried = nothing;
        invited = undefined;
      }
      asked = { ...asked, ...(name && { name }), ...(email && { email }) };
      draw();
    },
    invite,
    setAttributes: (next) =>
      talk.setAttributes(
        Object.fromEntries(
          Object.entries(next)
            .map(([name, value]) => [name.slice(0, 50), `${value}`.slice(0, 200)])
            .slice(0, 20),
        ),
      ),
    trackPage(next = {}) {
      const track = () => {
        page = { url: next.url ?? location.href, title: next.title ?? document.title };
        talk.say({ kind: 'page', ...about().page });
      };
      clearTimeout(naming);
      // Apps name a page after they have gone to it.
      if (next.title === undefined) naming = setTimeout(track, titleMsMax);
      else track();
    },
    see(next: Look, spoken = words) {
      words = spoken;
      // On pages where it is not wanted, it does not stay open either.
      if (look.isShown && !next.isShown) close();
      look = next;
      draw();
    },
    destroy() {
      isGone = true;
      clearTimeout(naming);
      talk.destroy();
      render(null, box);
      document.removeEventListener('visibilitychange', draw);
    },
  };
}
