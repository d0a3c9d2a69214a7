import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { findOutbox } from '#contract/recovery.ts';
import { callQuery } from '../../api/call.ts';
import c from './door.module.css';

/**
 * Without a mail server nothing arrives: whoever tries Parley on their own machine is told where the letters are. They may
 * be on their way back from the link that the start printed: from then on they are led there.
 */
export function OutboxHint() {
  const { t } = useTranslation();
  const { data } = useQuery({ ...callQuery(findOutbox, {}), staleTime: 0 });
  if (!data?.path && !data?.is_printed) return null;
  return (
    <p className={c.hint} role="note" aria-label={t('recovery.outbox_label')}>
      {data.path ? (
        <Trans
          i18nKey="recovery.outbox"
          components={{
            a: (
              <a href={data.path} target="_blank" rel="noreferrer">
                {/* filled by the translation */}
              </a>
            ),
          }}
        />
      ) : (
        t('recovery.outbox_printed')
      )}
    </p>
  );
}
