/** What somebody did on the sign-in page that the server drew, before the app was there. */
type Typed = {
  values: Record<string, string>;
  isChecked: boolean | undefined;
  focused: string | undefined;
  isSubmitted: boolean;
};

let typed: Typed | undefined;

/** Reads it before the app draws the same page over it. */
export function rememberTyped(root: HTMLElement): void {
  const form = root.querySelector('form');
  if (!form) return;
  const fields = [...form.querySelectorAll('input')];
  const focused = document.activeElement;
  typed = {
    values: Object.fromEntries(fields.filter(({ name }) => name).map(({ name, value }) => [name, value])),
    isChecked: fields.find(({ type }) => type === 'checkbox')?.checked,
    focused: focused instanceof HTMLInputElement ? focused.name : undefined,
    isSubmitted: 'submitted' in document.documentElement.dataset,
  };
  // From now on the app is the one that sends.
  delete document.documentElement.dataset.submitted;
  delete document.documentElement.dataset.app;
}

/** Once: whoever opens the page again later starts afresh. */
export function takeTyped(): Typed | undefined {
  const taken = typed;
  typed = undefined;
  return taken;
}
