import { Notifications, useNotifications } from '@mantine/notifications';
import { useLayoutEffect } from 'react';
import { keepToastsClear } from './keep-toasts-clear.ts';
import { toastsMax } from './toast-room.ts';

export default function Toasts() {
  const stand = useNotifications().notifications.length > 0;
  useLayoutEffect(() => (stand ? keepToastsClear() : undefined), [stand]);
  return <Notifications position="bottom-left" limit={toastsMax} />;
}
