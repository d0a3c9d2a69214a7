import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { removeUser, takeUserBack, userAccess } from '#contract/users.ts';
import { call } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { toast, toastError, toastUndo } from '../../ui/toast.tsx';
import { askHeir, type Leaver, type Left } from './ask-heir.tsx';

/**
 * People out of a company, and back in with what was handed over when they left. Each goes by themselves: whom one may not
 * remove stays, and is named. Either answers whether all of it is done.
 */
export function useMembership() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useSelf();
  const refresh = async () => {
    for (const noun of ['users', 'tickets']) await client.invalidateQueries({ queryKey: [noun] });
  };

  const takeBack = async (members: readonly Leaver[]) => {
    const { done, sum, refused } = await each(members, async ({ id, company_id }) => {
      const { handed_back } = await call(takeUserBack, { id, company_id });
      return handed_back;
    });
    const [first] = done;
    if (first) {
      const title =
        done.length === 1 ? t('member.is_back', { name: first.name }) : t('people.are_back', { count: done.length });
      toast({ status: 'success', title, ...(sum > 0 ? { text: t('member.handed_back', { count: sum }) } : {}) });
    }
    if (refused) toastError(t('people.not_back', { name: refused.member.name }), refused.error);
    await refresh();
    return !refused;
  };

  const isAsked = useRef(false);
  const remove = async (leavers: readonly Leaver[]) => {
    // Another press may come before the first one's question is there.
    if (isAsked.current) return false;
    isAsked.current = true;
    try {
      return await takeOut(leavers);
    } finally {
      isAsked.current = false;
    }
  };

  const takeOut = async (leavers: readonly Leaver[]) => {
    const company = who.companies.find((one) => one.id === leavers[0]?.company_id);
    const left = await whatIsLeft(leavers).catch((error: unknown) =>
      toastError(t('people.not_out', { name: leavers[0]?.name ?? '' }), error),
    );
    const heir = left && (await askHeir(leavers, left, company?.company_name ?? ''));
    if (!heir) return false;
    const { done, sum, refused } = await each(leavers, async ({ id, company_id }) => {
      const { handed_over } = await call(removeUser, { id, company_id, hand_to: heir.id });
      return handed_over;
    });
    const [first] = done;
    if (first) {
      const title =
        done.length === 1 ? t('member.is_out', { name: first.name }) : t('people.are_out', { count: done.length });
      const text = sum > 0 ? `${title}. ${t('member.handed_over', { count: sum })}` : title;
      toastUndo(text, () => void takeBack(done));
    }
    if (refused) toastError(t('people.not_out', { name: refused.member.name }), refused.error);
    await refresh();
    return !refused;
  };
  return { remove, takeBack };
}

/** All of it, however little of it the one who asks sees in lists. */
async function whatIsLeft(leavers: readonly Leaver[]): Promise<Left> {
  const all = await Promise.all(
    leavers.map(async ({ id, company_id }) => {
      const { companies } = await call(userAccess, { id });
      return companies.find((one) => one.company_id === company_id);
    }),
  );
  const sum = (of: 'open_tickets' | 'waiting_letters') => all.reduce((total, one) => total + (one?.[of] ?? 0), 0);
  return { tickets: sum('open_tickets'), letters: sum('waiting_letters') };
}

/** One after the other; what is refused is no reason not to go on. */
async function each<M extends Leaver>(members: readonly M[], act: (member: M) => Promise<number>) {
  const done: M[] = [];
  let sum = 0;
  let refused: { member: M; error: unknown } | undefined;
  for (const member of members) {
    try {
      sum += await act(member);
      done.push(member);
    } catch (error) {
      refused ??= { member, error };
    }
  }
  return { done, sum, refused };
}
