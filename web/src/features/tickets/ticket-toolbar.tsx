import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconChevronDown,
  IconCircleCheck,
  IconRefresh,
  IconRotate,
  IconSquare,
  IconSquareMinus,
  IconTrash,
  IconTrashOff,
  IconUserPlus,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { type Glyph, Icon } from '../../ui/icon.tsx';
import { keyLabel } from '../../ui/keys.ts';
import { Key } from '../../ui/small-parts.tsx';
import { WhyNot } from '../../ui/why-not.tsx';
import { AssignMenu } from './assign-menu.tsx';
import type { Ticket } from './ticket-queries.ts';
import c from './ticket-toolbar.module.css';
import type { View } from './ticket-views.ts';
import type { Person } from './use-ticket-actions.ts';

/** What can be done with picked tickets, by view, in the order the toolbar has it. */
export const actionsIn = (view: View): readonly BarAction[] =>
  view === 'trash' ? ['restore'] : [view === 'resolved' ? 'reopen' : 'resolve', 'assign', 'trash'];
export type BarAction = 'resolve' | 'reopen' | 'assign' | 'trash' | 'restore';
export const barKeys: Record<BarAction, string> = {
  resolve: 'KeyE',
  reopen: 'KeyE',
  assign: 'KeyA',
  trash: 'Shift+Digit3',
  restore: 'Shift+Digit3',
};
export const selections = ['all', 'none', 'opened', 'closed'] as const;
export type Selection = (typeof selections)[number];

const glyphs: Record<BarAction, Glyph> = {
  resolve: IconCircleCheck,
  reopen: IconRotate,
  assign: IconUserPlus,
  trash: IconTrash,
  restore: IconTrashOff,
};

type Props = {
  /** What the role may not do stands there, and says so. */
  isDenied: (action: BarAction) => boolean;
  actions: readonly BarAction[];
  picked: readonly Ticket[];
  isReloading: boolean;
  assigning: boolean;
  setAssigning: (opened: boolean) => void;
  onSelect: (which: Selection) => void;
  onReload: () => void;
  onAct: (action: Exclude<BarAction, 'assign'>) => void;
  onAssign: (to: Person | null) => void;
};

/** Select and reload; then the actions, which stand asleep in place and wake with a selection. */
export function TicketToolbar(props: Props) {
  const { actions, picked, isReloading, isDenied, onSelect, onReload } = props;
  const { t } = useTranslation();
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
      <Tooltip label={<WithKey name={t('tickets.reload')} of="Shift+KeyR" />}>
        <UnstyledButton
          className={`${c.act} ${c.reload}`}
          aria-label={t('tickets.reload')}
          data-turning={isReloading || undefined}
          onClick={onReload}
        >
          <Icon of={IconRefresh} />
        </UnstyledButton>
      </Tooltip>
      <i className={c.rule} />
      {actions.map((action) =>
        action === 'assign' ? (
          <AssignButton key={action} {...props} />
        ) : (
          <BarButton
            key={action}
            action={action}
            isDenied={isDenied(action)}
            isAsleep={picked.length === 0}
            onClick={() => props.onAct(action)}
          />
        ),
      )}
    </div>
  );
}

function AssignButton({ picked, isDenied, assigning, setAssigning, onAssign }: Props) {
  const companyId = picked[0]?.company_id ?? 0;
  return (
    <AssignMenu
      companyId={companyId}
      isAssigned={picked.some((ticket) => ticket.assignee_id !== null)}
      opened={assigning && picked.length > 0}
      setOpened={setAssigning}
      onChoose={onAssign}
    >
      <BarButton
        action="assign"
        isDenied={isDenied('assign')}
        isAsleep={picked.length === 0}
        aria-haspopup="listbox"
        aria-expanded={assigning}
        onClick={() => setAssigning(!assigning)}
      />
    </AssignMenu>
  );
}

type BarButtonProps = { action: BarAction; isAsleep: boolean; isDenied: boolean } & ComponentProps<'button'>;

/** Asleep it keeps its place and its focus, and its tooltip says what it waits for. */
function BarButton({ action, isAsleep, isDenied, onClick, ref, ...rest }: BarButtonProps) {
  const { t } = useTranslation();
  const name = t(`tickets.act.${action}`);
  const reason = isDenied ? t('why_not.role') : isAsleep ? t('tickets.select_first', { action: name }) : undefined;
  return (
    <span className={c.wrap} data-asleep={isAsleep || undefined}>
      <WhyNot reason={reason} label={<WithKey name={name} of={barKeys[action]} />}>
        <UnstyledButton {...rest} ref={ref} className={c.act} aria-label={name} onClick={onClick}>
          <Icon of={glyphs[action]} />
          <span>{name}</span>
        </UnstyledButton>
      </WhyNot>
    </span>
  );
}

function WithKey({ name, of }: { name: string; of: string }) {
  return (
    <>
      {name} <Key>{keyLabel(of)}</Key>
    </>
  );
}
