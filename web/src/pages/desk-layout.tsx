import { Outlet } from '@tanstack/react-router';
import { SignedOutOverlay } from '../features/accounts/signed-out-overlay.tsx';
import { ConnectionBanner } from '../realtime/connection-banner.tsx';
import { Realtime } from '../realtime/realtime.tsx';

export function DeskLayout() {
  return (
    <Realtime>
      <Outlet />
      <ConnectionBanner />
      <SignedOutOverlay />
    </Realtime>
  );
}
