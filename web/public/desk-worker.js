// Shows news of tickets when no desk is open, and leads to them; and keeps the desk itself, so that it opens without a
// network. It stores what is alike for everybody: pages and programs, and no answer of the API. Who was signed in, a desk
// that opened without a server is told from what the page itself keeps (`features/offline`).

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(begin()));
self.addEventListener('fetch', (event) => {
  const how = wayFor(event.request);
  if (how) event.respondWith(how(event));
});
self.addEventListener('message', (event) => {
  if (event.data?.keep) event.waitUntil(keep(event.data.keep).then(...tellPort(event.ports[0])));
  if (event.data?.forget) event.waitUntil(forget().then(...tellPort(event.ports[0])));
});
self.addEventListener('push', (event) => event.waitUntil(show(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.path));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

async function begin() {
  // The page is asked for while this wakes up.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

const prefix = 'parley-desk-';
const pageAddress = '/v1/tickets';
const selfAddress = '/v1/api/users/self';
/** As `features/offline/kept-store.ts` calls it. */
const database = 'parley-desk';
const daysMax = 7;
/** The one that is served, and the one before: a tab that is still open goes on with what it began with. */
const buildsMax = 2;
const fetchesAtOnce = 6;
/** What is no page of the desk, or holds a secret in its address. */
const notDesk =
  /^\/v1\/(?:api|assets|brand|hooks|health|ws|outbox|restore|email-confirmation-success|take-address-back|unlock|invite|callback|[^/]+\.(?:js|json|html))(?:\/|$)/;

/** How to answer a request; undefined: as if there were no worker. */
function wayFor({ method, mode, url }) {
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin) return undefined;
  if (method === 'POST' && pathname === selfAddress) return answerSelf;
  if (method !== 'GET') return undefined;
  if (mode === 'navigate') return pathname.startsWith('/v1/') && !notDesk.test(pathname) ? answerPage : undefined;
  return /^\/v1\/(?:assets|brand)\//.test(pathname) ? answerFile : undefined;
}

/** The server's own page whenever it answers: what is kept is never shown in place of a newer one. */
async function answerPage(event) {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request));
    // A proxy answers for a server that is away.
    return page.status >= 502 ? ((await keptPage(event)) ?? page) : page;
  } catch (error) {
    const kept = await keptPage(event);
    if (kept) return kept;
    throw error;
  }
}

/** Windows that were opened without a server. */
const opened = new Set();

async function keptPage({ resultingClientId }) {
  const page = await newest((cache) => cache.match(pageAddress));
  if (page) opened.add(resultingClientId);
  return page;
}

/** Who is signed in is the server's to say; a desk that opened without one is told who was. */
async function answerSelf({ request, clientId }) {
  try {
    const answer = await fetch(request);
    return answer.status >= 502 && opened.has(clientId) ? ((await keptSelf()) ?? answer) : answer;
  } catch (error) {
    const kept = opened.has(clientId) && (await keptSelf());
    if (kept) return kept;
    throw error;
  }
}

async function keptSelf() {
  const all = await indexedDB.databases();
  if (!all.some(({ name }) => name === database)) return undefined;
  const opening = indexedDB.open(database);
  // It was forgotten meanwhile, and must not come to be by being asked for.
  opening.onupgradeneeded = () => opening.transaction.abort();
  const db = await answerOf(opening);
  try {
    const person = await answerOf(db.transaction('person').objectStore('person').get('self'));
    // Whoever was away for longer signs in again first.
    const isFresh = person && person.at > Date.now() - daysMax * 86_400_000;
    return isFresh ? Response.json({ success: true, data: person.self }) : undefined;
  } finally {
    db.close();
  }
}

const answerOf = (asked) =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

/** Files are named by what is in them: one that is kept is the right one. */
async function answerFile({ request }) {
  return (await newest((cache) => cache.match(request))) ?? fetch(request);
}

async function newest(find) {
  for (const name of (await builds()).reverse()) {
    const found = await find(await caches.open(name));
    if (found) return found;
  }
  return undefined;
}

const builds = async () => (await caches.keys()).filter((name) => name.startsWith(prefix));

let keeping = Promise.resolve();

/** Fetches all of the desk, whole or not at all. */
function keep(build) {
  keeping = keeping.catch(() => {}).then(() => keepNow(build));
  return keeping;
}

async function keepNow(build) {
  const name = prefix + build;
  const cache = await caches.open(name);
  if (await cache.match(pageAddress)) return dropLater(name, build);
  try {
    const desk = await (await fetch('/v1/desk.json', { cache: 'no-store' })).json();
    const page = await fetch(pageAddress, { cache: 'no-store' });
    const text = await page.text();
    // A server that is being replaced may answer with either: another time, then.
    if (desk.build !== build || !page.ok || !text.includes(build)) throw new Error('another build');
    const named = [...text.matchAll(/"(\/v1\/brand\/[^"]+\.(?:css|svg|png))"/g)].map(([, address]) => address);
    const files = [...new Set([...desk.files, ...named])];
    while (files.length > 0) await Promise.all(files.splice(0, fetchesAtOnce).map((file) => keepFile(cache, file)));
    const kept = text.replace('<html ', '<html data-kept="" ');
    // The last thing: with it, everything is there.
    const headers = new Headers(page.headers);
    for (const ofTheWay of ['content-length', 'content-encoding']) headers.delete(ofTheWay);
    await cache.put(pageAddress, new Response(kept, { headers }));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
  for (const old of (await builds()).slice(0, -buildsMax)) await caches.delete(old);
}

/** A server that went back to an older desk serves that one: what was kept after it is not the newest any more. */
async function dropLater(name, build) {
  const all = await builds();
  const later = all.slice(all.indexOf(name) + 1);
  if (later.length === 0) return;
  const desk = await (await fetch('/v1/desk.json', { cache: 'no-store' })).json();
  // A tab that was open before a newer desk came asks as well.
  if (desk.build === build) for (const one of later) await caches.delete(one);
}

async function keepFile(cache, address) {
  const known = (await caches.match(address)) ?? (await fetch(address));
  if (!known.ok) throw new Error(`${address} answered ${known.status}`);
  await cache.put(address, known);
}

async function forget() {
  for (const name of await builds()) await caches.delete(name);
}

const tellPort = (port) => [() => port?.postMessage('done'), () => port?.postMessage('failed')];

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
