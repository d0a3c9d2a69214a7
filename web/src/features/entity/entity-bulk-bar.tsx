import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { useKeys } from '../../ui/keys.ts';
import c from '../../ui/list-page.module.css';
import { WhyNot } from '../../ui/why-not.tsx';
import type { Act, Declaration } from './declaration.ts';
import { mayTurn } from './entity-rights.ts';
import { useSegment } from './list-state.ts';
import type { Picking } from './use-picking.ts';
import { useTurn } from './use-turn.ts';
import { turnWord } from './words.ts';

/** What can be done with the selected rows. */
export function EntityBulkBar({ of, picking }: { of: Declaration; picking: Picking }) {
  const { picked, clear, drop } = picking;
  const isActing = useRef(false);
  const { t } = useTranslation();
  const who = useSelf();
  const segment = useSegment();
  const { disable, restore } = useTurn(of);
  useKeys([{ key: 'Escape', label: t('list.clear'), run: clear }]);
  const isAll = segment === 'all';
  const [name, act, color] = isAll
    ? (['disable', disable, 'var(--p-danger)'] as const)
    : (['restore', restore, 'var(--p-ink)'] as const);
  const mayAct = mayTurn(of, who, name);
  const run = async (action: Act) => {
    if (isActing.current) return;
    isActing.current = true;
    const rows = [...picked.values()];
    const isDone = await action(rows).finally(() => {
      isActing.current = false;
    });
    // Whoever lets it be goes on with what they picked.
    if (isDone) drop(rows.map(of.keyOf));
  };
  return (
    <div className={c.bulk} role="toolbar" aria-label={t('list.selected_label')}>
      <strong>{t('list.selected', { count: picked.size })}</strong>
      <WhyNot reason={mayAct ? undefined : t('why_not.role')}>
        <Button variant="subtle" color="gray" c={mayAct ? color : undefined} onClick={() => void run(act)}>
          {turnWord(of, name)}
        </Button>
      </WhyNot>
      <Button variant="subtle" color="gray" onClick={clear}>
        {t('list.clear')}
      </Button>
    </div>
  );
}
