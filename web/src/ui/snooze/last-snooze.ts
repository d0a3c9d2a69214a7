const key = 'parley.snooze.last';

/** Until when somebody put something off last, on this device. */
export function readLastSnooze(storage: Storage = localStorage): Date | null {
  const at = new Date(storage.getItem(key) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

export function keepLastSnooze(at: Date, storage: Storage = localStorage): void {
  try {
    storage.setItem(key, at.toISOString());
  } catch {
    // A full storage forgets a convenience.
  }
}
