// Runs before the page is drawn, so it is small and no module. It gives the page the colours of its person, and where the
// server has drawn the sign-in page already, it keeps what is done there until the app has come to do it.
(() => {
  const root = document.documentElement;
  root.dataset.mantineColorScheme = scheme();
  const app = root.dataset.app?.split(' ');
  if (app) {
    addEventListener('submit', hold);
    addEventListener('DOMContentLoaded', () => {
      document.querySelector('#root input')?.focus();
      // What is fetched now cannot hold up the first paint any more.
      requestAnimationFrame(() => setTimeout(fetchApp));
    });
  }

  function scheme() {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    try {
      const chosen = localStorage.getItem('mantine-color-scheme-value');
      return chosen === 'light' || chosen === 'dark' ? chosen : dark;
    } catch {
      return dark;
    }
  }

  /** A form that is sent before there is a program to take it waits; the app sends it. */
  function hold(event) {
    if (!root.dataset.app) return;
    event.preventDefault();
    root.dataset.submitted = '';
    event.target.querySelector('[type=submit]')?.setAttribute('data-loading', 'true');
  }

  function fetchApp() {
    for (const href of app) {
      const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
      document.head.append(link);
    }
    import(app[0]).catch(() => setTimeout(fetchApp, 3000));
  }
})();
