import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import e from './editor.module.css';
import { stepOf } from './letters-count.ts';

/** How many more letters the message holds, or how many are too many: seen with each one, heard now and then. */
export default function LettersLeft({ left }: { left: number }) {
  const { t } = useTranslation();
  const [said, say] = useState('');
  const text = left < 0 ? t('composer.letters_over', { count: -left }) : t('composer.letters_left', { count: left });
  const step = stepOf(left);
  const tell = useEffectEvent(() => say(text));
  // Into a place that is there already: what comes with its words is not read out everywhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step.
  useEffect(() => tell(), [step]);
  return (
    <p className={e.left} data-over={left < 0 || undefined}>
      <span aria-hidden>{text}</span>
      <span className="sr" role="status">
        {said}
      </span>
    </p>
  );
}
