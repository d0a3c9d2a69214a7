import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconArrowMerge,
  IconBan,
  IconBookmark,
  IconChevronDown,
  IconCircleCheck,
  IconClockPause,
  IconMailCheck,
  IconPencilPlus,
  IconRefresh,
  IconRotate,
  IconSearch,
  IconSquare,
  IconSquareMinus,
  IconTag,
  IconTrash,
  IconTrashOff,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { SnoozeChoice } from '#contract/snoozes.ts';
import { type Glyph, Icon } from '../../../ui/icon.tsx';
import { keyLabel } from '../../../ui/keys.ts';
import { Key } from '../../../ui/small-parts.tsx';
import { SnoozePicker } from '../../../ui/snooze/snooze-picker.tsx';
import { WhenOpened } from '../../../ui/when-opened.tsx';
import { WhyNot } from '../../../ui/why-not.tsx';
import type { Ticket } from '../ticket-queries.ts';
import type { View } from '../views/ticket-views.ts';
import type { Label } from './label-picker.tsx';
import type { Tag, TagInUse } from './tag-picker.tsx';
import c from './ticket-toolbar.module.css';
import type { Assignee } from './use-ticket-actions.ts';

/** What can be done with picked tickets, by view, in the order the toolbar has it. */
export const actionsIn = (view: View): readonly BarAction[] =>
  view === 'trash'
    ? ['restore']
    : view === 'spam'
      ? ['notSpam', 'trash']
      : [
          view === 'resolved' ? 'reopen' : 'resolve',
          'assign',
          // What is resolved is done with: it is opened first.
          ...(view === 'resolved' ? [] : (['snooze'] as const)),
          'tag',
          'label',
          'merge',
          'spam',
          'trash',
        ];
/** These open a menu, and what is chosen there is done. */
const menus = ['assign', 'snooze', 'tag', 'label'] as const;
export type BarMenu = (typeof menus)[number];
export type PlainAction = 'resolve' | 'reopen' | 'merge' | 'spam' | 'notSpam' | 'trash' | 'restore';
export type BarAction = PlainAction | BarMenu;
export const opensMenu = (action: BarAction): action is BarMenu => menus.some((one) => one === action);
export const barKeys: Record<BarAction, string> = {
  resolve: 'KeyE',
  reopen: 'KeyE',
  assign: 'KeyA',
  snooze: 'KeyS',
  tag: 'KeyT',
  label: 'KeyL',
  spam: 'Shift+Digit1',
  notSpam: 'Shift+Digit1',
  merge: 'KeyM',
  trash: 'Shift+Digit3',
  restore: 'Shift+Digit3',
};
export const selections = ['all', 'none', 'opened', 'closed'] as const;
export type Selection = (typeof selections)[number];

const glyphs: Record<BarAction, Glyph> = {
  resolve: IconCircleCheck,
  reopen: IconRotate,
  assign: IconUserPlus,
  snooze: IconClockPause,
  tag: IconTag,
  label: IconBookmark,
  spam: IconBan,
  notSpam: IconMailCheck,
  merge: IconArrowMerge,
  trash: IconTrash,
  restore: IconTrashOff,
};

type Props = {
  /** What the role may not do stands there, and says so. */
  isDenied: (action: BarAction) => boolean;
  /** Everything that matches is meant: what no job does waits for a smaller selection. */
  isForSome: boolean;
  actions: readonly BarAction[];
  picked: readonly Ticket[];
  isReloading: boolean;
  /** Which of the menus is open. */
  menu: BarMenu | null;
  setMenu: (menu: BarMenu | null) => void;
  onSelect: (which: Selection) => void;
  onReload: () => void;
  onAct: (action: PlainAction) => void;
  onAssign: (to: Assignee | null) => void;
  onTag: (tag: Tag) => void;
  onUntag: (tag: Tag) => void;
  onNewTag: (name: string) => void;
  onLabel: (to: Label | null) => void;
  onSnooze: (until: SnoozeChoice) => void;
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
      <Tooltip label={<WithKey name={t('tickets.compose')} of="KeyC" />}>
        <Link to="/compose" search={{}} className={c.act} aria-label={t('tickets.compose')}>
          <Icon of={IconPencilPlus} />
        </Link>
      </Tooltip>
      <i className={c.rule} />
      {actions.map((action) =>
        opensMenu(action) ? (
          <MenuButton key={action} action={action} {...props} />
        ) : (
          <BarButton
            key={action}
            action={action}
            isDenied={isDenied(action)}
            isAsleep={picked.length < (action === 'merge' ? 2 : 1)}
            reason={
              props.isForSome && action !== 'resolve' && action !== 'trash'
                ? t('tickets.not_for_all')
                : action === 'merge' && isMixedUp(picked)
                  ? t('tickets.several_companies')
                  : undefined
            }
            onClick={() => props.onAct(action)}
          />
        ),
      )}
      <SearchLink />
    </div>
  );
}

