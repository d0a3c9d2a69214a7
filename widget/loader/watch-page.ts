type Navigation = EventTarget;

/** Tells of every change of the page's address, also those that a single-page app makes. Returns the end of it. */
export function watchPage(changed: () => void): () => void {
  let last = location.href;
  const look = () => {
    if (location.href === last) return;
    last = location.href;
    changed();
  };
  const { navigation } = window as { navigation?: Navigation };
  navigation?.addEventListener('currententrychange', look);
  // Where the browser does not tell, and without a hand on the site's own `history`.
  const timer = navigation ? 0 : setInterval(look, 500);
  return () => {
    navigation?.removeEventListener('currententrychange', look);
    clearInterval(timer);
  };
}
