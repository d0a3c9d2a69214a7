import { LockedAddresses } from '../features/operators/locked-addresses.tsx';
import { Shell } from '../ui/shell.tsx';

/** Hidden, and for operators of the installation alone. */
export function UnlockPage() {
  return (
    <Shell section="administration">
      <LockedAddresses />
    </Shell>
  );
}
