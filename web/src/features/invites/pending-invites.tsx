import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMailForward, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Invite, sendInviteAgain, withdrawInvite } from '#contract/invites.ts';
import { call } from '../../api/call.ts';
import { dayTimeWithin } from '../../i18n/time.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { type InvitePlace, invitesQuery, isPending } from './invite-queries.ts';
import c from './invites.module.css';

/** Who was invited and has not come yet: the letter can be sent again, or its link be made void. */
export function PendingInvites({ where }: { where: InvitePlace }) {
  const { t } = useTranslation();
  const found = useQuery(invitesQuery(where));
  if (found.isError) return <Problem error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <SkeletonRows label={t('list.loading')} rows={2} columns="1fr" height={44} />;
  const pending = found.data.invites.filter(isPending);
  if (pending.length === 0) return <p>{t('invites.none')}</p>;
  return (
    <ul className={c.list} aria-label={t('invites.pending')}>
      {pending.map((invite) => (
        <PendingInvite key={invite.id} invite={invite} isTeamNamed={where.team_id === undefined} />
      ))}
    </ul>
  );
}

function PendingInvite({ invite, isTeamNamed }: { invite: Invite; isTeamNamed: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['invite'] });
  const again = useMutation({
    mutationFn: () => call(sendInviteAgain, { id: invite.id }),
    onSuccess: () => toast({ status: 'success', title: t('invites.sent') }),
    onError: (error) => toastError(t('invites.not_sent'), error),
    onSettled: refresh,
  });
  const withdraw = useMutation({
    mutationFn: () => call(withdrawInvite, { id: invite.id }),
    onSuccess: () => toast({ status: 'success', title: t('invites.withdrawn', { email: invite.email }) }),
    onError: (error) => toastError(t('invites.not_withdrawn'), error),
    onSettled: refresh,
  });
  const askWithdraw = async () => {
    const isMeant = await confirm({
      title: t('invites.withdraw_title', { email: invite.email }),
      text: t('invites.withdraw_text'),
      action: t('invites.withdraw'),
      danger: true,
    });
    if (isMeant) withdraw.mutate();
  };
  const isLate = invite.state === 'expired';
  return (
    <li>
      <span>
        <b>{invite.name ?? invite.email}</b>
        <small data-late={isLate || undefined}>
          {invite.name !== null && `${invite.email} · `}
          {invite.role !== 'agent' && `${t(`access.roles.${invite.role}`)} · `}
          {isTeamNamed && invite.team_name !== null && `${invite.team_name} · `}
          {t('invites.sent_by', { name: invite.invited_by, at: dayTimeWithin(invite.sent_at) })} ·{' '}
          {t(isLate ? 'invites.expired_at' : 'invites.expires_at', { at: dayTimeWithin(invite.expires) })}
        </small>
      </span>
      <Tooltip label={t('invites.again')}>
        <ActionIcon
          size={32}
          aria-label={t('invites.again_to', { email: invite.email })}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          <Icon of={IconMailForward} size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('invites.withdraw')}>
        <ActionIcon
          size={32}
          data-remove
          aria-label={t('invites.withdraw_of', { email: invite.email })}
          loading={withdraw.isPending}
          onClick={() => void askWithdraw()}
        >
          <Icon of={IconTrash} size={16} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
