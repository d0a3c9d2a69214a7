import { NotAllowed } from '../ui/not-allowed.tsx';
import c from './message-page.module.css';

/** Where somebody is sent who may not see what they asked for. */
export function ForbiddenPage() {
  return (
    <main className={c.page}>
      <NotAllowed />
    </main>
  );
}
