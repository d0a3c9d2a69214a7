import { useTranslation } from 'react-i18next';
import c from './ticket-list.module.css';

const ghosts = Array.from({ length: 15 }, (_, at) => at);

/** Rows on their way, on the rows' own grid. */
export function TicketGhosts() {
  const { t } = useTranslation();
  return (
    <div className={c.list} role="status" aria-label={t('tickets.loading')} style={{ overflow: 'hidden' }}>
      {ghosts.map((at) => (
        <div key={at} className={c.ghost}>
          <i className={c.bone} style={{ width: 18, height: 18, marginLeft: 40 }} />
          <span>
            <i className={c.bone} style={{ width: 90 + ((at * 37) % 60) }} />
            <i className={c.bone} style={{ width: 72 }} />
          </span>
          <span>
            <i className={c.bone} style={{ width: `${30 + ((at * 17) % 28)}%` }} />
            <i className={c.bone} style={{ width: `${44 + ((at * 23) % 36)}%` }} />
          </span>
          <i className={c.bone} style={{ width: 24, height: 24, borderRadius: 12 }} />
          <i className={c.bone} />
        </div>
      ))}
    </div>
  );
}
