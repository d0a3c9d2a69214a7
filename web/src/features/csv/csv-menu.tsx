import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTableExport, IconTableImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
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

/** A list's way out as CSV, and in; nothing for lists that have none. `name` is the list's own, as in its address. */
export function CsvMenu({ name, entity, query }: { name: string; entity: string; query: ListQuery }) {
  const { t } = useTranslation();
  const who = useSelf();
  const [isExporting, setExporting] = useState(false);
  if (!isCsvEntity(entity)) return null;
  const mayImport = companiesToImport(who, entity).length > 0;
  if (companiesToExport(who, entity).length === 0) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('list.more_for_list')}>
            <Icon of={IconDots} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon of={IconTableExport} size={16} />} onClick={() => setExporting(true)}>
            {t('list.export_csv')}
          </Menu.Item>
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
      {isExporting && (
        <Suspense>
          <ExportDialog entity={entity} query={query} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  );
}
