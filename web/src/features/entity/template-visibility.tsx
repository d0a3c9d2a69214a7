import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type TemplateVisibility, templateVisibilities } from '#contract/templates.ts';
import { useMay, useSelf } from '../../api/self.ts';
import type { CustomFieldProps } from './form-field.ts';
import { textOf } from './form-values.ts';

/** Who finds a template. Without the right to share there is one answer. */
export function VisibilityField({ name, label, value, onChange, error, values, row, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  const mayShare = useMay('templates.share', Number(values.company_id) || undefined);
  const { user } = useSelf();
  const isOthers = row !== null && 'owner_id' in row && row.owner_id !== user.id;
  const mayChoose = (one: TemplateVisibility) => value === one || (one === 'personal' ? !isOthers : mayShare);
  return (
    <Radio.Group name={name} label={label} error={error} value={textOf(value)} onChange={onChange}>
      {templateVisibilities.map((one) => (
        <Radio
          key={one}
          mt={8}
          value={one}
          label={t(`templates.visibility.${one}`)}
          description={
            one === 'personal' && isOthers ? t('errors.owned_by_another') : t(`templates.visibility_help.${one}`)
          }
          disabled={isReadOnly || !mayChoose(one)}
        />
      ))}
    </Radio.Group>
  );
}

export function VisibilityMark({ of }: { of: TemplateVisibility }) {
  return useTranslation().t(`templates.visibility.${of}`);
}
