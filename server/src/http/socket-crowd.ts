import { networkOf } from '#platform/limits.ts';

/** Of one process: a person has so many tabs, an address so many strangers. */
export const socketsPerPersonMax = 30;
export const socketsPerAddressMax = 200;
/** Whoever is signed in is known: a large office, of which everybody has several tabs, is behind one address. */
export const desksPerAddressMax = 5000;
/** Of whoever has not yet said who they are, or has and is being looked up: pages say it at once. */
export const socketsAtDoorMax = 100;

/** Counts who is connected, so that nobody fills the house (SAFETY A44). */
export function createSocketCrowd(perAddressMax = socketsPerAddressMax) {
  const counts = new Map<string, number>();

  /** Undefined when there is no room; otherwise how to leave, once. */
  return function enter(who: { personId?: number; ip: string }): (() => void) | undefined {
    const places: [key: string, max: number][] = [
      ...(who.personId === undefined ? [] : [[`person ${who.personId}`, socketsPerPersonMax] as [string, number]]),
      [`address ${networkOf(who.ip)}`, perAddressMax],
    ];
    if (places.some(([key, max]) => (counts.get(key) ?? 0) >= max)) return undefined;
    for (const [key] of places) counts.set(key, (counts.get(key) ?? 0) + 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      for (const [key] of places) {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      }
    };
  };
}
