/**
 * Browsers call every picture that is pasted `image.png`. Each is called by when it was pasted, as mail programs do: to the
 * second on the clock of this machine, and no two the same.
 */
export function namePasted(files: readonly File[], now = Date.now()): File[] {
  return files.map((file) => {
    const [, ending] = /^image\.(\w+)$/.exec(file.name) ?? [];
    if (!ending) return file;
    newestMs = Math.max(now, newestMs + 1_000);
    return new File([file], `image-${stampOf(newestMs)}.${ending}`, { type: file.type });
  });
}

let newestMs = 0;

function stampOf(ms: number): string {
  const clock = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString();
  return clock.slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
}
