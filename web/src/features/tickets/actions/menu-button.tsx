import { useTranslation } from 'react-i18next';
import type { SnoozeChoice } from '#contract/snoozes.ts';
import { lazyPart } from '../../../api/fetch-part.ts';
import { SnoozePicker } from '../../../ui/snooze/snooze-picker.tsx';
import { WhenOpened } from '../../../ui/when-opened.tsx';
import type { Ticket } from '../ticket-queries.ts';
import { BarButton } from './bar-button.tsx';
import type { Label } from './label-picker.tsx';
import type { Tag, TagInUse } from './tag-picker.tsx';
import { areOfSeveral, type BarAction, type BarMenu, whyNotSnoozed } from './toolbar-actions.ts';
import type { Assignee } from './use-ticket-actions.ts';

// What is searched by typing is fetched when somebody searches: the list does not wait for it.
const AssignMenu = lazyPart(async () => ({ default: (await import('./assign-menu.tsx')).AssignMenu }));
const LabelPicker = lazyPart(async () => ({ default: (await import('./label-picker.tsx')).LabelPicker }));
const TagPicker = lazyPart(async () => ({ default: (await import('./tag-picker.tsx')).TagPicker }));

export type MenuProps = {
  picked: readonly Ticket[];
  /** How many are meant. */
  count: number;
  /** Everything that matches is meant: what no job does waits for a smaller selection. */
  isForAll: boolean;
  /** What the role may not do stands there, and says so. */
  isDenied: (action: BarAction) => boolean;
  /** Which of the menus is open. */
  menu: BarMenu | null;
  setMenu: (menu: BarMenu | null) => void;
  onAssign: (to: Assignee | null) => void;
  onTag: (tag: Tag) => void;
  onUntag: (tag: Tag) => void;
  onNewTag: (name: string) => void;
  onLabel: (to: Label | null) => void;
  onSnooze: (until: SnoozeChoice) => void;
};

/** A button that asks with what, and does it. */
export function MenuButton({ action, ...props }: MenuProps & { action: BarMenu }) {
  const { picked, menu, setMenu, isDenied } = props;
  const { t } = useTranslation();
  const [first] = picked;
  // Tags and labels are a company's own.
  const isMixed = areOfSeveral(picked);
  const whyNot =
    action === 'snooze'
      ? // Of everything that matches those are put off that can be.
        props.isForAll
        ? null
        : whyNotSnoozed(picked)
      : (action === 'tag' || action === 'label') && isMixed
        ? 'several_companies'
        : null;
  const isOpen = menu === action && !whyNot;
  const button = (
    <BarButton
      action={action}
      count={props.count}
      isDenied={isDenied(action)}
      isAsleep={!first}
      reason={whyNot ? t(`tickets.${whyNot}`) : undefined}
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
          isForAll={props.isForAll}
          without={props.isForAll ? [] : inUse.filter(({ count }) => count === picked.length).map(({ tag }) => tag.id)}
          onChoose={props.onTag}
          onRemove={props.onUntag}
          onCreate={props.onNewTag}
        />
      )}
    </WhenOpened>
  );
}

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
