/** What somebody did on the sign-in page that the server drew, before the app was there. */
type Typed = {
  values: Record<string, string>;
  isChecked: boolean | undefined;
  /** As a selector: a field, a link or the button. */
  focused: string | undefined;
  isSubmitted: boolean;
};

let typed: Typed | undefined;

/** Reads it before the app draws the same page over it. */
export function rememberTyped(root: HTMLElement): void {
  const form = root.querySelector('form');
  if (!form) return;
  const fields = [...form.querySelectorAll('input')];
  typed = {
    values: Object.fromEntries(fields.filter(({ name }) => name).map(({ name, value }) => [name, value])),
    isChecked: fields.find(({ type }) => type === 'checkbox')?.checked,
    focused: selectorOf(document.activeElement),
    isSubmitted: 'submitted' in document.documentElement.dataset,
  };
  // From now on the app is the one that sends.
  delete document.documentElement.dataset.submitted;
  delete document.documentElement.dataset.app;
}

function selectorOf(focused: Element | null): string | undefined {
  if (focused instanceof HTMLInputElement) return `[name="${focused.name}"]`;
  if (focused instanceof HTMLAnchorElement) return `a[href="${CSS.escape(focused.getAttribute('href') ?? '')}"]`;
  return focused instanceof HTMLButtonElement ? `button[type="${focused.type}"]` : undefined;
}

/** Once: whoever opens the page again later starts afresh. */
export function takeTyped(): Typed | undefined {
  const taken = typed;
  typed = undefined;
  return taken;
}
