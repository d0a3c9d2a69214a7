import { InstallationHealthView } from '../features/operators/installation-health.tsx';
import { Shell } from '../ui/shell.tsx';

/** Hidden, and for operators of the installation alone. */
export function InstallationHealthPage() {
  return (
    <Shell section="administration">
      <InstallationHealthView />
    </Shell>
  );
}
