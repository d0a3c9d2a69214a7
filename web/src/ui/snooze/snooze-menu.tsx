import { Button, Combobox, Switch, TextInput } from '@mantine/core';
import { IconCalendar, IconClock, IconMoon, IconRepeat, IconSun, IconSunrise } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { snoozeReasonLettersMax } from '#contract/snoozes.ts';
import { useSelf } from '../../api/self.ts';
import { formatAhead, toWire } from '../../i18n/time.ts';
import { deviceZone } from '../../i18n/time-zones.ts';
import { type Glyph, Icon } from '../icon.tsx';
import { SearchMenu } from '../search-menu.tsx';
import { keepLastSnooze, readLastSnooze } from './last-snooze.ts';
import { readWhen } from './read-when.ts';
import c from './snooze-menu.module.css';
import type { SnoozePickerProps } from './snooze-picker.tsx';
import { againAt, morningHour, type PresetName, presetsAt } from './snooze-presets.ts';
import { atClock, dayMs, momentOf, wallAt } from './wall-clock.ts';

const glyphs: Record<PresetName, Glyph> = {
  later_today: IconClock,
  this_evening: IconMoon,
  tomorrow: IconSunrise,
  monday: IconSun,
  next_week: IconCalendar,
};

/** Until when: typed in words, one of what most want, the same as last time, or a date; and why, and what ends it early. */
export function SnoozeMenu({ opened, setOpened, onChoose, children }: SnoozePickerProps) {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const zone = settings.time_zone ?? deviceZone();
  const [typed, type] = useState('');
  const [reason, setReason] = useState('');
  const [wakesOnReply, setWakesOnReply] = useState(true);
  const now = new Date();
  const choose = (at: Date) => {
    keepLastSnooze(at);
    setOpened(false);
    const why = reason.trim();
    onChoose({ until: toWire(at), wake_on_reply: wakesOnReply ? 1 : 0, ...(why ? { reason: why } : {}) });
    setReason('');
    setWakesOnReply(true);
  };

  const when = readWhen(typed, now, zone);
  const last = readLastSnooze();
  const wanted = typed.trim().toLocaleLowerCase();
  const offers = [
    ...(when.kind === 'at' ? [{ key: 'typed', name: formatAhead(when.at), icon: IconClock, at: when.at }] : []),
    ...(last ? [{ key: 'again', name: t('snooze.again'), icon: IconRepeat, at: againAt(last, now, zone) }] : []).filter(
      ({ name }) => name.toLocaleLowerCase().includes(wanted),
    ),
    ...presetsAt(now, zone)
      .map(({ name, at }) => ({ key: name, name: t(`snooze.preset.${name}`), icon: glyphs[name], at }))
      .filter(({ name }) => name.toLocaleLowerCase().includes(wanted)),
  ];
  return (
    <SearchMenu
      {...{ opened, setOpened, typed, type }}
      isFirstChosen
      width={320}
      label={t('snooze.when')}
      listLabel={t('snooze.title')}
      onChoose={(key) => {
        const offer = offers.find((one) => one.key === key);
        if (offer) choose(offer.at);
      }}
      options={
        <>
          {offers.map(({ key, name, icon, at }) => (
            <Combobox.Option key={key} value={key} className={c.offer}>
              <Icon of={icon} size={16} />
              <span>{name}</span>
              {key !== 'typed' && <small>{formatAhead(at)}</small>}
            </Combobox.Option>
          ))}
          {offers.length === 0 && (
            <Combobox.Empty>{t(when.kind === 'past' ? 'snooze.past' : 'snooze.not_understood')}</Combobox.Empty>
          )}
        </>
      }
      footer={
        <div className={c.rest}>
          <DateAndTime zone={zone} now={now} onChoose={choose} />
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
        </div>
      }
    >
      {children}
    </SearchMenu>
  );
}

type DateProps = { zone: string; now: Date; onChoose: (at: Date) => void };

/** A date that is not in the past, and the time of that day. */
function DateAndTime({ zone, now, onChoose }: DateProps) {
  const { t } = useTranslation();
  const today = wallAt(now, zone);
  const [date, setDate] = useState(() => dateOf(today + dayMs));
  const [time, setTime] = useState(() => new Date(atClock(0, morningHour)).toISOString().slice(11, 16));
  const wall = Date.parse(`${date}T${time}:00Z`);
  const at = Number.isNaN(wall) ? null : momentOf(wall, zone);
  const isAhead = at !== null && at > now;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isAhead) onChoose(at);
  };
  return (
    <form className={c.date} onSubmit={submit}>
      <TextInput
        type="date"
        aria-label={t('snooze.date')}
        min={dateOf(today)}
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
        error={isAhead ? undefined : t('snooze.past')}
      />
      <TextInput
        type="time"
        aria-label={t('snooze.time')}
        value={time}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!isAhead}>
        {t('snooze.action')}
      </Button>
    </form>
  );
}

const dateOf = (wall: number) => new Date(wall).toISOString().slice(0, 10);
