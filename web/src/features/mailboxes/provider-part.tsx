import { UnstyledButton } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconBrandGmail, IconBrandWindows, IconServer } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormPart } from '../../ui/form-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import c from './mailbox-form.module.css';
import type { MailboxValues } from './mailbox-values.ts';
import { gmail } from './presets.ts';
import type { Detection } from './use-detection.ts';

/** Where the mailbox is. Choosing fills in servers and ports; so does the address below. */
export function ProviderPart(props: { form: UseFormReturnType<MailboxValues>; detection: Detection; isNew: boolean }) {
  const { form, detection, isNew } = props;
  const { t } = useTranslation();
  const { provider, choose, source, needsOauth, isAsking } = detection;
  const chooseGmail = () => {
    choose('gmail');
    form.setValues(gmail);
  };
  return (
    <FormPart part="provider" title={t('mailbox.provider.title')} lead={t('mailbox.provider.lead')}>
      <div className={c.presets}>
        <UnstyledButton className={c.preset} aria-pressed={provider === 'gmail'} onClick={chooseGmail}>
          <Icon of={IconBrandGmail} />
          <span>
            Gmail<small>{t('mailbox.provider.gmail')}</small>
          </span>
        </UnstyledButton>
        <UnstyledButton className={c.preset} disabled>
          <Icon of={IconBrandWindows} />
          <span>
            Outlook<small>{t('mailbox.provider.outlook')}</small>
          </span>
        </UnstyledButton>
        <UnstyledButton className={c.preset} aria-pressed={provider === 'other'} onClick={() => choose('other')}>
          <Icon of={IconServer} />
          <span>
            {t('mailbox.provider.other')}
            <small>{t('mailbox.provider.other_note')}</small>
          </span>
        </UnstyledButton>
      </div>
      <p className={c.hint} role="status" data-warn={needsOauth || undefined} data-roomy={isNew || undefined}>
        {isAsking
          ? t('mailbox.detect.asking')
          : needsOauth
            ? t('mailbox.detect.needs_oauth')
            : source && t(`mailbox.detect.${source}`)}
      </p>
    </FormPart>
  );
}
