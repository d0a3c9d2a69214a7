import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { selfQuery } from '../api/self.ts';
import { ChangeUnconfirmedAddress } from '../features/accounts/change-unconfirmed-address.tsx';
import { Door } from '../features/accounts/door.tsx';
import { LeaveAccount } from '../features/accounts/leave-account.tsx';
import { MailProviders } from '../features/accounts/mail-providers.tsx';
import { OutboxHint } from '../features/accounts/outbox-hint.tsx';
import { ResendConfirmation } from '../features/accounts/resend-confirmation.tsx';
import { Realtime } from '../realtime/realtime.tsx';
import { useCountdown } from '../ui/use-countdown.ts';

/** The socket tells it at once; this is the net under it. */
const pollMs = 3_000;

/** Waits for the link in the mail to be followed, here or on any other device, and goes on by itself. */
export function EmailConfirmationPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const router = useRouter();
  const [secondsLeft, wait] = useCountdown();
  const { data: who } = useQuery({ ...selfQuery, refetchInterval: pollMs });
  const isConfirmed = who?.user.email != null;
  const isOut = who === null;
  useEffect(() => {
    if (isConfirmed || isOut) void router.invalidate();
  }, [isConfirmed, isOut, router]);
  if (!who) return null;

  const address = who.user.email_confirmation;
  return (
    <Realtime>
      <Door
        title={t('confirmation.title')}
        lead={<Trans i18nKey="confirmation.lead" values={{ address }} components={{ b: <b /> }} />}
      >
        <OutboxHint />
        <MailProviders address={address} />
        <ResendConfirmation secondsLeft={secondsLeft} wait={wait} />
        <ChangeUnconfirmedAddress address={address} onSent={wait} />
        <LeaveAccount
          lead={t('confirmation.not_now')}
          onLeft={async () => {
            client.clear();
            await router.navigate({ to: '/' });
          }}
        />
      </Door>
    </Realtime>
  );
}
