import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { previewMerge } from '#contract/ticket-merges.ts';
import { formatDayTime } from '../../../i18n/time.ts';
import { Icon } from '../../../ui/icon.tsx';
import c from './merge-dialog.module.css';

type Preview = z.output<typeof previewMerge.answer>;

/** The thread that a merge would make, each line in the colour of the ticket it comes from, and what comes together. */
export function MergePreview({ preview, first }: { preview: Preview; first: number }) {
  const { t } = useTranslation();
  const numberOf = new Map(preview.tickets.map((one) => [one.id, one.case_number]));
  const line = (one: Preview['first'][number]) => (
    <li
      key={one.id}
      className={c.line}
      data-side={one.ticket_id === first ? 'a' : 'b'}
      data-note={one.kind === 'note' || undefined}
    >
      <span className={c.from}>{numberOf.get(one.ticket_id)}</span>
      <span className={c.said}>
        {one.kind === 'note' && <Icon of={IconLock} size={14} />}
        <b>{one.author}</b> {one.line}
      </span>
      <time>{formatDayTime(one.added)}</time>
    </li>
  );
  const facts = [
    preview.attachments > 0 && t('merge.attachments', { count: preview.attachments }),
    preview.tags.length > 0 && t('merge.tags', { tags: preview.tags.map((tag) => tag.name).join(', ') }),
    t('merge.state', { state: t(`tickets.state.${preview.view_type || 'open'}`) }),
  ].filter((one) => one !== false);
  return (
    <section aria-label={t('merge.thread')} className={c.preview}>
      <h3>{t('merge.thread')}</h3>
      <ol>
        {preview.first.map(line)}
        {preview.hidden > 0 && <li className={c.hidden}>{t('merge.hidden', { count: preview.hidden })}</li>}
        {preview.last.map(line)}
      </ol>
      <p>{facts.join(' · ')}</p>
      <p>{t('merge.told_nothing')}</p>
    </section>
  );
}
