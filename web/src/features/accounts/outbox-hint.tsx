import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { findOutbox } from '#contract/recovery.ts';
import { callQuery } from '../../api/call.ts';
import c from './door.module.css';

/** Without a mail server nothing arrives: whoever tries Parley on their own machine is told where the letters are. */
export function OutboxHint() {
  const { t } = useTranslation();
  const { data } = useQuery({ ...callQuery(findOutbox, {}), staleTime: Number.POSITIVE_INFINITY });
  if (!data?.path) return null;
  return (
    <p className={c.hint} role="note" aria-label={t('recovery.outbox_label')}>
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
    </p>
  );
}
