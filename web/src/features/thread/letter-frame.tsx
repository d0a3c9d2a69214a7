import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiBase } from '../../api/send.ts';
import c from './letter-frame.module.css';

const firstHeightPx = 80;
/** A mail that says it is a kilometre long scrolls inside its frame. */
const heightMaxPx = 20_000;

type Props = { id: number; from: string; showImages: boolean; showQuote: boolean };

/** A mail's own HTML in a document of its own: no scripts of ours, no cookies, no way out but its links. */
export function LetterFrame({ id, from, showImages, showQuote }: Props) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [height, setHeight] = useState(firstHeightPx);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow) return;
      const told = heightTold(data, id);
      if (told !== null) setHeight(told);
      const code = keyTold(data, id);
      if (code !== null)
        document.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true }));
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
const passedOn: ReadonlySet<string> = new Set(['KeyJ', 'KeyK', 'KeyR', 'KeyN', 'Escape']);

/** The key that was pressed inside a frame, or null when it is none that may pass. */
export function keyTold(data: unknown, id: number): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const { parleyFrame, code } = data as Record<string, unknown>;
  return parleyFrame === id && typeof code === 'string' && passedOn.has(code) ? code : null;
}
