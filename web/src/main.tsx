import './api/no-eval.ts';
import './api/random-uuid.ts';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/inter/opsz.css';
import './ui/base.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { fetchPart } from './api/fetch-part.ts';
import { makeQueryClient } from './api/query-client.ts';
import { knowSignedOut } from './api/self.ts';
import { App } from './app.tsx';
import { rememberTyped } from './features/accounts/typed-early.ts';
import { startI18n } from './i18n/language.ts';
import { fetchDeskWhenIdle, leaveForMissing, makeRouter } from './router.tsx';
import { styleNonce } from './ui/brand.ts';

// Mantine's dialogs lock scrolling with a style tag of their own; the package behind it asks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

const emptyMsMax = 500;
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
await startI18n();

const queryClient = makeQueryClient((error) => {
  void fetchPart(() => import('./ui/toast.tsx')).then(({ toastError }) => toastError(undefined, error));
});
const router = makeRouter(queryClient);
leaveForMissing(router);
// Until everything is there, what the server has drawn stays; then one takes the other's place in one step. A page that
// is still empty waits for a moment only, and shows then that something is awaited.
const isDrawn = root.childElementCount > 0;
// The server draws for those alone whom it does not know, or says so: asking who they are would be answered by a refusal. A
// page that comes back from the browser's history is an old one.
const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]; // what it lists by this name
const isStranger = isDrawn || 'stranger' in document.documentElement.dataset;
if (isStranger && entry?.type !== 'back_forward') knowSignedOut(queryClient);
const loaded = router.load();
await (isDrawn ? loaded : Promise.race([loaded, new Promise((go) => setTimeout(go, emptyMsMax))]));
rememberTyped(root);
flushSync(() => createRoot(root).render(<App queryClient={queryClient} router={router} />));
fetchDeskWhenIdle(router);
