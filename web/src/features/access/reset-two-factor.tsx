import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { resetTwoFactor } from '#contract/two-factor.ts';
import { call } from '../../api/call.ts';
import { useAskPassword } from '../../ui/ask-password.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { WhyNot } from '../../ui/why-not.tsx';

/** For a colleague who lost phone and recovery codes. Who may do it is the server's to say. */
export function ResetTwoFactor(props: { user: { id: number; name: string }; reason: string | undefined }) {
  const { user, reason } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const password = useAskPassword(t('ask_password.account_lead'));
  const reset = useMutation({
    mutationFn: () => password.run(() => call(resetTwoFactor, { user_id: user.id })),
    onSuccess: (done) => {
      if (done) toast({ status: 'success', title: t('member.two_factor_was_reset', { name: user.name }) });
    },
    onError: (error) => toastError(t('member.two_factor_not_reset'), error),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  const press = async () => {
    const isMeant = await confirm({
      title: t('member.reset_two_factor_title', { name: user.name }),
      text: t('member.reset_two_factor_text'),
      action: t('member.reset_two_factor'),
      danger: true,
    });
    if (isMeant) reset.mutate();
  };
  return (
    <>
      <WhyNot reason={reason}>
        <Button variant="default" mt={12} loading={reset.isPending} onClick={() => void press()}>
          {t('member.reset_two_factor')}
        </Button>
      </WhyNot>
      {password.dialog}
    </>
  );
}
