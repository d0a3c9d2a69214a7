import { UnstyledButton } from '@mantine/core';
import { IconArrowUp, IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { bulkTicketsMax } from '#contract/tickets.ts';
import { formatNumber } from '../../../i18n/time.ts';
import { countText, type Total } from '../../../ui/count-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useShell } from '../../../ui/shell.tsx';
import { Tip } from '../../../ui/tip.tsx';
import { WhyNot } from '../../../ui/why-not.tsx';
import { WithKey } from '../actions/bar-button.tsx';
import c from './ticket-filter-bar.module.css';
import { TicketFilters } from './ticket-filters.tsx';
import type { TicketSearch } from './ticket-search.ts';

type Props = {
  search: TicketSearch;
  total: Total | null;
  pickedCount: number;
  /** How many match beyond the page, where all of them can be chosen. */
  offered: Total | null;
  isEverything: boolean;
  onEverything: () => void;
  news: number;
  onSearch: (search: TicketSearch) => void;
  onClear: () => void;
  onRelease: () => void;
};

/** What is being looked at and how much of it; with a selection, how much is picked. Always 44 px. */
export const TicketFilterBar = memo(function TicketFilterBar(props: Props) {
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
          <WhyNot
            reason={
              offered.isCapped || offered.count > bulkTicketsMax
                ? t('tickets.too_many_for_all', { max: formatNumber(bulkTicketsMax) })
                : undefined
            }
          >
            <UnstyledButton data-thumb className={c.clear} onClick={onEverything}>
              {t('tickets.select_all_matching', { total: countText(offered) })}
            </UnstyledButton>
          </WhyNot>
        )}
        <UnstyledButton data-thumb className={c.clear} onClick={onClear}>
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
          <Tip label={<WithKey name={t('tickets.reload')} of="Shift+KeyR" />}>
            <UnstyledButton className={c.fresh} onClick={onRelease}>
              <Icon of={IconArrowUp} size={14} />
              {t('tickets.news', { count: news })}
            </UnstyledButton>
          </Tip>
        )}
      </span>
      <i className={c.gap} />
    </div>
  );
});

/** Where it is narrow the title opens the views. */
function Title({ search, total }: Pick<Props, 'search' | 'total'>) {
  const { t } = useTranslation();
  const { openViews } = useShell();
  const name = t(`tickets.views.${search.view ?? 'open'}`);
  return (
    <h1 className={c.title}>
      <span className={c.plain}>{name}</span>
      <UnstyledButton className={c.opener} onClick={openViews} aria-haspopup="dialog">
        {name}
        <Icon of={IconChevronDown} size={16} />
      </UnstyledButton>
      <small>{total && countText(total)}</small>
    </h1>
  );
}
