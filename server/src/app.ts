import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createMailParser } from '#channels/email/parsing/mail-parser.ts';
import { releaseAbandonedWork } from '#flows/housekeeping/release-abandoned-work.ts';
import { CannotStart } from '#platform/cannot-start.ts';
import { createLimits } from '#platform/limits.ts';
import { watchElsewhere } from '#platform/open-elsewhere.ts';
import { createOutboundGuard } from '#platform/outbound-guard.ts';
import type { Config } from './config.ts';
import type { Ground } from './ground.ts';
import { openOperations } from './open-operations.ts';
import { openWeb } from './open-web.ts';
import { readBrands } from './read-brands.ts';
import { startWorkers } from './start-workers.ts';

export type Parley = {
  /** Where it listens, as people reach it. */
  url: string;
  /** Where a worker tells how it does, if it was given a port. */
  operationsUrl: string | undefined;
  http: FastifyInstance | undefined;
  stop(): Promise<void>;
};

/** Builds every room and opens the doors. The only place that knows them all. */
export async function openParley(ground: Ground): Promise<Parley> {
  const { config } = ground;
  const guard = createOutboundGuard({ allow: config.OUTBOUND_ALLOW });
  // One core is left to the rest of the process; a second thread steps in when a mail holds up the first.
  const parser = createMailParser({ workersMax: os.availableParallelism() > 2 ? 2 : 1, threadsMax: 2 });
  const limits =
    ground.limits ??
    (await createLimits({
      redisUrl: config.REDIS_URL,
      onError: (err) => ground.log.warn({ err }, 'Redis is away: each process counts limits for itself'),
    }));
  const brands = readBrands(config, ground.log);
  const all = { ...ground, guard, parser, limits, brands, worker: crypto.randomUUID() };
  const elsewhere = watchElsewhere(ground);
  const doors: Closer[] = [];
  const workers: Closer[] = [];
  const shared: Closer[] = [() => parser.close(), () => limits.close(), () => elsewhere.stop()];
  // Requests wait for no worker that ends slowly, nor the other way round.
  const stop = async () => {
    const ended = await Promise.allSettled([closeInTurn(doors), closeInTurn(workers)]);
    await closeInTurn(shared);
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  };

  let url = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  let http: FastifyInstance | undefined;
  let operationsUrl: string | undefined;
  try {
    if (config.ROLE !== 'worker') {
      const web = await openWeb(all, () => url);
      http = web.http;
      doors.push(...web.closers);
      const address = await listen(http, config);
      url = config.PUBLIC_URL ?? `http://localhost:${new URL(address).port}`;
    } else if (config.PORT !== undefined) {
      const operations = await openOperations(all);
      http = operations;
      doors.push(() => operations.close());
      operationsUrl = await listen(operations, config);
    }
    if (config.ROLE !== 'web') {
      if (ground.hasEmbeddedDatabase) await releaseAbandonedWork(ground.db);
      workers.push(...startWorkers(all, () => url));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, operationsUrl, http, stop };
}

type Closer = () => unknown;
/** What was opened last is closed first. */
async function closeInTurn(closers: readonly Closer[]): Promise<void> {
  for (const close of closers.toReversed()) await close();
}

const listen = (http: FastifyInstance, { PORT: port = 0, HOST: host }: Pick<Config, 'PORT' | 'HOST'>) =>
  http.listen({ port, host, backlog: waitingMax }).catch((error: NodeJS.ErrnoException) => {
    throw error.code && error.code in refusals ? new CannotStart(refusals[error.code]?.(port, host)) : error;
  });

const refusals: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port) => `Port ${port} is taken by another program. Choose another one with PORT.`,
  EACCES: (port) => `Port ${port} may not be opened by this user. Choose one above 1023 with PORT.`,
  EADDRNOTAVAIL: (_port, host) => `This machine has no address ${host} to answer at. Choose another one with HOST.`,
  ENOTFOUND: (_port, host) => `HOST is ${host}, which leads to no address.`,
};

/**
 * So many connections wait to be taken while a turn of the event loop lasts; the system may allow fewer. Beyond that it
 * drops them, and they knock again after 1, 3, 7 … 63 s: after a restart thousands of chats come in one second.
 */
const waitingMax = 4096;

/** Where the built desk lies. */
export const builtWeb = path.join(import.meta.dirname, '../../.build/web');
