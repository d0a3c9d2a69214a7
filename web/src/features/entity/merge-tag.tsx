import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { mergeTags, tags } from '#contract/tags.ts';
import { call } from '../../api/call.ts';
import { restoreRows } from '../../api/rows.ts';
import { useMay } from '../../api/self.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { OfferedSelect } from '../../ui/offered/offered-select.tsx';
import { named } from '../../ui/offered/reference.ts';
import { toast, toastError, toastUndo } from '../../ui/toast.tsx';
import { useIsStillHere } from '../../ui/use-is-still-here.ts';
import c from './ask-where-to.module.css';

const toTag = named(tags);

/** Gives this tag's tickets to another one and disables it, with a way back. */
export function MergeTag({ tag }: { tag: Row<typeof tags> }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const [opened, dialog] = useDisclosure(false);
  const [into, choose] = useState<number | null>(null);
  const isUnderWay = useRef(false);
  const may = useMay('tags.update', tag.company_id) && tag.is_deleted === 0;
  const refresh = () => client.invalidateQueries({ queryKey: [tags.name] });
  const unmerge = (ids: number[]) =>
    void restoreRows(tags, ids)
      .catch((error: unknown) => toastError(t('tags.not_unmerged'), error))
      .finally(() => void refresh());
  const merging = useMutation({
    mutationFn: () => call(mergeTags, { ids: [tag.id], into: Number(into) }),
    onSuccess: async ({ ids }) => {
      dialog.close();
      // What a colleague merged first is not this person's to take back.
      if (ids.length === 0) toast({ status: 'success', title: t('tags.merged') });
      else toastUndo(t('tags.merged'), () => unmerge(ids));
      if (isStillHere()) await navigate({ to: '/$entity/search', params: { entity: 'tags' } });
    },
    onError: (error) => toastError(t('tags.not_merged'), error),
    onSettled: () => {
      isUnderWay.current = false;
      return refresh();
    },
  });
  const merge = () => {
    // Two presses may come before the button knows of the first.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    merging.mutate();
  };
  if (!may) return null;
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('tags.merge')}
      </Button>
      <Dialog opened={opened} close={dialog.close} title={t('tags.merge_title', { name: tag.name })}>
        <p className={c.lead}>{t('tags.merge_text', { count: tag.ticket_count })}</p>
        <OfferedSelect
          data-autofocus
          mt={16}
          label={t('tags.merge_into')}
          to={toTag}
          companyId={tag.company_id}
          without={[tag.id]}
          isAsked={opened}
          value={into}
          onChange={choose}
          comboboxProps={{ withinPortal: true }}
        />
        <Button mt={16} fullWidth disabled={into === null} loading={merging.isPending} onClick={merge}>
          {t('tags.merge')}
        </Button>
      </Dialog>
    </>
  );
}
