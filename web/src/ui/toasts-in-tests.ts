import { notifications } from '@mantine/notifications';
import { onTestFinished, vi } from 'vitest';

/** For tests of what toasts say: none is pointed at, whichever tests before have left standing, and none is left behind. */
export function toastsInTests(): void {
  vi.stubGlobal('document', { getElementById: () => null });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    notifications.clean();
  });
}