// What is searched by typing is fetched when somebody searches: the list does not wait for it.
const AssignMenu = lazy(async () => ({ default: (await import('./assign-menu.tsx')).AssignMenu }));
const LabelPicker = lazy(async () => ({ default: (await import('./label-picker.tsx')).LabelPicker }));
const TagPicker = lazy(async () => ({ default: (await import('./tag-picker.tsx')).TagPicker }));
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

function MenuButton({ action, ...props }: Props & { action: BarMenu }) {
  const { picked, menu, setMenu, isDenied } = props;
  const { t } = useTranslation();
  const [first] = picked;
  // Tags and labels are a company's own.
  const isMixed = isMixedUp(picked);
  const isRefused = (action === 'tag' || action === 'label') && isMixed;
  const isOpen = menu === action && !isRefused;
  const button = (
    <BarButton
      action={action}
      isDenied={isDenied(action)}
      isAsleep={!first}
      reason={isRefused ? t('tickets.several_companies') : undefined}
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      onClick={() => setMenu(isOpen ? null : action)}
    />
  );
  const frame = {
    companyId: first?.company_id ?? 0,
    opened: isOpen && first !== undefined,
    setOpened: (opened: boolean) => setMenu(opened ? action : null),
    children: button,
  };
  const inUse = tagsOf(picked);
  return (
    <WhenOpened opened={frame.opened} button={button}>
      {action === 'assign' && (
        <AssignMenu
          {...frame}
          isMixed={isMixed}
          isAssigned={picked.some((ticket) => ticket.assignee_id !== null)}
          onChoose={props.onAssign}
        />
      )}
      {action === 'snooze' && <SnoozePicker {...frame} onChoose={props.onSnooze} />}
      {action === 'label' && <LabelPicker {...frame} inUse={labelsOf(picked)} onChoose={props.onLabel} />}
      {action === 'tag' && (
        <TagPicker
          {...frame}
          inUse={inUse}
          without={inUse.filter(({ count }) => count === picked.length).map(({ tag }) => tag.id)}
          onChoose={props.onTag}
          onRemove={props.onUntag}
          onCreate={props.onNewTag}
        />
      )}
    </WhenOpened>
  );
}

const isMixedUp = ([first, ...rest]: readonly Ticket[]) => rest.some((one) => one.company_id !== first?.company_id);

/** On how many of them each tag is, by name. */
function tagsOf(picked: readonly Ticket[]): TagInUse[] {
  const all = Map.groupBy(
    picked.flatMap((ticket) => ticket.tags),
    (tag) => tag.id,
  );
  return [...all.values()]
    .flatMap((same) => (same[0] ? [{ tag: same[0], count: same.length }] : []))
    .sort((a, b) => a.tag.name.localeCompare(b.tag.name));
}

function labelsOf(picked: readonly Ticket[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { label_id } of picked) if (label_id !== null) counts.set(label_id, (counts.get(label_id) ?? 0) + 1);
  return counts;
}

type BarButtonProps = {
  action: BarAction;
  isAsleep: boolean;
  isDenied: boolean;
  /** Why not, where it is neither asleep nor denied. */
  reason?: string | undefined;
} & ComponentProps<'button'>;

/** Asleep it keeps its place and its focus, and its tooltip says what it waits for. */
function BarButton({ action, isAsleep, isDenied, reason: why, onClick, ref, ...rest }: BarButtonProps) {
  const { t } = useTranslation();
  const name = t(`tickets.act.${action}`);
  const reason = isDenied
    ? t('why_not.role')
    : isAsleep
      ? t(`tickets.${action === 'merge' ? 'select_two' : 'select_first'}`, { action: name })
      : why;
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
