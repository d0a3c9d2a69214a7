import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconMessage2Code } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '#contract/messages.ts';
import { insertTemplate, templates } from '#contract/templates.ts';
import { call } from '../../api/call.ts';
import { rowsQuery } from '../../api/rows.ts';
import { useMay } from '../../api/self.ts';
import { Icon } from '../../ui/icon.tsx';
import { toastError } from '../../ui/toast.tsx';

const offeredMax = 50;

/** Templates for a letter that has no ticket yet: their variables are filled in for each customer when it is sent. */
export function TemplatePicker(props: {
  companyId: number;
  productId: number;
  /** Answers how to put it where the caret is now. */
  keepPlace: () => (html: string | null) => void;
  /** After it stands there. */
  onChoose: (id: number, files: readonly Attachment[]) => void;
}) {
  const { companyId, productId, keepPlace, onChoose } = props;
  const { t } = useTranslation();
  const may = useMay('templates.get', companyId);
  const { data } = useQuery({
    ...rowsQuery(templates, {
      fields: ['id', 'name', 'product_id'],
      conditions: [
        ['company_id', '=', companyId],
        ['is_deleted', '=', 0],
      ],
      sort: [['times_used', 'desc']],
      range: [0, offeredMax],
    }),
    enabled: may && companyId > 0,
  });
  const offered = (data?.rows ?? []).filter((one) => one.product_id === null || one.product_id === productId);
  if (!may || offered.length === 0) return null;
  const choose = async (id: number) => {
    const put = keepPlace();
    try {
      const { html, attachments } = await call(insertTemplate, { id });
      put(html);
      onChoose(id, attachments);
    } catch (error) {
      put(null);
      toastError(t('composer.templates.failed'), error);
    }
  };
  return (
    <Menu position="top-start" width={280} returnFocus={false}>
      <Menu.Target>
        <Tooltip label={t('composer.templates.title')}>
          <ActionIcon size={28} variant="subtle" color="gray" aria-label={t('composer.templates.title')}>
            <Icon of={IconMessage2Code} size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah="min(320px, var(--p-room))">
        {offered.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => void choose(id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
