import { Button, Combobox, SegmentedControl, TextInput } from '@mantine/core';
import { IconCalendar, IconClock, IconMoon, IconRepeat, IconSun, IconSunrise } from '@tabler/icons-react';
import { type ComponentProps, type FormEvent, type ReactElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerZone } from '#contract/customers.ts';
import { zoneNamed } from '#contract/time-zones.ts';
import { useSelf } from '../../api/self.ts';
import { formatAhead, formatTime, timeByOther } from '../../i18n/time.ts';
import { deviceZone } from '../../i18n/time-zones.ts';
import { howMeant } from '../how-meant.ts';
import { type Glyph, Icon } from '../icon.tsx';
import { inOtherLayout } from '../other-layout.ts';
import { SearchMenu } from '../search-menu.tsx';
import { readWhen } from './read-when.ts';
import { againAt, type PresetName, presetsAt, workingTimesOf } from './snooze-presets.ts';
import { dayMs, momentOf, type Wall, wallAt } from './wall-clock.ts';
import c from './when-menu.module.css';

const glyphs: Record<PresetName, Glyph> = {
  later_today: IconClock,
  this_evening: IconMoon,
  tomorrow: IconSunrise,
  monday: IconSun,
  next_week: IconCalendar,
};

export type WhenMenuProps = {
  opened: boolean;
  setOpened: (opened: boolean) => void;
  /** What the list is of. */
  title: string;
  /** On the button beside a date. */
  action: string;
  /** Offered as the same as last time. */
  last?: Date | null;
  onChoose: (at: Date) => void;
  /** Of what reaches somebody: by which clock they live. Offered instead of one's own, and told beside it. */
  theirs?: CustomerZone | 'unknown' | 'untold';
  /** What else is asked, below the date. */
  footer?: ReactNode;
  /** What it stands at. */
  children: ReactElement<ComponentProps<'button'>>;
};

/** When: typed in words, one of what most want, the same as last time, or a date. Never a time that has passed. */
export function WhenMenu(props: WhenMenuProps) {
  const { opened, setOpened, title, action, last, onChoose, theirs, footer, children } = props;
  const { t } = useTranslation();
  const { settings } = useSelf();
  const mine = zoneNamed(settings.time_zone ?? deviceZone());
  const [isByTheirs, byTheirs] = useState(false);
  const other = typeof theirs === 'object' && theirs.name !== mine ? theirs.name : undefined;
  const zone = isByTheirs && other ? other : mine;
  const [typed, type] = useState('');
  const now = new Date();
  const times = workingTimesOf(settings.snooze_presets);
  const choose = (at: Date) => {
    setOpened(false);
    onChoose(at);
  };

  const read = (text: string) =>
    readWhen(text, now, zone, times, { isMonthFirst: settings.date_format === 'MM/DD/YYYY' });
  const asTyped = read(typed);
  // The keys may have been those of the other layout.
  const when = asTyped.kind === 'unknown' ? read(inOtherLayout(typed)) : asTyped;
  const presets = presetsAt(now, zone, times).map(({ name: key, at }) => ({
    ...{ key, at, name: t(`snooze.preset.${key}`), icon: glyphs[key] },
  }));
  const again = last && { key: 'again', name: t('snooze.again'), icon: IconRepeat, at: againAt(last, now, zone) };
  const known = again ? [again, ...presets] : presets;
  const fits = howMeant(
    typed,
    known.map((one) => one.name),
  );
  /** What whoever is on the other side sees on their clock then. */
  const forOther = (at: Date) =>
    zone === mine
      ? t('snooze.zone.for_them', { time: timeByOther(at, zone, other ?? mine) })
      : t('snooze.zone.for_you', { time: timeByOther(at, zone, mine) });
  const offers = [
    ...(when.kind === 'at'
      ? [{ key: 'typed', name: formatAhead(when.at, now, zone), icon: IconClock, at: when.at }]
      : []),
    ...known.filter((one) => fits(one.name)),
  ];
  return (
    <SearchMenu
      {...{ opened, setOpened, typed, type }}
      isFirstChosen
      width={other ? 360 : 320}
      label={t('snooze.when')}
      listLabel={title}
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
              <span className={c.times} role="presentation">
                {key !== 'typed' && <small>{formatAhead(at, now, zone)}</small>}
                {other && <small>{forOther(at)}</small>}
              </span>
            </Combobox.Option>
          ))}
          {offers.length === 0 && (
            <Combobox.Empty>{t(when.kind === 'past' ? 'snooze.past' : 'snooze.not_understood')}</Combobox.Empty>
          )}
        </>
      }
      header={theirs && <WhoseClock {...{ mine, theirs, now, isByTheirs, byTheirs }} />}
      footer={
        <div className={c.rest}>
          <DateAndTime
            // What is typed fills in the date; changed by hand, it stays as it is.
            key={when.kind === 'at' ? typed : ''}
            start={when.kind === 'at' ? wallAt(when.at, zone) : null}
            {...{ zone, now, action }}
            beside={other ? forOther : null}
            morning={settings.snooze_presets.morning}
            onChoose={choose}
          />
          {footer}
        </div>
      }
    >
      {children}
    </SearchMenu>
  );
}

