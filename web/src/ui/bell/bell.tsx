import { UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { countUnread, unreadMax } from '#contract/notifications.ts';
import { callQuery } from '../../api/call.ts';
import { lazyPart } from '../../api/fetch-part.ts';
import { Icon } from '../icon.tsx';
import c from './bell.module.css';

const Panel = lazyPart(() => import('./bell-panel.tsx'));

type Props = {
  className: string | undefined;
  place: 'rail' | 'tabs';
  opened: boolean;
  setOpened: (opened: boolean) => void;
};

/** How many tickets and letters have news; behind it, which. */
export function Bell({ className, place, opened, setOpened }: Props) {
  const { t } = useTranslation();
  const { tickets, letters } = useQuery(callQuery(countUnread, {})).data ?? { tickets: 0, letters: 0 };
  const count = tickets + letters;
  const name = [
    tickets > 0 ? t('bell.open_count', { count: tickets }) : t('bell.title'),
    ...(letters > 0 ? [t('bell.letters', { count: letters })] : []),
  ].join(tickets > 0 ? ', ' : ': ');
  return (
    <UnstyledButton
      className={className}
      aria-label={place === 'rail' ? name : undefined}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => setOpened(!opened)}
    >
      <span className={c.bell}>
        <Icon of={IconBell} size={20} />
        {count > 0 && (
          <b className={c.count} aria-hidden={place === 'tabs'}>
            {count < unreadMax ? count : '99+'}
          </b>
        )}
      </span>
      {place === 'tabs' && t('bell.title')}
      {place === 'tabs' && count > 0 && <span className="sr">{name}</span>}
    </UnstyledButton>
  );
}

/** The list, fetched when it is opened for the first time. */
export function BellPanel({ opened, close }: { opened: boolean; close: () => void }) {
  if (!opened) return null;
  return (
    <Suspense>
      <Panel close={close} />
    </Suspense>
  );
}
