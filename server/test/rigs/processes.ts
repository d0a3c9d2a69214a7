import fs from 'node:fs';

/** Ids of the living processes whose command line contains the text; zombies have none. */
export function processesWith(text: string): number[] {
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && commandOf(pid).includes(text));
}

export function isAlive(pid: number): boolean {
  return commandOf(pid) !== '';
}

/** The command line with spaces, or "" when the process is gone (or a zombie that nobody has fetched). */
function commandOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
