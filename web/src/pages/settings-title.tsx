import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { BackToList } from '../ui/back-to-list.tsx';
import { formStyles } from '../ui/form-page.tsx';
import { Icon } from '../ui/icon.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { useShell } from '../ui/shell.tsx';
import c from './settings-page.module.css';

/** Where it is narrow the title opens the other parts. */
export function SettingsTitle({ title }: { title: string }) {
  const { openViews } = useShell();
  usePageTitle(title);
  return (
    <div className={formStyles.bar}>
      <BackToList />
      <h1>
        <span className={c.plain}>{title}</span>
        <UnstyledButton className={c.opener} onClick={openViews} aria-haspopup="dialog">
          {title} <Icon of={IconChevronDown} size={16} />
        </UnstyledButton>
      </h1>
    </div>
  );
}
