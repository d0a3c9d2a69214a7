import { Button, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { mergeTags, tags } from '#contract/tags.ts';
import { call } from '../../api/call.ts';
import { restoreRows, rowsQuery } from '../../api/rows.ts';
import { useMay } from '../../api/self.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toastError, toastUndo } from '../../ui/toast.tsx';
import c from './ask-where-to.module.css';

const offeredMax = 100;

/** Gives this tag's tickets to another one and disables it, with a way back. */
export function MergeTag({ tag }: { tag: Row<typeof tags> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure(false);
  const [into, choose] = useState<string | null>(null);
  const [words, seek] = useState('');
  const may = useMay('tags.update', tag.company_id) && tag.is_deleted === 0;
  const { data } = useQuery({
    ...rowsQuery(tags, {
      conditions: [
        ['company_id', '=', tag.company_id],
        ['is_deleted', '=', 0],
        ['id', '!=', tag.id],
      ],
      sort: [['name', 'asc']],
      range: [0, offeredMax],
      ...(words.trim() === '' ? {} : { search: words.trim() }),
    }),
    enabled: opened,
  });
  if (!may) return null;
  const merge = async () => {
    try {
      const { ids } = await call(mergeTags, { ids: [tag.id], into: Number(into) });
      dialog.close();
      toastUndo(t('tags.merged'), () => {
        restoreRows(tags, ids)
          .catch((error: unknown) => toastError(t('tags.not_unmerged'), error))
          .finally(() => void client.invalidateQueries({ queryKey: [tags.name] }));
      });
      await navigate({ to: '/$entity/search', params: { entity: 'tags' } });
    } catch (error) {
      toastError(t('tags.not_merged'), error);
    }
    await client.invalidateQueries({ queryKey: [tags.name] });
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('tags.merge')}
      </Button>
      <Dialog opened={opened} close={dialog.close} title={t('tags.merge_title', { name: tag.name })}>
        <p className={c.lead}>{t('tags.merge_text', { count: tag.ticket_count })}</p>
        <Select
          data-autofocus
          mt={16}
          label={t('tags.merge_into')}
          searchable
          openOnFocus={false}
          searchValue={words}
          onSearchChange={seek}
          data={(data?.rows ?? []).map((row) => ({ value: String(row.id), label: row.name }))}
          value={into}
          onChange={choose}
          nothingFoundMessage={t('list.nothing_found')}
          comboboxProps={{ withinPortal: true }}
        />
        <Button mt={16} fullWidth disabled={into === null} onClick={() => void merge()}>
          {t('tags.merge')}
        </Button>
      </Dialog>
    </>
  );
}
