import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  discardNewLetter,
  myNewLetters,
  type NewLetter,
  sendNewLetterNow,
  takeBackNewLetter,
} from '#contract/new-letters.ts';
import { call, callQuery } from '../../api/call.ts';
import { dayTimeWithin, formatDay } from '../../i18n/time.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import c from './compose.module.css';

type Props = {
  /** What is open already. */
  openId: string | null;
  onOpen: (clientId: string) => void;
};

/** Letters that are half-written, and those that wait for their time; on whatever machine they were begun. */
export function NewLettersList({ openId, onOpen }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(callQuery(myNewLetters, {}));
  const letters = data?.letters ?? [];
  const drafts = letters.filter((one) => one.state === 'draft');
  const waiting = letters.filter((one) => one.state !== 'draft');
  return (
    <div className={c.lists}>
      <section aria-label={t('compose.drafts.title')}>
        <h2>
          {t('compose.drafts.title')} {drafts.length > 0 && <span>{drafts.length}</span>}
        </h2>
        {data && drafts.length === 0 && <p className={c.hint}>{t('compose.drafts.none')}</p>}
        <ul>
          {drafts.map((one) => (
            <li key={one.client_id}>
              <button
                type="button"
                className={c.draft}
                aria-current={one.client_id === openId || undefined}
                onClick={() => onOpen(one.client_id)}
              >
                <Words of={one} />
                <small className={c.when}>{formatDay(one.updated)}</small>
              </button>
            </li>
          ))}
        </ul>
      </section>
      {waiting.length > 0 && (
        <section aria-label={t('compose.waiting.title')}>
          <h2>
            {t('compose.waiting.title')} <span>{waiting.length}</span>
          </h2>
          <ul>
            {waiting.map((one) => (
              <Waiting key={one.client_id} of={one} onOpen={onOpen} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Words({ of }: { of: NewLetter }) {
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

function Waiting({ of, onOpen }: { of: NewLetter; onOpen: (clientId: string) => void }) {
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
  return (
    <li className={c.waiting}>
      <Words of={of} />
      <p data-bad={of.state === 'held' || undefined}>
        {of.state === 'held'
          ? t('compose.waiting.held', { reason })
          : t('compose.waiting.at', { time: dayTimeWithin(of.send_at ?? of.updated) })}
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
    </li>
  );
}