type ClockProps = {
  mine: string;
  theirs: NonNullable<WhenMenuProps['theirs']>;
  now: Date;
  isByTheirs: boolean;
  byTheirs: (is: boolean) => void;
};

/** By whose clock all of it is meant, and what the other one shows. */
function WhoseClock({ mine, theirs, now, isByTheirs, byTheirs }: ClockProps) {
  const { t } = useTranslation();
  const here = { zone: mine, time: formatTime(now, mine) };
  if (typeof theirs === 'string')
    return (
      <p className={c.clock}>
        {t('snooze.zone.here', here)} {theirs === 'unknown' && t('snooze.zone.unknown')}
      </p>
    );
  if (theirs.name === mine) return <p className={c.clock}>{t('snooze.zone.same', here)}</p>;
  const there = { zone: theirs.name, time: formatTime(now, theirs.name) };
  return (
    <div className={c.clock}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('snooze.zone.whose')}
        value={isByTheirs ? 'theirs' : 'mine'}
        onChange={(value) => byTheirs(value === 'theirs')}
        data={(['mine', 'theirs'] as const).map((value) => ({ value, label: t(`snooze.zone.${value}`) }))}
      />
      <p aria-live="polite">
        {isByTheirs
          ? `${t('snooze.zone.there', there)} ${t(`snooze.zone.source.${theirs.source}`)} ${t('snooze.zone.you', here)}`
          : `${t('snooze.zone.here', here)} ${t('snooze.zone.them', there)}`}
      </p>
    </div>
  );
}

type DateProps = {
  /** What it begins with; null: tomorrow in the morning. */
  start: Wall | null;
  zone: string;
  now: Date;
  action: string;
  morning: string;
  /** What is told beside the date that is filled in. */
  beside: ((at: Date) => string) | null;
  onChoose: (at: Date) => void;
};

/** A date that is not in the past, and the time of that day. */
function DateAndTime({ start, zone, now, action, morning, beside, onChoose }: DateProps) {
  const { t } = useTranslation();
  const today = wallAt(now, zone);
  const [date, setDate] = useState(() => dateOf(start ?? today + dayMs));
  const [time, setTime] = useState(() => (start === null ? morning : timeOf(start)));
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
        // What is missing has not passed.
        error={at === null || isAhead ? undefined : t('snooze.past')}
      />
      <TextInput
        type="time"
        aria-label={t('snooze.time')}
        value={time}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      {beside && <p aria-live="polite">{isAhead && beside(at)}</p>}
      <Button type="submit" variant="default" disabled={!isAhead}>
        {action}
      </Button>
    </form>
  );
}

const dateOf = (wall: Wall) => new Date(wall).toISOString().slice(0, 10);
const timeOf = (wall: Wall) => new Date(wall).toISOString().slice(11, 16);
