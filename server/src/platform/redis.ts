import type { Redis, RedisOptions } from 'ioredis';

/**
 * Redis or Valkey. Nothing durable lives there, so its absence is told once and waited out, for ever. `onError` hears its
 * words and code alone: the error of ioredis carries the command that failed, and that of AUTH its password.
 */
export async function openRedis(
  url: string,
  { onError, ...options }: RedisOptions & { connectionName: string; onError: (error: unknown) => void },
): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, {
    keepAlive: 10_000,
    ...options,
    retryStrategy: (tries) => Math.min(tries * 200, 5000),
  });
  let isTold = false;
  client.on('ready', () => {
    isTold = false;
  });
  client.on('error', (error) => {
    if (!isTold) onError(wordsOf(error));
    isTold = true;
  });
  return client;
}

const wordsOf = ({ message, code }: NodeJS.ErrnoException): Error =>
  Object.assign(new Error(message), code !== undefined && { code });
