import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { mailboxes } from '#contract/mailboxes.ts';
import { products } from '#contract/products.ts';
import { quidgets } from '#contract/quidgets.ts';
import { users } from '#contract/users.ts';
import { rowsQuery } from '../../../api/rows.ts';
import { mayDo, useSelf } from '../../../api/self.ts';
import { Empty } from '../../../ui/empty.tsx';
import { ButtonLink } from '../../../ui/link-parts.tsx';

const inUse = [['is_deleted', '=', 0]] as const;
const mailboxQuery = rowsQuery(mailboxes, {
  fields: ['id', 'company_id', 'from_email', 'health_state', 'health_key'],
  conditions: inUse,
  range: [0, 20],
});
const quidgetQuery = rowsQuery(quidgets, { fields: ['id', 'name'], conditions: inUse, range: [0, 1] });
const peopleQuery = rowsQuery(users, { fields: ['id'], conditions: inUse, range: [0, 1] });
const productQuery = rowsQuery(products, { fields: ['id'], conditions: inUse, range: [0, 1] });

/** A desk that has never had a ticket: how the first one comes, by mail or in a chat, or what is still missing for it. */
export function FirstLetter() {
  const { t } = useTranslation();
  const who = useSelf();
  const mailbox = useQuery(mailboxQuery).data;
  const product = useQuery(productQuery).data;
  const mayChat = mayDo(who, 'quidgets.get');
  const quidget = useQuery({ ...quidgetQuery, enabled: mayChat }).data;
  const mayInvite = mayDo(who, 'invites.create');
  const people = useQuery({ ...peopleQuery, enabled: mayInvite }).data;
  if (!mailbox || !product || (mayChat && !quidget)) return null;
  const isSick = ({ health_state }: { health_state: string }) =>
    health_state === 'degraded' || health_state === 'action_needed';
  const first = mailbox.rows.find((one) => !isSick(one)) ?? mailbox.rows[0];
  const address = first?.from_email;
  if (first && isSick(first)) {
    return (
      <Empty
        title={t('tickets.first.no_mailbox')}
        action={
          mayDo(who, 'mailboxes.update', first.company_id) && (
            <ButtonLink to="/mailboxes/$id/edit" params={{ id: first.id }}>
              {t('tickets.first.open_mailbox')}
            </ButtonLink>
          )
        }
      >
        <Trans i18nKey="tickets.first.trouble" values={{ address }} components={{ b: <b /> }} />
        {first.health_key && ` ${t(`mail_errors.${first.health_key}`, { defaultValue: '' })}.`}
      </Empty>
    );
  }
  if (address) {
    return (
      <Empty
        title={t('tickets.first.title')}
        // Setting up ends here: who is alone still has a team to ask.
        action={
          people?.total === 1 && (
            <ButtonLink variant="default" to="/users/add">
              {t('invites.title')}
            </ButtonLink>
          )
        }
      >
        <Trans i18nKey="tickets.first.text" values={{ address }} components={{ b: <b /> }} />
      </Empty>
    );
  }
  const [chat] = quidget?.rows ?? [];
  if (chat) {
    return (
      <Empty
        title={t('tickets.first.chat')}
        action={
          <ButtonLink to="/quidgets/$id/edit" params={{ id: chat.id }} hash="installation">
            {t('tickets.first.open_line')}
          </ButtonLink>
        }
      >
        <Trans i18nKey="tickets.first.chat_text" values={{ name: chat.name }} components={{ b: <b /> }} />
      </Empty>
    );
  }
  const mayConnect = mayDo(who, 'mailboxes.create');
  return (
    <Empty
      title={t('tickets.first.no_mailbox')}
      action={
        mayConnect &&
        (product.total === 0 ? (
          <ButtonLink to="/$entity/add" params={{ entity: 'products' }}>
            {t('entities.products.add')}
          </ButtonLink>
        ) : (
          <Group gap={8} justify="center">
            <ButtonLink to="/mailboxes/add">{t('entities.mailboxes.add')}</ButtonLink>
            {mayDo(who, 'quidgets.create') && (
              <ButtonLink variant="default" to="/quidgets/add">
                {t('entities.quidgets.add')}
              </ButtonLink>
            )}
          </Group>
        ))
      }
    >
      {!mayConnect
        ? t('tickets.first.ask')
        : product.total === 0
          ? t('tickets.first.product')
          : t('tickets.first.connect')}
    </Empty>
  );
}
