import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WhyNot } from '../../ui/why-not.tsx';
import type { Mailbox } from './mailbox-values.ts';
import { useSendTest } from './use-send-test.ts';

/** Sends a letter from the mailbox to the person who presses it. */
export function SendTest({ of, reason }: { of: Mailbox; reason: string | undefined }) {
  const { t } = useTranslation();
  const sending = useSendTest(of.id);
  return (
    <WhyNot reason={reason}>
      <Button variant="default" fullWidth loading={sending.isPending} onClick={() => sending.mutate(undefined)}>
        {t('mailbox.test.action')}
      </Button>
    </WhyNot>
  );
}
