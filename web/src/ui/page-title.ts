import { useEffect } from 'react';
import { brand } from './brand.ts';

/** What the browser's tab and its history call this page: `Products · Parley`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${brand.name}` : brand.name;
  }, [title]);
}
