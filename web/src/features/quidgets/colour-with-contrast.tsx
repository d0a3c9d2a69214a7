import { Button, ColorSwatch, Input, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type CSSProperties, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { contrastOf, nearestReadable, textContrastMin } from '#contract/contrast.ts';
import { productColours } from '../../ui/colours.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './quidget-form.module.css';
import type { QuidgetValues } from './quidget-values.ts';

const white = '#ffffff';
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The colour of the chat: one that is offered or any other, and whether white can be read on it. */
export function ColourWithContrast({ form }: { form: UseFormReturnType<QuidgetValues> }) {
  const { t } = useTranslation();
  const id = useId();
  const value = String(form.values.color ?? '');
  const set = (colour: string) => form.setFieldValue('color', colour);
  return (
    <div data-wide>
      <Input.Wrapper label={t('quidget.fields.color')} labelElement="div" labelProps={{ id }}>
        <div className={c.colours}>
          <div role="radiogroup" aria-labelledby={id}>
            {productColours.map((colour) => (
              <label key={colour.value} style={{ '--chip': colour.value } as CSSProperties}>
                <input
                  type="radio"
                  name="offered_colour"
                  checked={colour.value === value.toLowerCase()}
                  onChange={() => set(colour.value)}
                />
                <span className="sr">{t(`colours.${colour.name}`)}</span>
              </label>
            ))}
          </div>
          <TextInput
            {...form.getInputProps('color')}
            name="color"
            aria-label={t('quidget.colour.own')}
            w={140}
            maxLength={7}
            spellCheck={false}
            autoComplete="off"
            leftSectionPointerEvents="all"
            leftSectionWidth={44}
            leftSection={
              <input
                className={c.picker}
                type="color"
                aria-label={t('quidget.colour.pick')}
                value={isColour(value) ? value.toLowerCase() : white}
                onChange={(event) => set(event.currentTarget.value)}
              />
            }
          />
        </div>
      </Input.Wrapper>
      <div className={c.contrast} aria-live="polite">
        {isColour(value) && <Contrast of={value} onTake={set} />}
      </div>
    </div>
  );
}

function Contrast({ of, onTake }: { of: string; onTake: (colour: string) => void }) {
  const { t, i18n } = useTranslation();
  const found = contrastOf(of, white);
  const format = (ratio: number) =>
    // Rounded down: what is nearly enough is not.
    (Math.floor(ratio * 10) / 10).toLocaleString(i18n.language);
  const said = { ratio: format(found), needed: format(textContrastMin) };
  if (found >= textContrastMin)
    return (
      <p>
        <Icon of={IconCircleCheck} size={16} /> {t('quidget.colour.fine', said)}
      </p>
    );
  const better = nearestReadable(of, white);
  return (
    <>
      <p data-warn>
        <Icon of={IconAlertTriangle} size={16} /> {t('quidget.colour.weak', said)}
      </p>
      <Button
        size="xs"
        variant="default"
        leftSection={<ColorSwatch color={better} size={14} withShadow={false} />}
        onClick={() => onTake(better)}
      >
        {t('quidget.colour.take', { colour: better })}
      </Button>
    </>
  );
}
