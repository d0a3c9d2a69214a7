/** Hands a text over as a file. */
export function download(text: string, the: { name: string; type: 'text/plain' | 'text/csv' }): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${the.type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = the.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
