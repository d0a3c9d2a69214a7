import { useTranslation } from 'react-i18next';
import { tagsPerCustomerMax } from '#contract/customers.ts';
import { tags } from '#contract/tags.ts';
import { OfferedMultiSelect } from '../../ui/offered/offered-select.tsx';
import { named } from '../../ui/offered/reference.ts';
import c from './customer.module.css';
import type { CustomerCard } from './customer-queries.ts';
import type { CustomerActions } from './use-customer-actions.ts';

const toTag = named(tags);

/** What somebody is marked with; the tags are those of tickets. */
export function CustomerTags({ card, does }: { card: CustomerCard; does: CustomerActions }) {
  const { t } = useTranslation();
  const here = card.tags.map(({ id }) => id);
  if (here.length === 0 && !card.can.update) return null;
  return (
    <section className={c.part}>
      <OfferedMultiSelect
        label={t('customer_page.tags')}
        classNames={{ label: c.label ?? '', input: c.inline ?? '' }}
        placeholder={here.length === 0 ? t('customer_page.no_tags') : undefined}
        readOnly={!card.can.update}
        maxValues={tagsPerCustomerMax}
        to={toTag}
        companyId={card.company_id}
        isAsked={card.can.update}
        known={card.tags}
        value={here}
        onChange={(next) =>
          void does.tag({
            add: next.filter((id) => !here.includes(id)),
            remove: here.filter((id) => !next.includes(id)),
          })
        }
      />
    </section>
  );
}
