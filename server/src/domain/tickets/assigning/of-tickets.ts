/** Whoever has a ticket open is told that it is another version by now; when it was last written to stays. */
export const ofTickets = { entity: 'tickets', mustMove: false, set: 'version = t.version + 1' } as const;
