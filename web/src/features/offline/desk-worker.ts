const base = import.meta.env.BASE_URL;

/** Whether this browser can open the desk without a network at all. */
export const canKeepDesk = (): boolean => window.isSecureContext && 'serviceWorker' in navigator && 'caches' in window;

/** Lets the worker fetch the desk that runs here, to open it when no server answers. */
export async function keepDesk(build: string): Promise<void> {
  if (!canKeepDesk() || build === '' || savesData()) return;
  await navigator.serviceWorker.register(`${base}desk-worker.js`, { scope: base });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: build });
}

export async function forgetDesk(): Promise<void> {
  if (!canKeepDesk()) return;
  const registration = await navigator.serviceWorker.getRegistration(base);
  registration?.active?.postMessage({ forget: true });
}

/** Who pays by the megabyte has said so to the browser. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
