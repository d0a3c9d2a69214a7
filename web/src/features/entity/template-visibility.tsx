import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type TemplateVisibility, templateVisibilities } from '#contract/templates.ts';
import { useMay } from '../../api/self.ts';
import type { CustomFieldProps } from './form-field.ts';
import { textOf } from './form-values.ts';

/** Who finds a template. Without the right to share there is one answer. */
export function VisibilityField({ name, label, value, onChange, error, values, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  const mayShare = useMay('templates.share', Number(values.company_id) || undefined);
  return (
    <Radio.Group name={name} label={label} error={error} value={textOf(value)} onChange={onChange}>
      {templateVisibilities.map((one) => (
        <Radio
          key={one}
          mt={8}
          value={one}
          label={t(`templates.visibility.${one}`)}
          description={t(`templates.visibility_help.${one}`)}
          disabled={isReadOnly || (one !== 'personal' && !mayShare && value !== one)}
        />
      ))}
    </Radio.Group>
  );
}

export function VisibilityMark({ of }: { of: TemplateVisibility }) {
  return useTranslation().t(`templates.visibility.${of}`);
}
