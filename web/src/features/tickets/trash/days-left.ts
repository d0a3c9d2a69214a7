import { trashDays } from '#contract/tickets.ts';
import { readTime } from '../../../i18n/time.ts';

const dayMs = 86_400_000;

/** How many days are left until a ticket of the trash is deleted for good; 0: it may be gone any moment. */
export const daysLeft = (deletedAt: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((readTime(deletedAt).getTime() + trashDays * dayMs - now) / dayMs));
