import { IconChevronDown } from '@tabler/icons-react';
import { Icon } from './icon.tsx';
import c from './list-page.module.css';
import { useShell } from './shell.tsx';

/** What is listed; where it is narrow it opens the views. */
export function ListTitle({ children }: { children: string }) {
  const { openViews, hasViews } = useShell();
  return (
    <h1>
      {hasViews ? (
        <button type="button" className={c.title} onClick={openViews}>
          {children}
          <Icon of={IconChevronDown} size={16} />
        </button>
      ) : (
        children
      )}
    </h1>
  );
}
