import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { snoozeReasonLettersMax } from '#contract/snoozes.ts';
import { toWire } from '../../i18n/time.ts';
import { keepLastSnooze, readLastSnooze } from './last-snooze.ts';
import type { SnoozePickerProps } from './snooze-picker.tsx';
import { WhenMenu } from './when-menu.tsx';

/** Until when to put something off; and why, and what ends it early. */
export function SnoozeMenu({ onChoose, ...menu }: SnoozePickerProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [wakesOnReply, setWakesOnReply] = useState(true);
  const choose = (at: Date) => {
    keepLastSnooze(at);
    const why = reason.trim();
    onChoose({ until: toWire(at), wake_on_reply: wakesOnReply ? 1 : 0, ...(why ? { reason: why } : {}) });
    setReason('');
    setWakesOnReply(true);
  };
  return (
    <WhenMenu
      {...menu}
      title={t('snooze.title')}
      action={t('snooze.action')}
      last={readLastSnooze()}
      onChoose={choose}
      footer={
        <>
          <TextInput
            aria-label={t('snooze.reason')}
            placeholder={t('snooze.reason')}
            maxLength={snoozeReasonLettersMax}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Switch
            label={t('snooze.wake_on_reply')}
            checked={wakesOnReply}
            onChange={(event) => setWakesOnReply(event.currentTarget.checked)}
          />
        </>
      }
    />
  );
}
