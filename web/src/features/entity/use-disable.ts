import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteRows, findDependents, markedBefore, restoreRows } from '../../api/rows.ts';
import { selfQuery } from '../../api/self.ts';
import { learnLater } from '../../i18n/language.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { toast, toastError, toastUndo, wayBack } from '../../ui/toast.tsx';
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
  /** Says what is done, with a way back; what was so already is not ours to take back. */
  const tell = (title: string, done: readonly number[], undo: () => void, text?: string) =>
    done.length > 0 ? toastUndo(title, undo, text) : toast({ status: 'success', title });
  /** Says what failed, and of what was done before it a way back. */
  const tellFailed = (what: 'deleted' | 'restored', error: unknown, undo: (ids: readonly number[]) => void) => {
    const done = markedBefore(error);
    if (done.length === 0) return toastError(t(`saved.not_${what}`), error);
    const title = t(`saved.${what}_in_part`, { count: done.length });
    toast({ status: 'warning', title, text: errorText(error), action: wayBack(() => undo(done)) });
  };
  const disable: Act = async (rows) => {
    const ids = rows.map((row) => row.id);
    noteOwnWork(of.name, ids);
    let isMoved = false;
    let isDone = true;
    try {
      const dependents = of.entity.dependents.length > 0 ? await findDependents(of.entity, ids) : [];
      if (dependents.length === 0) {
        const gone = await deleteRows(of.entity, ids);
        tell(t('saved.deleted'), gone, () => void restoreIds(gone), where(rows));
      } else {
        await Promise.all([learnLater('dependents'), learnLater('disable')]);
        const answer = await askWhereTo(of, rows, dependents);
        if (!answer) return false;
        isMoved = answer.moveTo !== null;
        const gone = await deleteRows(of.entity, ids, answer.moveTo ?? undefined);
        const moved = dependents.every((one) => one.can_move) ? 'disable.moved' : 'disable.moved_in_part';
        const text = isMoved ? t(moved, { name: answer.name }) : where(rows);
        tell(t('saved.deleted'), gone, () => void restoreIds(gone, isMoved), text);
      }
    } catch (error) {
      isDone = false;
      tellFailed('deleted', error, (done) => void restoreIds(done, isMoved));
    }
    await refresh(followers);
    return isDone;
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
  const restore: Act = async (rows) => {
    const ids = rows.map((row) => row.id);
    noteOwnWork(of.name, ids);
    let isDone = true;
    try {
      const back = await restoreRows(of.entity, ids);
      tell(t('saved.restored'), back, () => void disableAgain(back));
    } catch (error) {
      isDone = false;
      tellFailed('restored', error, (done) => void disableAgain(done));
    }
    await refresh();
    return isDone;
  };
  return { disable, restore };
}
