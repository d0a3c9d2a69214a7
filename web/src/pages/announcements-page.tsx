import { AnnouncementsDesk } from '../features/operators/announcements-desk.tsx';
import { Shell } from '../ui/shell.tsx';

/** Hidden, and for operators of the installation alone. */
export function AnnouncementsPage() {
  return (
    <Shell section="administration">
      <AnnouncementsDesk />
    </Shell>
  );
}
