import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { discardNewLetter, type NewLetter, sendNewLetterNow, takeBackNewLetter } from '#contract/new-letters.ts';
import { readNotifications } from '#contract/notifications.ts';
import { call } from '../../api/call.ts';
import { dayTimeWithin } from '../../i18n/time.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import c from './compose.module.css';

type Props = {
  of: NewLetter;
  /** It is written on, under this id. */
  onOpen: (clientId: string) => void;
};

/** A letter that waits to leave, or was held, in the place where it would be written: nothing of it changes unasked. */
export function WaitingLetter({ of, onOpen }: Props) {
  const { t } = useTranslation();
  const { state, client_id } = of;
  useEffect(() => {
    // Where it cannot be said, the bell goes on saying it.
    if (state === 'held') call(readNotifications, { letter_id: client_id }).catch(() => {});
  }, [state, client_id]);
  return (
    <section className={c.waiting} data-alone aria-label={t('compose.waiting.title')}>
      <LetterWords of={of} />
      <WaitingActs of={of} onOpen={onOpen} />
    </section>
  );
}

export function LetterWords({ of }: { of: NewLetter }) {
  const { t } = useTranslation();
  const [first] = of.to;
  const more = of.to.length - 1;
  return (
    <span className={c.about}>
      <b className={c.title}>{of.subject || t('compose.drafts.no_subject')}</b>
      <small className={c.first}>
        {[first && (first.name || first.address) + (more > 0 ? ` +${more}` : ''), of.line].filter(Boolean).join(' · ')}
      </small>
    </span>
  );
}

/** When it leaves, or why it did not, and what can be done. */
export function WaitingActs({ of, onOpen }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toastError(t('compose.waiting.failed'), error);
    }
    await client.invalidateQueries({ queryKey: ['new-letters'] });
  };
  const whose = { client_id: of.client_id };
  const change = () =>
    attempt(async () => {
      const { letter } = await call(takeBackNewLetter, whose);
      await client.invalidateQueries({ queryKey: ['new-letters'] });
      onOpen(letter.client_id);
    });
  const send = () =>
    attempt(async () => {
      const { tickets } = await call(sendNewLetterNow, whose);
      toast({ status: 'success', title: t('compose.sent_now', { count: tickets }) });
    });
  const discard = async () => {
    const words = { title: t('compose.waiting.discard_title'), text: t('compose.waiting.discard_text') };
    if (await confirm({ ...words, action: t('compose.waiting.discard'), danger: true }))
      await attempt(() => call(discardNewLetter, whose));
  };
  const reason = t(`errors.${of.held_key}` as 'errors.internal', { defaultValue: of.held_key ?? '' });
  const held = of.held_key === 'writer_left' ? t('compose.waiting.left') : t('compose.waiting.held', { reason });
  return (
    <>
      <p data-bad={of.state === 'held' || undefined}>
        {of.state === 'held' ? held : t('compose.waiting.at', { time: dayTimeWithin(of.send_at ?? of.updated) })}
      </p>
      <div>
        <Button size="xs" variant="default" onClick={() => void change()}>
          {t('compose.waiting.change')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={() => void send()}>
          {t('compose.waiting.now')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={() => void discard()}>
          {t('compose.waiting.discard')}
        </Button>
      </div>
    </>
  );
}
