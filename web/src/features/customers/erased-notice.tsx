import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay, useSelf } from '../../api/self.ts';
import { apiBase } from '../../api/send.ts';
import { dayWithin } from '../../i18n/time.ts';
import type { CustomerCard } from './customer-queries.ts';
import c from './forever.module.css';

/** What is left of somebody: that they were forgotten, by whom, and the receipt. */
export function ErasedNotice({ card }: { card: CustomerCard }) {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const mayErase = useMay('customers.erase', card.company_id);
  if (!card.erasure) return null;
  const { asked_by: who, asked_at, done_at } = card.erasure;
  const receipt = `${apiBase}customers/${card.id}/receipt`;
  return (
    <section className={c.erased} aria-label={t('forever.erased.title')}>
      <b>{t('forever.erased.title')}</b>
      <p role="status">
        {done_at === null
          ? t('forever.erased.under_way', { who })
          : t('forever.erased.done', { who, day: dayWithin(asked_at) })}
      </p>
      {mayErase && done_at !== null && (
        <div className={c.buttons}>
          <Button
            component="a"
            variant="default"
            size="xs"
            href={`${receipt}?in=${settings.language}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('forever.erased.receipt')}
          </Button>
          <Button component="a" variant="subtle" color="gray" size="xs" href={`${receipt}?as=json`} download>
            {t('forever.erased.download')}
          </Button>
        </div>
      )}
    </section>
  );
}
