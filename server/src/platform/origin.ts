import { AsyncLocalStorage } from 'node:async_hooks';

/** Where a request comes from: the client's address as trusted proxies tell it, and what it calls itself. */
export type Origin = { readonly ip: string; readonly userAgent: string };

const current = new AsyncLocalStorage<Origin>();

/**
 * Does `work` on behalf of this place; everything that is recorded meanwhile names it. It is ambient, unlike the tenant,
 * because it decides nothing: an event whose writer forgot to pass it on would be worth less, at no gain.
 */
export const actingFrom = <T>(origin: Origin, work: () => T): T => current.run(origin, work);

/** Undefined where Parley works by itself. */
export const currentOrigin = (): Origin | undefined => current.getStore();
