import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteRows, findDependents, restoreRows } from '../../api/rows.ts';
import { selfQuery } from '../../api/self.ts';
import { toast, toastError, toastUndo } from '../../ui/toast.tsx';
import { askWhereTo } from './ask-where-to.tsx';
import type { Act, Declaration, ListedRow } from './declaration.ts';
import { noteOwnWork } from './use-steady-rows.ts';

/** Lists that show what depends on others. */
const followers = ['tickets', 'mailboxes'];

/**
 * Disables rows, once it is decided what happens to what depends on them, and restores them. Either can be undone;
 * undoing the first brings back what moved as well.
 */
export function useDisable(of: Declaration): { disable: Act; restore: Act } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = async (names: readonly string[] = []) => {
    for (const name of [of.entity.name, ...names]) await client.invalidateQueries({ queryKey: [name] });
    // Which companies there are stands in the profile.
    if (of.name === 'companies') await client.invalidateQueries(selfQuery);
  };
  const restoreIds = async (ids: readonly number[], moveBack = false) => {
    try {
      noteOwnWork(of.name, ids);
      await restoreRows(of.entity, ids, moveBack);
      toast({ status: 'success', title: t('saved.restored') });
    } catch (error) {
      toastError(t('saved.not_restored'), error);
    }
    await refresh(moveBack ? followers : []);
  };
  /** SPEC calls it deleted; nothing is lost, and here it is. */
  const where = (rows: readonly ListedRow[]) =>
    rows.length === 1 && rows[0]
      ? t('saved.where', { name: of.title(rows[0]) })
      : t('saved.where_all', { count: rows.length });
  const disable = async (rows: readonly ListedRow[]) => {
    const ids = rows.map((row) => row.id);
    noteOwnWork(of.name, ids);
    try {
      const dependents = of.entity.dependents.length > 0 ? await findDependents(of.entity, ids) : [];
      if (dependents.length === 0) {
        const gone = await deleteRows(of.entity, ids);
        toastUndo(t('saved.deleted'), () => void restoreIds(gone), where(rows));
      } else {
        const answer = await askWhereTo(of, rows, dependents);
        if (!answer) return;
        const gone = await deleteRows(of.entity, ids, answer.moveTo ?? undefined);
        const isMoved = answer.moveTo !== null;
        const text = isMoved ? t('disable.moved', { name: answer.name }) : where(rows);
        toastUndo(t('saved.deleted'), () => void restoreIds(gone, isMoved), text);
      }
    } catch (error) {
      toastError(t('saved.not_deleted'), error);
    }
    await refresh(followers);
  };
  /** As they were a moment ago: nobody is asked, since what depended on them was decided when they were disabled first. */
  const disableAgain = async (ids: readonly number[]) => {
    noteOwnWork(of.name, ids);
    try {
      await deleteRows(of.entity, ids);
      toast({ status: 'success', title: t('saved.deleted') });
    } catch (error) {
      toastError(t('saved.not_deleted'), error);
    }
    await refresh(followers);
  };
  const restore = async (rows: readonly ListedRow[]) => {
    const ids = rows.map((row) => row.id);
    noteOwnWork(of.name, ids);
    try {
      const back = await restoreRows(of.entity, ids);
      toastUndo(t('saved.restored'), () => void disableAgain(back));
    } catch (error) {
      toastError(t('saved.not_restored'), error);
    }
    await refresh();
  };
  return { disable: (rows) => void disable(rows), restore: (rows) => void restore(rows) };
}
