import { Anchor } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MailboxCheckStep } from '#contract/mailboxes.ts';
import { mailErrorText } from '../../i18n/mail-error-text.ts';
import { formatTook } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './mailbox-form.module.css';
import { gmailAppPasswords } from './presets.ts';

/** One direction: whether it works, why not in words, and the server's own below. */
export function CheckResult({ of }: { of: MailboxCheckStep }) {
  const { t } = useTranslation();
  const direction = t(`mailbox.check.${of.step}`);
  if (of.ok) {
    return (
      <div className={c.result}>
        <Icon of={IconCircleCheck} />
        <b>{t('mailbox.check.works', { direction, took: formatTook(of.took_ms) })}</b>
      </div>
    );
  }
  return (
    <div className={c.result} data-bad>
      <Icon of={IconAlertCircle} />
      <b>{t('mailbox.check.refused', { direction })}</b>
      <p>
        {mailErrorText(of.key, of.message)}{' '}
        {of.key === 'app_password_needed' && (
          <Anchor href={gmailAppPasswords} target="_blank" rel="noreferrer" inherit>
            {t('mailbox.account.app_password_help')}
          </Anchor>
        )}
      </p>
      {of.details && (
        <p>
          <code>{of.details}</code>
        </p>
      )}
    </div>
  );
}
