import { useTranslation } from 'react-i18next';
import c from './ticket-list.module.css';

const ghosts = Array.from({ length: 15 }, (_, at) => at);

/** Rows on their way, on the rows' own grid. */
export function TicketGhosts() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('tickets.loading')} className={c.waiting}>
      {ghosts.map((at) => (
        <div key={at} className={c.ghost}>
          <Bones seed={at} />
        </div>
      ))}
    </div>
  );
}

/** One that somebody scrolled to before it was there. */
export function GhostRow({ top, seed }: { top: number; seed: number }) {
  return (
    <li aria-hidden="true" className={`${c.ghost} ${c.placed}`} style={{ top }}>
      <Bones seed={seed % ghosts.length} />
    </li>
  );
}

function Bones({ seed }: { seed: number }) {
  return (
    <>
      <i className={c.bone} style={{ width: 18, height: 18, marginLeft: 40 }} />
      <span>
        <i className={c.bone} style={{ width: 90 + ((seed * 37) % 60) }} />
        <i className={c.bone} style={{ width: 72 }} />
      </span>
      <span>
        <i className={c.bone} style={{ width: `${30 + ((seed * 17) % 28)}%` }} />
        <i className={c.bone} style={{ width: `${44 + ((seed * 23) % 36)}%` }} />
      </span>
      <i className={c.bone} style={{ width: 24, height: 24, borderRadius: 12 }} />
      <i className={c.bone} />
    </>
  );
}
