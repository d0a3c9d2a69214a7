import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { checkAddressUndo, undoAddress } from '#contract/recovery.ts';
import { call } from '../api/call.ts';
import { Door } from '../features/accounts/door.tsx';
import { LinkProblem } from '../features/accounts/link-problem.tsx';
import { MailProviders } from '../features/accounts/mail-providers.tsx';
import { OutboxHint } from '../features/accounts/outbox-hint.tsx';
import { toastError } from '../ui/toast.tsx';

const route = getRouteApi('/take-address-back/$key');

/** Where the letter to an old address leads whose owner did not change it. Nothing happens before the button. */
export function TakeAddressBackPage() {
  const { t } = useTranslation();
  const { key } = route.useParams();
  const client = useQueryClient();
  const letter = useQuery({
    queryKey: ['change-address', checkAddressUndo.path, key],
    queryFn: () => call(checkAddressUndo, { key }, { ignoreUnauthorized: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const undo = useMutation({
    mutationFn: () => call(undoAddress, { key }, { ignoreUnauthorized: true }),
    onSuccess: () => client.removeQueries({ queryKey: ['users'] }),
    onError: (error) => toastError(t('recovery.not_taken_back'), error),
  });
  if (undo.isSuccess) {
    const { email } = undo.data;
    return (
      <Door title={t('recovery.taken_back_title')} lead={t('recovery.taken_back_lead', { address: email })}>
        <OutboxHint />
        <MailProviders address={email} />
      </Door>
    );
  }
  if (letter.isError) {
    return (
      <LinkProblem
        error={letter.error}
        title={t('confirmed.failed')}
        action={t('sign_in.action')}
        to="/"
        retry={() => void letter.refetch()}
      />
    );
  }
  if (!letter.data) {
    return (
      <Door title={t('recovery.take_back_title')}>
        <Loader size="sm" role="status" aria-label={t('recovery.take_back_title')} />
      </Door>
    );
  }
  return (
    <Door title={t('recovery.take_back_title')} lead={t('recovery.take_back_lead', { address: letter.data.email })}>
      <Button size="md" fullWidth loading={undo.isPending} onClick={() => undo.mutate()}>
        {t('recovery.take_back')}
      </Button>
    </Door>
  );
}
