import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteRows, restoreRows } from '../../api/rows.ts';
import { selfQuery } from '../../api/self.ts';
import { toast, toastError, toastUndo } from '../../ui/toast.tsx';
import type { Declaration } from './declaration.ts';

type Act = (ids: readonly number[]) => void;

/** Disables rows, which can be undone at once, and restores them. */
export function useDisable(of: Declaration): { disable: Act; restore: Act } {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: [of.name] });
    // Which companies there are stands in the profile.
    if (of.name === 'companies') await client.invalidateQueries(selfQuery);
  };
  const restore = async (ids: readonly number[]) => {
    try {
      await restoreRows(of.entity, ids);
      toast({ status: 'success', title: t('saved.restored') });
    } catch (error) {
      toastError(t('saved.not_restored'), error);
    }
    await refresh();
  };
  const disable = async (ids: readonly number[]) => {
    try {
      const gone = await deleteRows(of.entity, ids);
      toastUndo(t('saved.deleted'), () => void restore(gone));
    } catch (error) {
      toastError(t('saved.not_deleted'), error);
    }
    await refresh();
  };
  return { disable: (ids) => void disable(ids), restore: (ids) => void restore(ids) };
}
