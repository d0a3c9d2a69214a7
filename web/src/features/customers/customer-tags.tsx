import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tagsPerCustomerMax } from '#contract/customers.ts';
import { tags } from '#contract/tags.ts';
import { rowsQuery } from '../../api/rows.ts';
import c from './customer.module.css';
import type { CustomerCard } from './customer-queries.ts';
import type { CustomerActions } from './use-customer-actions.ts';

/** What somebody is marked with; the tags are those of tickets. */
export function CustomerTags({ card, does }: { card: CustomerCard; does: CustomerActions }) {
  const { t } = useTranslation();
  const { data } = useQuery(
    rowsQuery(tags, {
      fields: ['id', 'name'],
      conditions: [
        ['company_id', '=', card.company_id],
        ['is_deleted', '=', 0],
      ],
      sort: [['name', 'asc']],
      range: [0, 100],
    }),
  );
  const here = card.tags.map(({ id }) => String(id));
  if (here.length === 0 && !card.can.update) return null;
  const offered = [...card.tags, ...(data?.rows ?? []).filter((one) => !here.includes(String(one.id)))];
  return (
    <section className={c.part}>
      <MultiSelect
        label={t('customer_page.tags')}
        classNames={{ label: c.label ?? '', input: c.inline ?? '' }}
        placeholder={here.length === 0 ? t('customer_page.no_tags') : undefined}
        readOnly={!card.can.update}
        searchable
        hidePickedOptions
        maxValues={tagsPerCustomerMax}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={here}
        onChange={(next) =>
          void does.tag({
            add: next.filter((id) => !here.includes(id)).map(Number),
            remove: here.filter((id) => !next.includes(id)).map(Number),
          })
        }
      />
    </section>
  );
}
