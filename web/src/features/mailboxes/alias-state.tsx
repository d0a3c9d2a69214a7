import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { mailErrorText } from '../../i18n/mail-error-text.ts';
import { DayTime } from '../../ui/day-time.tsx';
import { HealthDot } from '../../ui/small-parts.tsx';
import c from './aliases-part.module.css';
import type { Mailbox } from './mailbox-values.ts';
import { useSendTest } from './use-send-test.ts';

/** Whether the mail server lets answers come from an alias, and the letter that finds out. */
export function AliasState(props: { of: Mailbox; address: string; isReadOnly: boolean }) {
  const { of, address, isReadOnly } = props;
  const { t } = useTranslation();
  const sending = useSendTest(of.id);
  const isThis = (one: { address: string }) => one.address.toLowerCase() === address.trim().toLowerCase();
  const check = of.alias_checks.find(isThis);
  if (!check) return <p className={c.state}>{t('mailbox.aliases.save_first')}</p>;
  return (
    <div className={c.state}>
      {check.key ? (
        <HealthDot level="bad">{t('mailbox.aliases.refused')}</HealthDot>
      ) : check.accepted_at ? (
        <HealthDot level="ok">
          {t('mailbox.aliases.accepted')} <DayTime at={check.accepted_at} isWithin />
        </HealthDot>
      ) : (
        <HealthDot level="idle">{t('mailbox.aliases.unchecked')}</HealthDot>
      )}
      {!isReadOnly && (
        <Button size="xs" variant="default" loading={sending.isPending} onClick={() => sending.mutate(address.trim())}>
          {t('mailbox.test.action')}
        </Button>
      )}
      {check.key && (
        <p>
          {mailErrorText(check.key)} {check.details && <code>{check.details}</code>}
        </p>
      )}
    </div>
  );
}
