import { useTranslation } from 'react-i18next';
import { opensAfterSecondsMax, pageRules } from '#contract/quidget-settings.ts';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { ChoiceField, FlagField, LinesField, NamedField, NumberField } from './fields.tsx';
import { toCalendar } from './quidget-choices.ts';
import type { QuidgetForm } from './use-quidget-form.ts';

const examplePath = '/shop/*';

/** When it is there, where it is there, and what it lets visitors do. */
export function BehaviourPart({ form, companyId }: QuidgetForm) {
  const { t } = useTranslation();
  return (
    <>
      <FormPart title={t('quidget.behaviour.when')}>
        <div className={formStyles.fields}>
          <NamedField
            form={form}
            name="calendar_id"
            to={toCalendar}
            companyId={companyId}
            isAsked={companyId !== null}
            placeholder={t('quidget.no_calendar')}
            help={t('quidget.help.calendar_id')}
            isWide
          />
          <FlagField form={form} name="behaviour/hides_offline" help={t('quidget.help.hides_offline')} isWide />
          <NumberField
            form={form}
            name="behaviour/opens_after_seconds"
            min={0}
            max={opensAfterSecondsMax}
            help={t('quidget.help.opens_after_seconds')}
          />
        </div>
      </FormPart>
      <FormPart title={t('quidget.behaviour.where')}>
        <div className={formStyles.fields}>
          <ChoiceField form={form} name="behaviour/page_rule" values={pageRules} isWide />
          {form.values['behaviour/page_rule'] !== 'everywhere' && (
            <LinesField
              form={form}
              name="behaviour/pages"
              rows={3}
              placeholder={examplePath}
              help={t('quidget.help.pages')}
              isWide
            />
          )}
        </div>
      </FormPart>
      <FormPart title={t('quidget.behaviour.visitors')}>
        <div className={formStyles.fields}>
          <ChoiceField
            form={form}
            name="behaviour/language"
            values={['auto', 'en', 'ua']}
            help={t('quidget.help.language')}
            isWide
          />
          <FlagField
            form={form}
            name="behaviour/sees_visitors"
            isWide
            help={t(
              form.values['form/consent'] === 'required'
                ? 'quidget.help.sees_visitors_asked'
                : 'quidget.help.sees_visitors',
            )}
          />
          <FlagField form={form} name="behaviour/takes_files" isWide />
          <FlagField form={form} name="behaviour/asks_rating" isWide />
          <FlagField form={form} name="behaviour/has_sound" isWide help={t('quidget.help.has_sound')} />
        </div>
      </FormPart>
    </>
  );
}
