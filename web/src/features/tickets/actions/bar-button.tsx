import { UnstyledButton } from '@mantine/core';
import {
  IconArrowMerge,
  IconBan,
  IconBookmark,
  IconCircleCheck,
  IconClockPause,
  IconMailCheck,
  IconRotate,
  IconTag,
  IconTrash,
  IconTrashOff,
  IconUserPlus,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/time.ts';
import { type Glyph, Icon } from '../../../ui/icon.tsx';
import { keyLabel } from '../../../ui/keys.ts';
import { Key } from '../../../ui/small-parts.tsx';
import { WhyNot } from '../../../ui/why-not.tsx';
import c from './ticket-toolbar.module.css';
import { type BarAction, barKeys } from './toolbar-actions.ts';

const glyphs: Record<BarAction, Glyph> = {
  resolve: IconCircleCheck,
  reopen: IconRotate,
  assign: IconUserPlus,
  snooze: IconClockPause,
  tag: IconTag,
  label: IconBookmark,
  spam: IconBan,
  notSpam: IconMailCheck,
  merge: IconArrowMerge,
  trash: IconTrash,
  restore: IconTrashOff,
};

type BarButtonProps = {
  action: BarAction;
  /** How many it is done to; shown where there are several. */
  count: number;
  isAsleep: boolean;
  isDenied: boolean;
  /** Why not, where it is neither asleep nor denied. */
  reason?: string | undefined;
} & ComponentProps<'button'>;

/** Asleep it keeps its place and its focus, and its tooltip says what it waits for. */
export function BarButton({ action, count, isAsleep, isDenied, reason: why, onClick, ref, ...rest }: BarButtonProps) {
  const { t } = useTranslation();
  const name = t(`tickets.act.${action}`);
  const reason = isDenied
    ? t('why_not.role')
    : isAsleep
      ? t(`tickets.${action === 'merge' ? 'select_two' : 'select_first'}`, { action: name })
      : why;
  return (
    <span className={c.wrap} data-asleep={isAsleep || undefined}>
      <WhyNot reason={reason} label={<WithKey name={name} of={barKeys[action]} />}>
        <UnstyledButton {...rest} ref={ref} className={c.act} aria-label={name} onClick={onClick}>
          <Icon of={glyphs[action]} />
          <span>{name}</span>
          {/* Drawn, not said: the button is called as it reads, and how many are chosen stands above the list. */}
          {!isAsleep && count > 1 && <b className={c.count} data-count={formatNumber(count)} />}
        </UnstyledButton>
      </WhyNot>
    </span>
  );
}

export function WithKey({ name, of }: { name: string; of: string }) {
  return (
    <>
      {name} <Key>{keyLabel(of)}</Key>
    </>
  );
}
