// Shows news of tickets when no desk is open, and leads to them. Keeps nothing: no answer of the API is ever stored here.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.path));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

/** Browsers take the right away from who is woken and shows nothing, so whatever came, something is shown. */
async function show(data) {
  const { title, body, path, tag, at } = read(data);
  await self.registration.showNotification(title, { body, tag, timestamp: at, renotify: true, data: { path } });
}

function read(data) {
  try {
    const { title, body, path, tag, at } = data.json();
    return { title: String(title), body: String(body), path: String(path), tag: String(tag), at: Number(at) };
  } catch {
    return { title: location.host, body: '', path: '/v1/tickets', tag: 'unreadable', at: Date.now() };
  }
}

const answerMsMax = 600;

/** To a desk that is open, which asks about what is typed there; else to a new one. Never to another site. */
async function lead(path) {
  const url = new URL(typeof path === 'string' ? path : '/v1/', location.origin);
  if (url.origin !== location.origin || !url.pathname.startsWith('/v1/')) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isThere = (one) => new URL(one.url).pathname === url.pathname;
  const desk = windows.find(isThere) ?? windows.find((one) => one.visibilityState === 'visible') ?? windows[0];
  if (desk && (await takes(desk, url))) await desk.focus().catch(() => {});
  else await self.clients.openWindow(url.href);
}

/** Whether the desk in this window says that it goes there. A page that is no desk says nothing. */
function takes(desk, { pathname, search, hash }) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, answerMsMax, false);
    desk.postMessage({ open: pathname + search + hash }, [port2]);
  });
}

/** The browser gave the old address up. Whether it may go on hearing, the server knows. */
async function renew({ oldSubscription: old, newSubscription }) {
  if (!old) return;
  const asked = { userVisibleOnly: true, applicationServerKey: old.options.applicationServerKey };
  const { endpoint, keys } = (newSubscription ?? (await self.registration.pushManager.subscribe(asked))).toJSON();
  const data = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, replaces: old.endpoint };
  await fetch('/v1/api/push/subscribe', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
}
