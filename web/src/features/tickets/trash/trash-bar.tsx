import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { trashDays } from '#contract/tickets.ts';
import { mayDo, useMay, useSelf } from '../../../api/self.ts';
import { WhyNot } from '../../../ui/why-not.tsx';
import { countersQuery, type Ticket } from '../ticket-queries.ts';
import { purge, purgeAll } from './purge.ts';
import c from './trash-bar.module.css';

/** Above the trash: how long things stay, and the way to be rid of them at once. */
export function TrashBar({ picked, onGone }: { picked: readonly Ticket[]; onGone: (ids: readonly number[]) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const self = useSelf();
  const { data } = useQuery(countersQuery);
  const mayPurge = useMay('tickets.purge');
  const count = data?.views.trash ?? 0;
  const mine = self.companies.filter(({ id }) => mayDo(self, 'tickets.purge', id)).map(({ id }) => id);
  const reason = mayPurge ? undefined : t('why_not.role');
  if (picked.length > 0) {
    const ids = picked.map((row) => row.id);
    return (
      <div className={c.bar}>
        <WhyNot reason={reason}>
          <Button variant="default" size="xs" onClick={() => void purge(client, ids, () => onGone(ids))}>
            {t('forever.tickets.picked', { count: ids.length })}
          </Button>
        </WhyNot>
      </div>
    );
  }
  if (count === 0) return null;
  return (
    <div className={c.bar}>
      <span>{t('forever.trash.stays', { count: trashDays })}</span>
      <WhyNot reason={reason}>
        <Button variant="default" size="xs" onClick={() => void purgeAll(client, mine, count)}>
          {t('forever.trash.empty')}
        </Button>
      </WhyNot>
    </div>
  );
}
