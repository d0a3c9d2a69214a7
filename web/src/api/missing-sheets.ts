/** Style sheets that did not come, by their address. */
const missing = new Map<string, { link: HTMLLinkElement; coming?: Promise<void> }>();

// Vite's way of an import puts the sheets of its part into the page, each once: the next time it goes on without.
if (typeof window !== 'undefined')
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      target.remove();
      missing.set(target.href, { link: target });
    },
    true,
  );

/** Fails as Vite says it, where one of them does not come this time either. */
export async function fetchMissingSheets(): Promise<void> {
  await Promise.all(
    [...missing.values()].map((one) => {
      one.coming ??= fetchAgain(one.link);
      return one.coming;
    }),
  );
}

function fetchAgain(failed: HTMLLinkElement): Promise<void> {
  const link = failed.cloneNode() as HTMLLinkElement; // of its kind, by what cloning is
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => {
      missing.delete(link.href);
      resolve();
    });
    link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${link.href}`)));
    document.head.append(link);
  });
}
