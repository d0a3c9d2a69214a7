import { useCallback } from 'react';
import { useMay } from '../../../api/self.ts';
import type { BarAction } from './toolbar-actions.ts';

/** What the person's role keeps them from. */
export function useIsDenied(): (action: BarAction) => boolean {
  const [update, merge, trash, restore] = [
    useMay('tickets.update'),
    useMay('tickets.merge'),
    useMay('tickets.delete'),
    useMay('tickets.restore'),
  ];
  return useCallback(
    (action) =>
      !{ update, merge, trash, restore }[
        action === 'merge' || action === 'trash' || action === 'restore' ? action : 'update'
      ],
    [update, merge, trash, restore],
  );
}
