import { useTranslation } from 'react-i18next';
import type { SnoozeChoice } from '#contract/snoozes.ts';
import type { BulkAction } from '#contract/ticket-bulk.ts';
import { toast } from '../../../ui/toast.tsx';
import type { Ticket } from '../ticket-queries.ts';
import type { Label } from './label-picker.tsx';
import type { Tag } from './tag-picker.tsx';
import {
  type BarMenu,
  forAll,
  mergedTogetherMax,
  type PlainAction,
  whyNotMerged,
  whyNotSnoozed,
} from './toolbar-actions.ts';
import { useIsDenied } from './use-is-denied.ts';
import { type Assignee, useTicketActions } from './use-ticket-actions.ts';

type Where = {
  picked: readonly Ticket[];
  clear: () => void;
  /** Everything that matches is meant, beyond what is picked by hand. */
  isEverything: boolean;
  doToAll: (action: BulkAction) => void;
  /** Asked before something is done to these; what it answers is done at once afterwards: the focus goes on. */
  leaving: (rows: readonly Ticket[]) => () => void;
  onMerge: (ids: readonly number[]) => void;
};

/** What the toolbar does to picked tickets, or to everything that matches, in a list and among what was found. */
export function useBarActs({ picked, clear, isEverything, doToAll, leaving, onMerge }: Where) {
  const { t } = useTranslation();
  const does = useTicketActions();
  const isDenied = useIsDenied();
  const act = (action: PlainAction, rows: readonly Ticket[]) => {
    if (isDenied(action)) {
      toast({ status: 'warning', title: t('why_not.role') });
      return;
    }
    if (isEverything && rows === picked) {
      const meant = forAll[action];
      if (meant) doToAll(meant);
      else toast({ status: 'warning', title: t('tickets.not_for_all') });
      return;
    }
    if (action === 'merge') {
      const whyNot = whyNotMerged(rows);
      if (whyNot) toast({ status: 'warning', title: t(`tickets.${whyNot}`, { max: mergedTogetherMax }) });
      else if (rows.length > 1) onMerge(rows.map((row) => row.id));
      return;
    }
    const goOn = leaving(rows);
    void does[action](rows);
    goOn();
  };
  /** By a key: what no menu can be chosen from for is told. */
  const mayOpen = (menu: BarMenu, rows: readonly Pick<Ticket, 'view_type' | 'is_deleted'>[]): boolean => {
    const whyNot = menu === 'snooze' && !isEverything ? whyNotSnoozed(rows) : null;
    if (whyNot) toast({ status: 'warning', title: t(`tickets.${whyNot}`) });
    return !whyNot;
  };
  const tagAll = (tag: Tag) => doToAll({ kind: 'tag', tag_id: tag.id });
  return {
    isDenied,
    act,
    mayOpen,
    chosen: {
      onAssign: (to: Assignee | null) => {
        if (isEverything) return doToAll(assignedTo(to));
        void does.assign(picked, to);
        clear();
      },
      // What was marked stays picked: one marks with several tags in a row.
      onTag: (tag: Tag) => (isEverything ? tagAll(tag) : void does.tag(picked, tag)),
      onUntag: (tag: Tag) => (isEverything ? doToAll({ kind: 'untag', tag_id: tag.id }) : void does.untag(picked, tag)),
      onNewTag: (name: string) => void does.tagAnew(picked, name, isEverything ? tagAll : undefined),
      onLabel: (to: Label | null) =>
        isEverything ? doToAll({ kind: 'label', label_id: to?.id ?? null }) : void does.label(picked, to),
      onSnooze: (until: SnoozeChoice) => {
        if (isEverything) return doToAll({ kind: 'snooze', ...until });
        void does.snooze(picked, until);
        clear();
      },
    },
  };
}

const assignedTo = (to: Assignee | null): BulkAction =>
  to && 'team' in to
    ? { kind: 'assign_team', team_id: to.team.id }
    : { kind: 'assign', assignee_id: to?.person.id ?? null };
