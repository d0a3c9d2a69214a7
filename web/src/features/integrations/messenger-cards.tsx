import { IconMessageChatbot } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { integrations, type Messenger, messengers } from '#contract/integrations.ts';
import { rowsQuery } from '../../api/rows.ts';
import { mayDo, useSelf } from '../../api/self.ts';
import { Icon } from '../../ui/icon.tsx';
import { MessengerIcon, messengerNames } from '../../ui/messenger-icon.tsx';
import c from './messenger-cards.module.css';

/**
 * What a product can be written to through: a card each, that leads to connecting it in the company that is looked at.
 * `quidgets` leads to those, where there are any.
 */
export function MessengerCards({ quidgets, company }: { quidgets: ReactNode; company?: number | undefined }) {
  const { t } = useTranslation();
  const mayCreate = mayDo(useSelf(), 'integrations.create');
  return (
    <section className={c.cards} aria-label={t('integrations.cards')}>
      <p className={c.truth}>{t('integrations.no_traffic')}</p>
      <ul>
        {messengers.map((one) => (
          <Card
            key={one}
            icon={<MessengerIcon of={one} size={24} />}
            name={messengerNames[one]}
            about={<About of={one} />}
          >
            {mayCreate && (
              <Link
                to="/integrations/add"
                search={{ company }}
                hash={one}
                aria-label={t('integrations.connect_one', { name: messengerNames[one] })}
              >
                {t('integrations.connect')}
              </Link>
            )}
          </Card>
        ))}
        {quidgets && (
          <Card
            icon={<Icon of={IconMessageChatbot} size={24} />}
            name={t('integrations.quidget')}
            about={t('integrations.about.quidget')}
          >
            {quidgets}
          </Card>
        )}
      </ul>
    </section>
  );
}

function Card({
  icon,
  name,
  about,
  children,
}: {
  icon: ReactNode;
  name: string;
  about: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className={c.card}>
      {icon}
      <b>{name}</b>
      <span>{about}</span>
      {children}
    </li>
  );
}

/** How many there are, once there is one. */
function About({ of }: { of: Messenger }) {
  const { t } = useTranslation();
  const found = useQuery(
    rowsQuery(integrations, {
      fields: ['id'],
      conditions: [
        ['messenger', '=', of],
        ['is_deleted', '=', 0],
      ],
      range: [0, 1],
    }),
  );
  const total = found.data?.total ?? 0;
  return total > 0 ? t('integrations.connected', { count: total }) : t(`integrations.about.${of}`);
}
