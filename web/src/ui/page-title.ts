import { useEffect } from 'react';

/** What the browser's tab and its history call this page: `Products · Parley`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Parley` : 'Parley';
  }, [title]);
}
