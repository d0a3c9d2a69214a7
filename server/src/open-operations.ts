import type { FastifyInstance } from 'fastify';
import type { All } from './ground.ts';
import { openFrontDoor } from './http/front-door.ts';
import { mountOperations } from './http/operations.ts';

/** Opens the door of a worker, for whoever watches over it: health and metrics, and nothing else. */
export async function openOperations({ config, db, log, metricsKey }: All): Promise<FastifyInstance> {
  const http = await openFrontDoor({ log, trustedProxies: config.TRUSTED_PROXIES, publicOrigin: config.PUBLIC_URL });
  mountOperations(http, { db, metricsKey, livesByLoops: true });
  return http;
}
