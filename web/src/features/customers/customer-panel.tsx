import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import c from './customer.module.css';
import { Fields } from './customer-fields.tsx';
import { CustomerMenu } from './customer-menu.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { cardQuery } from './customer-queries.ts';
import { CustomerTags } from './customer-tags.tsx';
import { Duplicates } from './duplicates.tsx';
import { ErasedNotice } from './forever-later.tsx';
import { Identities } from './identities.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { useCustomerActions } from './use-customer-actions.ts';

/** What a ticket's side says of its customer, beside their name. */
export function CustomerPanel({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data: card } = useQuery(cardQuery(id));
  const does = useCustomerActions(id);
  const [merging, merge] = useState<number | null>(null);
  if (!card) return null;
  if (card.erasure)
    return (
      <div className={c.panel}>
        <Suspense>
          <ErasedNotice card={card} />
        </Suspense>
      </div>
    );
  const onMerge = card.can.merge ? merge : null;
  return (
    <div className={c.panel}>
      {card.is_blocked === 1 && <p className={c.notice}>{t('customer_page.is_blocked')}</p>}
      <Duplicates id={id} onMerge={onMerge} mayChange={card.can.update} />
      <Fields card={card} does={does} isBrief />
      <Identities identities={card.identities} mayChange={card.can.update} does={does} onMerge={onMerge} />
      <CustomerTags card={card} does={does} />
      <CustomerNotes notes={card.notes} mayChange={card.can.update} does={does} />
      {merging !== null && <MergeDialog card={card} other={merging} does={does} close={() => merge(null)} />}
    </div>
  );
}

/** What concerns them as a whole, behind the name itself. */
export function CustomerMenuOf({ id }: { id: number }) {
  const { data: card } = useQuery(cardQuery(id));
  const does = useCustomerActions(id);
  return card && !card.erasure ? <CustomerMenu card={card} does={does} size={28} /> : null;
}
