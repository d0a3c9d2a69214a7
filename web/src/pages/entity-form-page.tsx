import { Shell } from '../ui/shell.tsx';

export function EntityFormPage() {
  return <Shell section="administration">{null}</Shell>;
}
