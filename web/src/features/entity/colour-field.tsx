import { Input } from '@mantine/core';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Chip, Dot } from '../../ui/chip.tsx';
import { productColours } from '../../ui/colours.ts';
import c from './colour-field.module.css';
import { type FormValues, textOf } from './form-values.ts';

type Props = {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  /** For the chip that shows what it will look like. */
  product: FormValues;
  wrapperProps: Record<string, unknown>;
};

/** The colours that can be told apart, as a row of radios, and the chip or the name with a dot that they make. */
export function ColourField({ name, label, value, onChange, error, product, wrapperProps }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const isOwn = value !== '' && !productColours.some((colour) => colour.value === value);
  const offered = isOwn ? [...productColours, { name: 'own' as const, value }] : productColours;
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={error} {...wrapperProps}>
      <div className={c.row}>
        <div className={c.colours} role="radiogroup" aria-labelledby={id}>
          {offered.map((colour) => (
            <label key={colour.value} className={c.colour} style={{ '--chip': colour.value } as CSSProperties}>
              <input
                type="radio"
                name={name}
                value={colour.value}
                checked={colour.value === value}
                onChange={() => onChange(colour.value)}
              />
              <span className="sr">{t(`colours.${colour.name}`)}</span>
            </label>
          ))}
        </div>
        {product.abbreviation === undefined ? (
          textOf(product.name) !== '' && (
            <span className={c.dotted}>
              <Dot color={value || '#495057'} />
              <b>{textOf(product.name)}</b>
            </span>
          )
        ) : (
          <Chip
            of={{
              name: textOf(product.name),
              abbreviation: textOf(product.abbreviation) || 'ABC',
              color: value || '#495057',
            }}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}
