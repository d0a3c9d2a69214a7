/** A suggestion gives way to what is typed; a click would put the cursor behind it. `suggested`: what it would be now. */
export function selectSuggested(field: HTMLInputElement, suggested: () => string): void {
  requestAnimationFrame(() => {
    if (field.value === suggested() && document.activeElement === field) field.select();
  });
}
