import { Notifications } from '@mantine/notifications';
import { toastsMax } from './toast-room.ts';

export default function Toasts() {
  return <Notifications position="bottom-left" limit={toastsMax} />;
}
