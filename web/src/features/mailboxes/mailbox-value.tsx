import { useTranslation } from 'react-i18next';
import type { MailboxAlias } from '#contract/mailboxes.ts';
import type { MailboxField, Security } from './mailbox-values.ts';

/** What a field holds, to be read. A password nobody reads. */
export function MailboxValue(props: { name: MailboxField; value: unknown; product: (id: number) => string }) {
  const { name, value, product } = props;
  const { t } = useTranslation();
  switch (name) {
    case 'product_id':
      return product(Number(value));
    case 'imap_type':
    case 'smtp_security':
      return t(`mailbox.security.${value as Security}`); // what the select offers
    case 'uses_plus_address':
    case 'takes_spam':
      return t(value === '1' ? 'common.yes' : 'common.no');
    case 'imap_password':
    case 'smtp_password':
      return '••••••••';
    case 'aliases':
      return (value as readonly MailboxAlias[]).map((one) => one.address).join(', ');
    default:
      return String(value);
  }
}
