import { Select, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { announcementLevels, announcementTextMax, makeAnnouncement } from '#contract/announcements.ts';
import { askedOnce } from '../../api/asked-once.ts';
import { call } from '../../api/call.ts';
import { toWire } from '../../i18n/time.ts';
import { AnnouncementLine } from '../../ui/announcement.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import c from './announcements.module.css';

const usualHours = 24;
type Values = {
  text_en: string;
  text_uk: string;
  level: (typeof announcementLevels)[number];
  begins: string;
  ends: string;
};

/** Says something to everybody. `run` asks for the password first where that is due. */
export function AnnouncementForm({ run }: { run: <T>(work: () => Promise<T>) => Promise<T | undefined> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const initial: Values = {
    ...{ text_en: '', text_uk: '', level: 'info' },
    ...{ begins: onClock(new Date()), ends: onClock(new Date(Date.now() + usualHours * 3_600_000)) },
  };
  const { form, bind, isSending, restSeconds } = useSentForm({
    initial,
    validate: (values) => problemsOf(makeAnnouncement.data, wanted(values)),
    send: (values) =>
      run(() => askedOnce(values, (request_id) => call(makeAnnouncement, { ...wanted(values), request_id }))),
    onSent: async (made) => {
      if (!made) return;
      toast({ status: 'success', title: t('operators.announcements.made') });
      form.setValues({ text_en: '', text_uk: '' });
      await client.invalidateQueries({ queryKey: ['announcements'] });
    },
    onProblem: (error) => toastError(t('operators.announcements.not_made'), error),
  });
  const { text_en, text_uk, level } = form.values;
  const isWritten = text_en !== '' || text_uk !== '';
  useUnsavedGuard(isWritten);
  const text = (name: 'text_en' | 'text_uk') => (
    <Textarea
      name={name}
      label={t(`operators.announcements.${name}`)}
      autosize
      minRows={2}
      maxRows={4}
      maxLength={announcementTextMax}
      {...form.getInputProps(name)}
    />
  );
  const time = (name: 'begins' | 'ends') => (
    <TextInput
      name={name}
      type="datetime-local"
      label={t(`operators.announcements.${name}`)}
      description={t('operators.announcements.time_help')}
      {...form.getInputProps(name)}
    />
  );
  return (
    <form className={c.form} {...bind}>
      {text('text_en')}
      {text('text_uk')}
      <div className={c.when}>
        <Select
          name="level"
          label={t('operators.announcements.level')}
          data={announcementLevels.map((one) => ({ value: one, label: t(`operators.announcements.levels.${one}`) }))}
          allowDeselect={false}
          {...form.getInputProps('level')}
        />
        {time('begins')}
        {time('ends')}
      </div>
      {isWritten && (
        <figure className={c.preview}>
          <figcaption>{t('operators.announcements.preview')}</figcaption>
          <AnnouncementLine of={{ text_en, text_uk, level }} />
        </figure>
      )}
      <SendButton loading={isSending} restSeconds={restSeconds}>
        {t('operators.announcements.make')}
      </SendButton>
    </form>
  );
}

/** As it travels, of what a field for day and time holds. */
const wanted = ({ begins, ends, text_en, text_uk, level }: Values) => ({
  ...{ text_en: inOneLine(text_en), text_uk: inOneLine(text_uk), level },
  ...{ begins: ofClock(begins), ends: ofClock(ends) },
});

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

function ofClock(value: string): string {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? '' : toWire(at);
}

/** `2026-11-23T17:30`, by the clock of this device. */
function onClock(at: Date): string {
  const here = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return here.toISOString().slice(0, 16);
}
