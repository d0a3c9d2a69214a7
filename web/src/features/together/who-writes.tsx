import { useTranslation } from 'react-i18next';
import { Face } from '../../ui/face.tsx';
import { doingOf, useOthersAt } from '../../ui/together/watchers-store.ts';
import c from './who-writes.module.css';

/** Over the lower edge of the thread while a colleague writes: two people do not answer one customer. */
export function WhoWrites({ ticketId, me }: { ticketId: number; me: number }) {
  const { t } = useTranslation();
  const writing = useOthersAt(ticketId, me).filter((one) => one.doing !== 'reading');
  const [first] = writing;
  return (
    <div className={c.place} role="status">
      {first && (
        <span className={c.strip} data-note={writing.every((one) => one.doing === 'noting') || undefined}>
          <Face name={first.name} avatar={first.avatar} size={18} />
          {writing.length === 1
            ? t(`together.${doingOf(first)}`, { name: first.name })
            : t('together.several_write', { name: first.name, count: writing.length - 1 })}
        </span>
      )}
    </div>
  );
}
