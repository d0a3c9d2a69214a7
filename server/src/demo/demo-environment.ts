import { CannotStart } from '#platform/cannot-start.ts';

const thisMachine = new Set(['127.0.0.1', 'localhost', '::1']);

/**
 * The environment of `npm run demo`: a data folder of its own, a database of its own, and mail that stays on this machine.
 * Undefined when the arguments ask for no demo. Its password is known to everybody, so it listens to this machine alone
 * unless `--open-to-network` says otherwise.
 */
export function demoEnvironment(args: readonly string[], env: NodeJS.ProcessEnv): NodeJS.ProcessEnv | undefined {
  if (!args.includes('--demo')) return undefined;
  if (env.DATABASE_URL)
    throw new CannotStart('The demo keeps its own database in its data folder: start it without DATABASE_URL.');
  if (env.HOST && !thisMachine.has(env.HOST) && !args.includes('--open-to-network')) {
    throw new CannotStart(
      `The password of the demo is known to everybody, and HOST=${env.HOST} would let others in. ` +
        'Leave HOST out, or say that this is meant: npm run demo -- --open-to-network',
    );
  }
  return {
    ...env,
    DATA_DIR: env.DATA_DIR || './data-demo',
    ROLE: 'all',
    SMTP_URL: '',
    REDIS_URL: '',
    OUTBOUND_ALLOW: [env.OUTBOUND_ALLOW, '127.0.0.1/32'].filter(Boolean).join(','),
  };
}
