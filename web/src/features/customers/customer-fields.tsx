import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#contract/settings.ts';
import c from './customer.module.css';
import type { CustomerCard } from './customer-queries.ts';
import { InlineField } from './inline-field.tsx';
import type { CustomerActions } from './use-customer-actions.ts';

/** What stands on the card, changed where it stands; beside a ticket without what is seldom wanted. */
export function Fields({ card, does, isBrief }: { card: CustomerCard; does: CustomerActions; isBrief?: boolean }) {
  const { t } = useTranslation();
  const shared = { isLocked: !card.can.update, save: does.change };
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
      <InlineField name="note" label={t('customer_page.field.note')} value={card.note} max={5000} isLong {...shared} />
    </section>
  );
}
