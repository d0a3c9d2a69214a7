import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiBase } from '../../api/send.ts';
import { isBound, type KeyName, nameOf } from '../../ui/keys.ts';
import c from './letter-frame.module.css';

const firstHeightPx = 80;
/** A mail that says it is a kilometre long scrolls inside its frame. */
const heightMaxPx = 20_000;

type Props = { id: number; from: string; showImages: boolean; showQuote: boolean };

/** A mail's own HTML in a document of its own: no scripts of ours, no cookies, no way out but its links. */
export function LetterFrame({ id, from, showImages, showQuote }: Props) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const ledAt = useRef(Number.NEGATIVE_INFINITY);
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [height, setHeight] = useState(firstHeightPx);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow) return;
      const told = heightTold(data, id);
      if (told !== null) setHeight(told);
      const key = keyTold(data, id);
      if (key === null) return;
      const keys = keysFor(key, performance.now() - ledAt.current < inTurnMs, isBound);
      ledAt.current = key === 'KeyG' ? performance.now() : Number.NEGATIVE_INFINITY;
      // What is typed behind it is for what it opens.
      if (keys.length > 0) frame.current?.blur();
      for (const each of keys) document.dispatchEvent(pressOf(each));
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [id]);
  const query = new URLSearchParams({ theme, images: showImages ? '1' : '0', quoted: showQuote ? '1' : '0' });
  return (
    <iframe
      ref={frame}
      className={c.frame}
      title={t('thread.frame', { name: from })}
      src={`${apiBase}messages/${id}/frame?${query}`}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      style={{ height }}
    />
  );
}

/** The height a frame reports, or null when it says anything else: what is inside it was written by a stranger. */
export function heightTold(data: unknown, id: number): number | null {
  if (typeof data !== 'object' || data === null) return null;
  const { parleyFrame, height } = data as Record<string, unknown>;
  if (parleyFrame !== id || typeof height !== 'number' || !Number.isFinite(height) || height < 0) return null;
  return Math.min(Math.ceil(height), heightMaxPx);
}

/** Keys that move about and change nothing: whatever a frame claims, no ticket is resolved by it. */
const passedOn: ReadonlySet<KeyName> = new Set([
  ...['KeyJ', 'KeyK', 'KeyR', 'KeyN', 'Escape'],
  ...['Slash', 'Shift+Slash', 'Mod+KeyK'],
]);
const inTurnMs = 1_000;

/** The key that a frame says was pressed inside it, or null when it says anything else. */
export function keyTold(data: unknown, id: number): KeyName | null {
  if (typeof data !== 'object' || data === null) return null;
  const { parleyFrame, code, ctrlKey, shiftKey } = data as Record<string, unknown>;
  if (parleyFrame !== id || typeof code !== 'string') return null;
  return nameOf({ code, ctrlKey: ctrlKey === true, shiftKey: shiftKey === true, metaKey: false, altKey: false });
}

/**
 * What may pass of a key pressed inside a frame. A letter behind G does, together with it, where both lead somewhere: alone
 * the same letter may change the ticket.
 */
export function keysFor(key: KeyName, isAfterG: boolean, leads: (keys: KeyName) => boolean): KeyName[] {
  if (isAfterG && leads(`KeyG ${key}`)) return ['KeyG', key];
  return passedOn.has(key) ? [key] : [];
}

function pressOf(key: KeyName): KeyboardEvent {
  const held = key.split('+');
  return new KeyboardEvent('keydown', {
    code: held.at(-1) ?? '',
    ctrlKey: held.includes('Mod'),
    shiftKey: held.includes('Shift'),
    bubbles: true,
    cancelable: true,
  });
}
