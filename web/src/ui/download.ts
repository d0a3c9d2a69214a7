/** Hands a text over as a file. */
export function download(text: string, the: { name: string; type: 'text/plain' | 'text/csv' }): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${the.type};charset=utf-8` }));
  downloadFrom(url, the.name);
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** As a click on a link to the file does. */
export function downloadFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
