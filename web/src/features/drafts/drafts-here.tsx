import { UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatWait, readTime } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import c from './drafts-here.module.css';
import type { Drafts } from './use-drafts.ts';

/**
 * What else is being written here, and a way to go on with it: by a colleague, by oneself in a ticket that was merged
 * into this one, or to a third party.
 */
export function DraftsHere(props: {
  drafts: Drafts;
  /** A letter to a third party is open, and shows its own draft. */
  isBeside: boolean;
  goOn: (sideId: number | null) => void;
}) {
  const { t } = useTranslation();
  const { colleagues, aside, beside, takeOver, discard } = props.drafts;
  const toOthers = props.isBeside ? [] : beside;
  if (colleagues.length + aside.length + toOthers.length === 0) return null;
  const ago = (updated: string) => formatWait(readTime(updated));
  return (
    <ul className={c.drafts} aria-label={t('writing.drafts_here')}>
      {aside.map((one) => (
        <Line key={one.id} line={one.line} words={t(`writing.aside.${one.kind}`, { number: one.case_number })}>
          <UnstyledButton onClick={() => takeOver(one.id)}>{t('writing.aside.add')}</UnstyledButton>
          <UnstyledButton onClick={() => void discard(one)}>{t('writing.aside.discard')}</UnstyledButton>
        </Line>
      ))}
      {toOthers.map((one) => (
        <Line
          key={one.id}
          line={one.side?.subject ?? ''}
          words={t('writing.beside', {
            who: one.recipients?.to.map((to) => to.name || to.address).join(', ') || '…',
            ago: ago(one.updated),
          })}
        >
          <UnstyledButton onClick={() => props.goOn(one.side_id)}>{t('writing.go_on')}</UnstyledButton>
        </Line>
      ))}
      {colleagues.map((one) => (
        <Line
          key={one.id}
          line={one.line}
          words={t(`writing.draft_by.${one.kind}`, { name: one.user.name, ago: ago(one.updated) })}
        >
          <UnstyledButton onClick={() => takeOver(one.id)}>{t('writing.take_over')}</UnstyledButton>
        </Line>
      ))}
    </ul>
  );
}

function Line({ words, line, children }: { words: string; line: string; children: ReactNode }) {
  return (
    <li>
      <Icon of={IconPencil} size={14} />
      <span>{words}</span>
      <q className={c.line}>{line}</q>
      {children}
    </li>
  );
}
