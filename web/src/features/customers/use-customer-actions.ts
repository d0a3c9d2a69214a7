import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  addIdentity,
  blockCustomers,
  changeCustomerNote,
  customers,
  type Identity,
  makeIdentityPrimary,
  noteOnCustomer,
  removeIdentity,
  tagCustomer,
  unblockCustomers,
  unmergeCustomers,
} from '#contract/customers.ts';
import { askedOnce } from '../../api/asked-once.ts';
import { call } from '../../api/call.ts';
import { updateRows } from '../../api/rows.ts';
import { toast, toastError, toastUndo } from '../../ui/toast.tsx';

/** What is done to a customer. Each says so where it failed, and offers Undo where there is a way back. */
export function useCustomerActions(id: number) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['customers'] }),
      client.invalidateQueries({ queryKey: ['tickets'] }),
    ]);
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      toastError(t('customer_page.failed'), error);
      return false;
    } finally {
      await refresh();
    }
  };
  const block = (isBlocked: boolean) =>
    attempt(() => call(isBlocked ? blockCustomers : unblockCustomers, { ids: [id] }));
  const unmerge = (mergeId: number) => attempt(() => call(unmergeCustomers, { merge_id: mergeId }));
  /** Throws, so that the field can say what is wrong. */
  const orThrow = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } finally {
      await refresh();
    }
  };
  const add = (kind: 'email' | 'phone', value: string) => orThrow(call(addIdentity, { id, kind, value }));
  return {
    refresh,
    change: (values: Record<string, unknown>) => orThrow(updateRows(customers, values, [['id', '=', id]])),
    changeOrTell: (values: Record<string, unknown>) => attempt(() => updateRows(customers, values, [['id', '=', id]])),
    add,
    remove: async ({ kind, value, readable, is_primary }: Identity) => {
      if (!(await attempt(() => call(removeIdentity, { id, kind, value })))) return;
      if (kind !== 'email' && kind !== 'phone') return;
      // As it was written, and where it was.
      const back = { id, kind, value: kind === 'email' ? readable : value, is_primary: is_primary ? 1 : 0 } as const;
      toastUndo(
        t('customer_page.identity.removed', { value: readable }),
        () => void attempt(() => call(addIdentity, back)),
      );
    },
    makePrimary: ({ kind, value }: Identity) => attempt(() => call(makeIdentityPrimary, { id, kind, value })),
    note: (body: string) =>
      orThrow(askedOnce([id, body], (client_id) => call(noteOnCustomer, { id, client_id, body }))),
    changeNote: (noteId: number, body: string, seen: string) =>
      orThrow(call(changeCustomerNote, { note_id: noteId, body, seen: { body: seen } })),
    pinNote: (noteId: number, isPinned: 0 | 1) =>
      attempt(() => call(changeCustomerNote, { note_id: noteId, is_pinned: isPinned })),
    removeNote: async (noteId: number) => {
      if (await attempt(() => call(changeCustomerNote, { note_id: noteId, is_deleted: 1 })))
        toastUndo(
          t('customer_page.notes.removed'),
          () => void attempt(() => call(changeCustomerNote, { note_id: noteId, is_deleted: 0 })),
        );
    },
    tag: (change: { add?: number[]; remove?: number[] }) => attempt(() => call(tagCustomer, { id, ...change })),
    block: async (isBlocked: boolean) => {
      if (await block(isBlocked))
        toastUndo(
          t(isBlocked ? 'customer_page.blocked_done' : 'customer_page.unblocked_done'),
          () => void block(!isBlocked),
        );
    },
    unmerge: async (mergeId: number) => {
      if (await unmerge(mergeId)) toast({ status: 'success', title: t('customer_page.merge.undone') });
    },
  };
}
export type CustomerActions = ReturnType<typeof useCustomerActions>;
