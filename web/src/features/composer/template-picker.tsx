import { Button, Menu } from '@mantine/core';
import { IconMessage2Code } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { templates } from '#contract/templates.ts';
import { rowsQuery } from '../../api/rows.ts';
import { useMay, useSelf } from '../../api/self.ts';
import { Icon } from '../../ui/icon.tsx';

const offeredMax = 50;

/** Templates for a letter that has no ticket yet: their variables are filled in for each customer when it is sent. */
export function TemplatePicker(props: {
  companyId: number;
  productId: number;
  onChoose: (id: number, html: string) => void;
}) {
  const { companyId, productId, onChoose } = props;
  const { t } = useTranslation();
  const { settings } = useSelf();
  const may = useMay('templates.get', companyId);
  const { data } = useQuery({
    ...rowsQuery(templates, {
      fields: ['id', 'name', 'texts', 'product_id'],
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
  return (
    <Menu position="top-start" width={280}>
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={<Icon of={IconMessage2Code} size={16} />}>
          {t('composer.templates.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        {offered.map(({ id, name, texts }) => (
          <Menu.Item key={id} onClick={() => onChoose(id, texts[settings.language] ?? Object.values(texts)[0] ?? '')}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
