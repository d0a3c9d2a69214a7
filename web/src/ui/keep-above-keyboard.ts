/** Bars of browsers come and go as well; a keyboard takes more. */
const keyboardPxMin = 120;

/**
 * Where a keyboard lies over the page instead of making room (iOS), the desk ends above it, so that what is written and what
 * sends it stay in sight. Answers how to stop.
 */
export function keepAboveKeyboard(): () => void {
  const seen = window.visualViewport;
  if (!seen) return () => {};
  const { style } = document.documentElement;
  const fit = () => {
    // Whoever has zoomed in sees less without any keyboard.
    const hidden = seen.scale > 1.01 ? 0 : Math.round(window.innerHeight - seen.height);
    if (hidden < keyboardPxMin) {
      style.removeProperty('--p-keyboard');
      return;
    }
    style.setProperty('--p-keyboard', `${hidden}px`);
    // The browser has pushed the page up to show the field, which now is where it can be seen.
    window.scrollTo(0, 0);
  };
  seen.addEventListener('resize', fit);
  return () => {
    seen.removeEventListener('resize', fit);
    style.removeProperty('--p-keyboard');
  };
}
