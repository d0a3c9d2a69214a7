import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { avatarUrl } from '../api/avatar.ts';
import c from './parts.module.css';

/** A person: their picture, or initials on a hue of their own. */
export function Face({ name, avatar, size = 24 }: { name: string; avatar?: string | null; size?: number }) {
  return (
    <span
      className={c.face}
      role="img"
      aria-label={name}
      // Drawn, not written: a name stands beside it or in its label.
      data-initials={initials(name)}
      title={name}
      style={{ ...circle(size), '--hue': hueOf(name) } as CSSProperties}
    >
      {avatar && <Picture key={avatar} avatar={avatar} size={size} />}
    </span>
  );
}

/** Over the initials, which stay where it cannot be fetched. */
function Picture({ avatar, size }: { avatar: string; size: number }) {
  const [isGone, setGone] = useState(false);
  if (isGone) return null;
  return <img src={avatarUrl(avatar, size)} alt="" draggable={false} onError={() => setGone(true)} />;
}

type AgentProps = { name: string | null | undefined; avatar?: string | null; size?: number };

/** Who has the ticket; an empty circle with a plus when nobody has. */
export function AgentFace({ name, avatar = null, size = 24 }: AgentProps) {
  const { t } = useTranslation();
  if (name) return <Face name={name} avatar={avatar} size={size} />;
  const unassigned = t('parts.unassigned');
  return (
    <span
      className={`${c.face} ${c.nobody}`}
      role="img"
      aria-label={unassigned}
      title={unassigned}
      style={circle(size, 14)}
    >
      +
    </span>
  );
}

const smallestPx = 9;
function circle(size: number, fontSize = Math.max(smallestPx, size * 0.4)): CSSProperties {
  return { width: size, height: size, fontSize };
}

export function initials(name: string): string {
  const words = name
    .replace(/[^\p{L}\s]/gu, '')
    .split(/\s+/)
    .filter(Boolean);
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? '');
  return letters.join('').toUpperCase() || '#';
}

function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0) * 37, 0) % 360;
}
