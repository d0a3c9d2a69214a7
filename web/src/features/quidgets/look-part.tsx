import { useTranslation } from 'react-i18next';
import { launcherShapes, offsetPxMax, quidgetSchemes } from '#contract/quidget-settings.ts';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { ColourWithContrast } from './colour-with-contrast.tsx';
import { ChoiceField, FlagField, NamedField, NumberField, TextField } from './fields.tsx';
import { toProduct } from './quidget-choices.ts';
import type { QuidgetForm } from './use-quidget-form.ts';

/** What it is called and what it looks like. */
export function LookPart({ form, companyId }: QuidgetForm) {
  const { t } = useTranslation();
  return (
    <>
      <FormPart title={t('quidget.look.names')}>
        <div className={formStyles.fields}>
          <TextField form={form} name="name" help={t('quidget.help.name')} />
          <TextField form={form} name="title" help={t('quidget.help.title')} />
          <NamedField
            form={form}
            name="product_id"
            to={toProduct}
            companyId={companyId}
            help={t('quidget.help.product_id')}
            isWide
          />
        </div>
      </FormPart>
      <FormPart title={t('quidget.look.colours')}>
        <div className={formStyles.fields}>
          <ColourWithContrast form={form} />
          <ChoiceField form={form} name="look/scheme" values={quidgetSchemes} isWide />
          <FlagField form={form} name="look/shows_team" isWide help={t('quidget.help.shows_team')} />
        </div>
      </FormPart>
      <FormPart title={t('quidget.look.launcher')}>
        <div className={formStyles.fields}>
          <ChoiceField form={form} name="look/shape" values={launcherShapes} isWide />
          <ChoiceField form={form} name="look/position" values={['left', 'right']} isWide />
          <NumberField form={form} name="look/offset_x_px" min={0} max={offsetPxMax} />
          <NumberField form={form} name="look/offset_y_px" min={0} max={offsetPxMax} />
        </div>
      </FormPart>
    </>
  );
}
