import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconArrowUp, IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/time.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useShell } from '../../../ui/shell.tsx';
import c from './ticket-filter-bar.module.css';
import { TicketFilters } from './ticket-filters.tsx';
import { pageSizes, rangeOf, type TicketSearch } from './ticket-views.ts';

type Props = {
  search: TicketSearch;
  total: { count: number; isCapped: boolean } | null;
  pickedCount: number;
  /** How many match beyond the page, where all of them can be chosen. */
  offered: { count: number; isCapped: boolean } | null;
  isEverything: boolean;
  onEverything: () => void;
  news: number;
  onSearch: (search: TicketSearch) => void;
  onClear: () => void;
  onRelease: () => void;
};

/** What is being looked at and how much of it; with a selection, how much is picked. Always 44 px. */
export function TicketFilterBar(props: Props) {
  const { search, pickedCount, offered, isEverything, news, onEverything, onClear, onRelease } = props;
  const { t } = useTranslation();
  if (pickedCount > 0) {
    return (
      <div className={c.bar} data-picking>
        <h1 className={c.title} aria-live="polite">
          {isEverything && offered
            ? t('tickets.all_selected', { total: countText(offered) })
            : t('tickets.selected', { count: pickedCount })}
        </h1>
        {offered && !isEverything && (
          <UnstyledButton className={c.clear} onClick={onEverything}>
            {t('tickets.select_all_matching', { total: countText(offered) })}
          </UnstyledButton>
        )}
        <UnstyledButton className={c.clear} onClick={onClear}>
          {t('tickets.clear')}
        </UnstyledButton>
      </div>
    );
  }
  return (
    <div className={c.bar}>
      <Title search={search} total={props.total} />
      <TicketFilters search={search} onSearch={props.onSearch} />
      <i className={c.gap} />
      <span role="status" className={c.news}>
        {news > 0 && (
          <UnstyledButton className={c.fresh} onClick={onRelease}>
            <Icon of={IconArrowUp} size={14} />
            {t('tickets.news', { count: news })}
          </UnstyledButton>
        )}
      </span>
      <i className={c.gap} />
      <Pager {...props} />
    </div>
  );
}

/** On a phone the title opens the views. */
function Title({ search, total }: Pick<Props, 'search' | 'total'>) {
  const { t } = useTranslation();
  const { openViews } = useShell();
  const name = t(`tickets.views.${search.view ?? 'open'}`);
  return (
    <h1 className={c.title}>
      <span className={c.wide}>{name}</span>
      <UnstyledButton className={c.phone} onClick={openViews} aria-haspopup="dialog">
        {name}
        <Icon of={IconChevronDown} size={16} />
      </UnstyledButton>
      <small>{total && countText(total)}</small>
    </h1>
  );
}

function Pager({ search, total, onSearch }: Pick<Props, 'search' | 'total' | 'onSearch'>) {
  const { t } = useTranslation();
  const { page = 1, size = pageSizes[0] } = search;
  const [from, to] = rangeOf(search);
  const count = total?.count ?? 0;
  const turn = (to: number) => onSearch({ ...search, page: to });
  const span = { from: from + 1, to: Math.min(to, count), total: total ? countText(total) : '' };
  return (
    <>
      {count > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <UnstyledButton className={`${c.text} ${c.wide}`}>
              {t('tickets.span', span)}
              <span className="sr">{t('tickets.page_size', { size })}</span>
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('tickets.rows_per_page')}</Menu.Label>
            {pageSizes.map((of) => (
              <Menu.Item key={of} aria-current={of === size} onClick={() => onSearch({ ...search, size: of, page: 1 })}>
                {of}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ActionIcon
        size={28}
        aria-label={t('tickets.previous_page')}
        disabled={page === 1}
        bg="transparent"
        onClick={() => turn(page - 1)}
      >
        <Icon of={IconChevronLeft} size={16} />
      </ActionIcon>
      <ActionIcon
        size={28}
        aria-label={t('tickets.next_page')}
        disabled={to >= count}
        bg={to >= count ? 'transparent' : undefined}
        onClick={() => turn(page + 1)}
      >
        <Icon of={IconChevronRight} size={16} />
      </ActionIcon>
    </>
  );
}

/** `353`, and `10,000+` where nobody counts further. */
const countText = ({ count, isCapped }: { count: number; isCapped: boolean }) =>
  `${formatNumber(count)}${isCapped ? '+' : ''}`;
