import { UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './delivery-line.module.css';
import { isTooLate, type Outgoing } from './outgoing.ts';

export type OutgoingActions = { retry: (clientId: string) => void; edit: (clientId: string) => void };

/** Where a letter stands that the server has not answered for. Nothing of it is lost in any of these states. */
export function OutgoingLine({ of, retry, edit }: { of: Outgoing } & OutgoingActions) {
  const { t } = useTranslation();
  const { state, client_id } = of;
  if (state.is === 'refused') {
    const reason = t(`errors.${state.key}` as 'errors.internal', { defaultValue: state.message });
    return (
      <div className={c.state} data-look="bad" role="alert">
        <Icon of={IconAlertCircle} size={16} />
        {t('thread.outgoing.refused', { reason })}
        <UnstyledButton data-thumb onClick={() => retry(client_id)}>
          {t(isTooLate(of) ? 'writing.waiting.send_now' : 'thread.outgoing.again')}
        </UnstyledButton>
        <UnstyledButton data-thumb onClick={() => edit(client_id)}>
          {t('thread.outgoing.edit')}
        </UnstyledButton>
      </div>
    );
  }
  return (
    <div className={c.state} data-look={state.is === 'waiting' ? 'slow' : 'calm'} role="status">
      <Icon of={IconClock} size={16} />
      {state.is === 'waiting'
        ? state.until
          ? t('thread.outgoing.paced', { time: formatTime(state.until) })
          : t('thread.outgoing.waiting')
        : t(of.kind === 'note' ? 'thread.delivery.saving' : 'thread.delivery.sending')}
      {state.is === 'waiting' && (
        <>
          <UnstyledButton data-thumb onClick={() => retry(client_id)}>
            {t('thread.outgoing.now')}
          </UnstyledButton>
          <UnstyledButton data-thumb onClick={() => edit(client_id)}>
            {t('thread.outgoing.edit')}
          </UnstyledButton>
        </>
      )}
    </div>
  );
}
