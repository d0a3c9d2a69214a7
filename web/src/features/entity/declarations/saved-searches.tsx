import { IconFilterStar, IconInbox } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { savedSearches } from '#contract/saved-searches.ts';
import { mayDo } from '../../../api/self.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { MenuItemLink } from '../../../ui/menu-item-link.tsx';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { textOf } from '../form-values.ts';
import { byCompany } from '../list-filter.ts';
import { SearchAside } from '../saved-searches/search-aside.tsx';
import { SharedField, SharedMark } from '../shared-mark.tsx';

/** Searches are made where they are used, above the list of tickets. */
export const declaration = declare(savedSearches, {
  icon: IconFilterStar,
  defaultSort: 'position',
  title: (row) => row.name,
  filters: [byCompany],
  isMadeAmongTickets: true,
  mayChange: (who, row) =>
    mayDo(who, 'saved-searches.update', row.company_id) &&
    (row.is_shared === 0 || mayDo(who, 'saved-searches.share', row.company_id)),
  columns: [
    { name: 'name', sort: 'name', cell: (row) => <b>{row.name}</b> },
    { name: 'owner', cell: (row) => row.users.name, isDim: true, onPhone: 'second' },
    companyColumn(),
    { name: 'shared', sort: 'is_shared', cell: (row) => <SharedMark isShared={row.is_shared === 1} />, onPhone: 'end' },
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true },
  ],
  form: [
    {
      part: 'main',
      fields: [
        { name: 'name', kind: 'text', isWide: true },
        {
          name: 'is_shared',
          kind: 'custom',
          isWide: true,
          render: (props) => <SharedField {...props} />,
          show: (value) => <SharedMark isShared={textOf(value) === '1'} />,
        },
      ],
    },
  ],
  menu: (row) => <ShowTickets query={row.query} />,
  aside: (row) => <SearchAside of={row} />,
});

function ShowTickets({ query }: Pick<Row<typeof savedSearches>, 'query'>) {
  const { t } = useTranslation();
  return (
    <MenuItemLink to="/tickets" search={query} leftSection={<Icon of={IconInbox} size={16} />}>
      {t('searches.show')}
    </MenuItemLink>
  );
}
