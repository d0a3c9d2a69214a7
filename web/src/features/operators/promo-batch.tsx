import { ActionIcon, Button } from '@mantine/core';
import { IconBan, IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { csvLine } from '#contract/csv-line.ts';
import type { PromoBatch, PromoCode } from '#contract/promo-codes.ts';
import { formatDate, formatNumber, readTime } from '../../i18n/time.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { download } from '../../ui/download.ts';
import { Icon } from '../../ui/icon.tsx';
import { codesToGive, isOver } from './codes-to-give.ts';
import c from './promo-codes.module.css';

/** The codes of one making, folded under what they have in common. */
export function PromoBatchView(props: { of: PromoBatch; isOpen: boolean; revoke: (ids: number[]) => void }) {
  const { of, isOpen, revoke } = props;
  const { t } = useTranslation();
  const valid = of.promocodes.filter((one) => one.check);
  const toGive = codesToGive(of);
  const file = `${of.name}.csv`;
  // Days were meant as days of UTC, and are shown as they were typed, wherever that is read.
  const day = (at: string) => formatDate(readTime(at), { zone: 'UTC' });
  return (
    <details className={c.batch} open={isOpen}>
      <summary>
        <Icon of={IconChevronDown} size={16} />
        <b>{of.name}</b>
        <span>{t('operators.promo.codes', { count: of.promocodes.length })}</span>
        <span>{t('operators.promo.off', { percent: of.percent })}</span>
        <span>{t('operators.promo.uses', { count: of.count })}</span>
        <span>{t('operators.promo.from_to', { from: day(of.begin), to: day(of.expire) })}</span>
        {isOver(of) && <span className={c.over}>{t('operators.promo.over')}</span>}
        {of.made_by && <span>{t('operators.promo.made_by', { name: of.made_by })}</span>}
      </summary>
      <div className={c.actions}>
        {toGive.length > 0 && (
          <CopyButton text={toGive.map((one) => one.promocode).join('\n')} label={t('operators.promo.copy_all')} />
        )}
        <Button
          variant="default"
          leftSection={<Icon of={IconDownload} size={16} />}
          onClick={() => download(csvOf(of), { name: file, type: 'text/csv' })}
        >
          {t('operators.promo.download', { file })}
        </Button>
        <Button
          variant="subtle"
          color="var(--p-danger)"
          disabled={valid.length === 0}
          onClick={() => revoke(valid.map((one) => one.id))}
        >
          {t('operators.promo.revoke_all')}
        </Button>
      </div>
      <ul className={c.codes} aria-label={of.name}>
        {of.promocodes.map((one) => (
          <li key={one.id} data-gone={!one.check || one.count === 0 || undefined}>
            <code>{one.promocode}</code>
            <small>{stateOf(one)}</small>
            {one.check && (
              <ActionIcon
                size={28}
                aria-label={t('operators.promo.revoke', { code: one.promocode })}
                onClick={() => revoke([one.id])}
              >
                <Icon of={IconBan} size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </details>
  );

  function stateOf(one: PromoCode): string {
    if (!one.check) return t('operators.promo.is_revoked');
    if (one.count === 0) return t('operators.promo.used_up');
    return t('operators.promo.left', { number: formatNumber(one.count) });
  }
}

function csvOf(of: PromoBatch): string {
  const lines = of.promocodes.map((one) =>
    csvLine([one.promocode, one.percent, one.check ? one.count : 0, of.begin, of.expire]),
  );
  return [csvLine(['promocode', 'percent', 'uses_left', 'begin', 'expire']), ...lines].join('');
}
