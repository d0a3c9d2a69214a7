import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SideConversation } from '#contract/side-conversations.ts';
import { formatDay } from '../../../i18n/time.ts';
import c from './side.module.css';

/** Those that go on first; a dot where an answer has not been opened. */
export function SideRows({ sides, onOpen }: { sides: readonly SideConversation[]; onOpen: (id: number) => void }) {
  const { t } = useTranslation();
  if (sides.length === 0) return null;
  return (
    <ul className={c.rows}>
      {sides.map((side) => (
        <li key={side.id}>
          <UnstyledButton
            className={c.row}
            data-unseen={side.is_unseen === 1 || undefined}
            data-done={side.state === 'done' || undefined}
            onClick={() => onOpen(side.id)}
          >
            <b>{side.partners.map((one) => one.name || one.address).join(', ') || side.subject}</b>
            <small>{side.state === 'done' ? t('side.done') : formatDay(side.updated)}</small>
            <span>{side.subject}</span>
            {side.is_unseen === 1 && <i className={c.dot} role="img" aria-label={t('side.unseen')} />}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
