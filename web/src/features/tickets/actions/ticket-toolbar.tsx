import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconChevronDown,
  IconPencilPlus,
  IconRefresh,
  IconSearch,
  IconSquare,
  IconSquareMinus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/self.ts';
import { Icon } from '../../../ui/icon.tsx';
import { keyLabel } from '../../../ui/keys.ts';
import { Key } from '../../../ui/small-parts.tsx';
import { Tip } from '../../../ui/tip.tsx';
import { BarButton, WithKey } from './bar-button.tsx';
import { MenuButton, type MenuProps } from './menu-button.tsx';
import c from './ticket-toolbar.module.css';
import {
  type BarAction,
  forAll,
  mergedTogetherMax,
  opensMenu,
  type PlainAction,
  type Selection,
  selections,
  whyNotMerged,
} from './toolbar-actions.ts';

type Props = MenuProps & {
  actions: readonly BarAction[];
  isReloading: boolean;
  onSelect: (which: Selection) => void;
  onReload: () => void;
  onAct: (action: PlainAction) => void;
  /** In the place of the way to the search. */
  end?: ReactNode;
};

/** Select and reload; then the actions, which stand asleep in place and wake with a selection. */
export const TicketToolbar = memo(function TicketToolbar(props: Props) {
  const { actions, picked, isReloading, isDenied, onSelect, onReload } = props;
  const { t } = useTranslation();
  const mayWrite = useMay('messages.create');
  const whyNotTogether = whyNotMerged(picked);
  return (
    <div
      className={c.bar}
      data-picking={picked.length > 0 || undefined}
      role="toolbar"
      aria-label={t('tickets.toolbar')}
    >
      <Menu position="bottom-start">
        <Menu.Target>
          <UnstyledButton className={c.act} aria-label={t('tickets.select')}>
            <Icon of={picked.length > 0 ? IconSquareMinus : IconSquare} />
            <Icon of={IconChevronDown} size={14} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {selections.map((which) => (
            <Menu.Item key={which} onClick={() => onSelect(which)}>
              {t(`tickets.selection.${which}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Tip label={<WithKey name={t('tickets.reload')} of="Shift+KeyR" />}>
        <UnstyledButton
          className={`${c.act} ${c.reload}`}
          aria-label={t('tickets.reload')}
          data-turning={isReloading || undefined}
          onClick={onReload}
        >
          <Icon of={IconRefresh} />
        </UnstyledButton>
      </Tip>
      {mayWrite && (
        <Tip label={<WithKey name={t('tickets.compose')} of="KeyC" />}>
          <Link to="/compose" search={{}} className={c.act} aria-label={t('tickets.compose')}>
            <Icon of={IconPencilPlus} />
          </Link>
        </Tip>
      )}
      <i className={c.rule} />
      {actions.map((action) =>
        opensMenu(action) ? (
          <MenuButton key={action} action={action} {...props} />
        ) : (
          <BarButton
            key={action}
            action={action}
            count={props.count}
            isDenied={isDenied(action)}
            isAsleep={picked.length < (action === 'merge' ? 2 : 1)}
            reason={
              props.isForAll && !forAll[action]
                ? t('tickets.not_for_all')
                : action === 'merge' && whyNotTogether
                  ? t(`tickets.${whyNotTogether}`, { max: mergedTogetherMax })
                  : undefined
            }
            onClick={() => props.onAct(action)}
          />
        ),
      )}
      {props.end ?? <SearchLink />}
    </div>
  );
});

/** It looks like the field that it leads to. */
function SearchLink() {
  const { t } = useTranslation();
  return (
    <Link to="/tickets" search={{ search: '' }} className={c.search} aria-label={t('shell.search')}>
      <Icon of={IconSearch} size={16} />
      <span>{t('shell.search')}</span>
      <Key>{keyLabel('Slash')}</Key>
    </Link>
  );
}
