/**
 * For what holds rows that go one by one: the focus, which goes with the button that was pressed, comes to that of the row
 * that took its place, else to what adds one. Put it as `ref` around both, `data-remove` on the buttons, and `data-add` on
 * that. Who has gone on elsewhere meanwhile is left alone.
 */
export function focusNextRow(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return;
  let last: { button: Element; at: number } | null = null;
  let frame = 0;
  const buttons = () => [...box.querySelectorAll<HTMLElement>('[data-remove]')];
  const note = ({ target }: FocusEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-remove]') : null;
    last = button && { button, at: buttons().indexOf(button) };
  };
  const goOn = (at: number) => {
    const dialog = document.activeElement?.closest('[role=dialog]');
    // What was asked first is still closing.
    if (dialog && !dialog.contains(box)) frame = requestAnimationFrame(() => goOn(at));
    else if (document.activeElement === document.body) {
      const add = box.querySelector<HTMLElement>('[data-add]:not(:disabled)');
      (buttons()[at] ?? add ?? buttons().at(-1))?.focus();
    }
  };
  const changes = new MutationObserver(() => {
    if (!last || last.button.isConnected) return;
    const { at } = last;
    last = null;
    goOn(at);
  });
  box.addEventListener('focusin', note);
  changes.observe(box, { childList: true, subtree: true });
  return () => {
    box.removeEventListener('focusin', note);
    changes.disconnect();
    cancelAnimationFrame(frame);
  };
}
