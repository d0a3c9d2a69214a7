import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CustomerZone, customerAboutLengthMax } from '#contract/customers.ts';
import { languageNames, languages } from '#contract/settings.ts';
import { timeIn } from '../../i18n/time.ts';
import { knownZone } from '../../i18n/time-zones.ts';
import { ZoneSelect } from '../../ui/zone-select.tsx';
import c from './customer.module.css';
import type { CustomerCard } from './customer-queries.ts';
import { InlineField } from './inline-field.tsx';
import type { CustomerActions } from './use-customer-actions.ts';

/** What stands on the card, changed where it stands; beside a ticket without what is seldom wanted. */
export function Fields({ card, does, isBrief }: { card: CustomerCard; does: CustomerActions; isBrief?: boolean }) {
  const { t } = useTranslation();
  const shared = { isLocked: !card.can.update, save: does.change };
  const zone = knownZone(card.zone);
  return (
    <section className={c.part} aria-label={t('customer_page.fields')}>
      <div className={c.twoFields}>
        {(['first_name', 'last_name'] as const).map((name) => (
          <InlineField
            key={name}
            name={name}
            label={t(`customer_page.field.${name}`)}
            value={card[name]}
            max={100}
            {...shared}
          />
        ))}
      </div>
      {!isBrief && (
        <NativeSelect
          label={t('customer_page.field.language')}
          classNames={{ label: c.label ?? '', input: c.inline ?? '' }}
          disabled={!card.can.update}
          value={card.language ?? ''}
          onChange={(event) => void does.changeOrTell({ language: event.currentTarget.value || null })}
          data={[
            { value: '', label: t('customer_page.as_they_write') },
            ...languages.map((one) => ({ value: one, label: languageNames[one].name })),
          ]}
        />
      )}
      {isBrief ? zone && <TheirTime zone={zone} /> : <Zone {...{ card, zone, does }} />}
      <InlineField
        name="note"
        label={t('customer_page.field.note')}
        value={card.note}
        max={customerAboutLengthMax}
        isLong
        {...shared}
      />
    </section>
  );
}

/** By which their clock goes: as the team knows it, else as it is guessed, which stands there until somebody knows better. */
function Zone({ card, zone, does }: { card: CustomerCard; zone: CustomerZone | null; does: CustomerActions }) {
  const { t } = useTranslation();
  const guessed =
    zone && zone.source !== 'person' ? t(`customer_page.zone.${zone.source}`, { zone: zone.name }) : undefined;
  return (
    <ZoneSelect
      label={t('customer_page.field.time_zone')}
      classNames={{ label: c.label ?? '', input: c.inline ?? '' }}
      disabled={!card.can.update}
      placeholder={guessed ?? t('customer_page.zone.unknown')}
      description={zone ? t('customer_page.zone.now', { time: timeIn(zone.name) }) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={card.time_zone}
      onChange={(next) => void does.changeOrTell({ time_zone: next })}
    />
  );
}

function TheirTime({ zone }: { zone: CustomerZone }) {
  const { t } = useTranslation();
  const whence = zone.source === 'person' ? zone.name : t(`customer_page.zone.${zone.source}`, { zone: zone.name });
  return (
    <p className={c.quiet}>
      {t('customer_page.zone.now', { time: timeIn(zone.name) })} <small>{whence}</small>
    </p>
  );
}
