import { useTranslation } from 'react-i18next';
import type { Watcher } from '#contract/realtime.ts';
import { Face } from '../face.tsx';
import c from './others-here.module.css';
import { doingOf, useOthersAt } from './watchers-store.ts';

type Props = {
  ticketId: number;
  me: number;
  size?: number;
  /** More are a number. */
  max?: number;
};

/** The faces of colleagues who are at a ticket now, in the ring of the living; who writes has a fuller one. */
export function OthersHere({ ticketId, me, size = 18, max = 2 }: Props) {
  const { t } = useTranslation();
  const others = useOthersAt(ticketId, me);
  if (others.length === 0) return null;
  const shown = others.slice(0, others.length > max ? max - 1 : max);
  return (
    <span
      className={c.faces}
      role="img"
      aria-label={others.map((one) => t(`together.${doingOf(one)}`, { name: one.name })).join(', ')}
    >
      {shown.map((one) => (
        <Living key={`${one.is_visitor}-${one.id}`} who={one} size={size} />
      ))}
      {others.length > shown.length && <span className={c.more}>+{others.length - shown.length}</span>}
    </span>
  );
}

function Living({ who, size }: { who: Watcher; size: number }) {
  const { t } = useTranslation();
  return (
    <span
      className={c.living}
      data-writes={who.doing !== 'reading' || undefined}
      title={t(`together.${doingOf(who)}`, { name: who.name })}
    >
      <Face name={who.name} avatar={who.avatar} size={size} />
    </span>
  );
}
