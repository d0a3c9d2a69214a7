import { ActionIcon, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots, IconTableExport, IconTableImport } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/fetch-part.ts';
import { useSelf } from '../../api/self.ts';
import { learnLater } from '../../i18n/language.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuItemLink } from '../../ui/menu-item-link.tsx';
import { companiesToExport, companiesToImport, isCsvEntity } from './csv-rights.ts';
import type { ListQuery } from './export-dialog.tsx';

// Few open it, and nobody at once.
const ExportDialog = lazyPart(async () => {
  const [file] = await Promise.all([import('./export-dialog.tsx'), learnLater('csv')]);
  return { default: file.ExportDialog };
});

type Props = {
  /** The list's own, as in its address. */
  name: string;
  entity: string;
  query: ListQuery;
  /** What else stands there on a phone. */
  onPhone: ReactNode;
};

/** A list's way out as CSV, and in, where it has one. Nothing for lists that have neither that nor more to offer. */
export function CsvMenu({ name, entity, query, onPhone }: Props) {
  const { t } = useTranslation();
  const who = useSelf();
  const [isExporting, setExporting] = useState(false);
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const mayExport = isCsvEntity(entity) && companiesToExport(who, entity).length > 0;
  const mayImport = mayExport && companiesToImport(who, entity).length > 0;
  const more = isPhone && onPhone;
  if (!mayExport && !more) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('list.more_for_list')}>
            <Icon of={IconDots} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {more && <Suspense fallback={<Menu.Item disabled>{t('list.loading')}</Menu.Item>}>{more}</Suspense>}
          {more && mayExport && <Menu.Divider />}
          {mayExport && (
            <Menu.Item leftSection={<Icon of={IconTableExport} size={16} />} onClick={() => setExporting(true)}>
              {t('list.export_csv')}
            </Menu.Item>
          )}
          {mayImport && (
            <MenuItemLink
              to="/$entity/import"
              params={{ entity: name as 'customers' }}
              leftSection={<Icon of={IconTableImport} size={16} />}
            >
              {t('list.import_csv')}
            </MenuItemLink>
          )}
        </Menu.Dropdown>
      </Menu>
      {isExporting && isCsvEntity(entity) && (
        <Suspense>
          <ExportDialog entity={entity} query={query} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  );
}
