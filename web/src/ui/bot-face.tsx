import type { Messenger } from '#contract/integrations.ts';
import { apiBase } from '../api/send.ts';
import c from './bot-face.module.css';
import { MessengerIcon } from './messenger-icon.tsx';

type Bot = { messenger: Messenger; picture: string | null };

/** A bot as its messenger shows it; until it was asked, the messenger's mark. */
export function BotFace({ of, size = 24 }: { of: Bot; size?: number }) {
  return (
    <span className={c.face} style={{ width: size, height: size }}>
      <MessengerIcon of={of.messenger} size={Math.round(size * 0.66)} />
      {of.picture && <img src={`${apiBase}${of.picture}`} alt="" draggable={false} />}
    </span>
  );
}
