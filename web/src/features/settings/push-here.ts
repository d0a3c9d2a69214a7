import { resumePush, subscribePush } from '#contract/push.ts';
import { call } from '../../api/call.ts';

/** What this browser can do and allows; whether it does, the server knows. */
export type PushHere =
  /** Only pages that came by https may. */
  | 'insecure'
  /** On iPhones and iPads only what lies on the home screen may. */
  | 'needs_home_screen'
  | 'unsupported'
  | 'denied'
  | 'askable'
  | 'allowed';

const base = import.meta.env.BASE_URL;

export function pushHere(): PushHere {
  if (!window.isSecureContext) return 'insecure';
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isSupported) return isApplePhone() ? 'needs_home_screen' : 'unsupported';
  return Notification.permission === 'granted'
    ? 'allowed'
    : Notification.permission === 'denied'
      ? 'denied'
      : 'askable';
}

/** iPads call themselves Macs, and have fingers. */
const isApplePhone = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Says when somebody allows or forbids it in the browser's own settings. */
export function onPushHere(changed: () => void): () => void {
  const end = new AbortController();
  const options = { signal: end.signal };
  document.addEventListener('visibilitychange', changed, options);
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', changed, options))
    .catch(() => {});
  return () => end.abort();
}

/** Asks, if nobody was asked yet, and turns it on. False when the answer was no. To be called by a click alone. */
export async function turnPushOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await navigator.serviceWorker.register(`${base}desk-worker.js`, { scope: base });
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // A subscription is for whom it was made: not for an installation that has other keys now.
  if (before && keyOf(before) !== publicKey) await before.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = '', keys = {} } = made.toJSON();
  await call(subscribePush, { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } });
  return true;
}

/** The browser forgets its address, so that nothing can reach it. The server is told apart. */
export async function turnPushOff(): Promise<void> {
  await (await subscriptionHere())?.unsubscribe();
}

/** Somebody signed in where news arrived before: they go on, unless it was somebody else or the device was removed. */
export async function resumePushHere(): Promise<void> {
  if (pushHere() !== 'allowed') return;
  const subscription = await subscriptionHere();
  if (subscription) await call(resumePush, { endpoint: subscription.endpoint });
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(base);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '');
}
