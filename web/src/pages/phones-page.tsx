import { Phones } from '../features/operators/phones.tsx';
import { Shell } from '../ui/shell.tsx';

/** Hidden, and for operators of the installation alone. */
export function PhonesPage() {
  return (
    <Shell section="administration">
      <Phones />
    </Shell>
  );
}
