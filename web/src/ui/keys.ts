import { useEffect, useEffectEvent } from 'react';
import { holdKeys, isField } from './held-keys.ts';

/**
 * A key by its physical place (`KeyboardEvent.code`), so that it works in a Cyrillic layout too. `Mod` is Ctrl, or Cmd on
 * a Mac; two codes after one another are pressed in turn: `KeyG KeyT`.
 */
export type KeyName = string;
export type KeyBinding = {
  readonly key: KeyName;
  readonly run: (event: KeyboardEvent) => void;
  /** What it does, for the keyboard sheet. Without one the key is a second way to something listed. */
  readonly label?: string;
  /** What the palette finds it by in every language. */
  readonly also?: string;
  readonly group?: KeyGroup;
  /** What is told with it: keys that do the same, or the other way round. */
  readonly besides?: readonly KeyName[];
  /** The browser does it where the focus is: it is listed, and left to it. */
  readonly isNative?: boolean;
  /** Off for now: neither handled nor listed. */
  readonly isOff?: boolean;
  /** What is typed next is for the field that it opens. */
  readonly opensField?: boolean;
};
export const keyGroups = ['move', 'act', 'write'] as const;
export type KeyGroup = (typeof keyGroups)[number];

let areSingleKeysOn = true;
/** Somebody may not want them: then those with Ctrl or Cmd act, and Escape. */
export const switchSingleKeys = (on: boolean): void => {
  areSingleKeysOn = on;
};

/** Whether a key acts for whoever may not want single ones. */
export const isOn = (key: KeyName): boolean => areSingleKeysOn || key.includes('Mod+') || key === 'Escape';

const sequenceMs = 1_000;
/** Who handles keys now, the most recent last: a page's key goes before the desk's. */
const active: { bindings: () => readonly KeyBinding[]; afterPages: boolean }[] = [];

/**
 * Handles keys while the component is there. Keys without Ctrl or Cmd rest while a field has the focus or a dialog is
 * open, so that nobody resolves a ticket by typing. `afterPages`: for what is on every screen, and is asked after what
 * the page does with the key, whichever of the two was loaded first.
 */
export function useKeys(
  bindings: readonly KeyBinding[],
  options: { inDialogs?: boolean; afterPages?: boolean } = {},
): void {
  const read = useEffectEvent(() => bindings);
  const handle = useEffectEvent((event: KeyboardEvent, before: string | null) => {
    const name = nameOf(event);
    const inTurn = before && `${before} ${name}`;
    // G A leads to the administration, whoever assigns by A alone.
    const wanted = inTurn && isBound(inTurn) ? inTurn : name;
    const binding = bindings.find((one) => one.key === wanted && !one.isOff && !one.isNative);
    if (!binding || event.defaultPrevented || event.isComposing) return;
    if (!isOn(name)) return;
    if (!name.includes('Mod+') && isBusy(event.target, options.inDialogs ?? false)) return;
    event.preventDefault();
    binding.run(event);
    if (binding.opensField) holdKeys();
  });
  const { afterPages = false } = options;
  useEffect(() => {
    // An event reaches the window behind the document.
    const place = afterPages ? window : document;
    let before: { name: string; at: number } | null = null;
    const onKeyDown = (event: Event) => {
      if (!(event instanceof KeyboardEvent)) return;
      const recent = before && event.timeStamp - before.at < sequenceMs ? before.name : null;
      before = { name: nameOf(event), at: event.timeStamp };
      handle(event, recent);
    };
    const entry = { bindings: () => read(), afterPages };
    active.push(entry);
    place.addEventListener('keydown', onKeyDown);
    return () => {
      active.splice(active.indexOf(entry), 1);
      place.removeEventListener('keydown', onKeyDown);
    };
  }, [afterPages]);
}

/** Whether it does something on this screen now. */
export const isBound = (key: KeyName): boolean =>
  active.some((entry) => entry.bindings().some((one) => one.key === key && !one.isOff));

/** The keys that do something on this screen now, the screen's own before those of every screen. */
export function listedKeys(): KeyBinding[] {
  const listed = active
    .toSorted((a, b) => Number(a.afterPages) - Number(b.afterPages))
    .flatMap((one) => one.bindings())
    .filter((one) => one.label && !one.isOff);
  return listed.filter((one, place) => listed.findIndex(({ key }) => key === one.key) === place);
}

/** `Mod+Shift+Enter`, `KeyJ`, `Slash`, `Shift+Slash`. */
export function nameOf(event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): KeyName {
  const held = [(event.ctrlKey || event.metaKey) && 'Mod', event.altKey && 'Alt', event.shiftKey && 'Shift'];
  return [...held.filter(Boolean), event.code === 'NumpadEnter' ? 'Enter' : event.code].join('+');
}

/** How a key is written on the screen: `⇧ R`, `Ctrl ↵`, `G T`, `?`. */
export function keyLabel(name: KeyName): string {
  return name.split(' ').map(pressLabel).join(' ');
}

function pressLabel(press: string): string {
  const parts = press.split('+').map((part) => signs[part] ?? part.replace(/^(Key|Digit)/, ''));
  return characters[press] ?? parts.join(' ');
}

/** What people know by the character, not by the keys that make it. */
const characters: Record<string, string> = { 'Shift+Slash': '?', 'Shift+Digit3': '#' };
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);
const signs: Record<string, string> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  Shift: '⇧',
  Alt: isMac ? '⌥' : 'Alt',
  Enter: '↵',
  Escape: 'Esc',
  Slash: '/',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Space: '␣',
};

function isBusy(target: EventTarget | null, inDialogs: boolean): boolean {
  return isField(target) || (!inDialogs && wasCovered);
}

/** Whether something lay over the page when the key went down: whoever was asked first may have closed it since. */
let wasCovered = false;
if (typeof window !== 'undefined') {
  const look = () => {
    wasCovered = document.querySelector('[role=dialog], [role=menu]') !== null;
  };
  window.addEventListener('keydown', look, { capture: true });
}
