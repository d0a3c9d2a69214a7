import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/**
 * The environment, read once at start. Everything that is wrong is told at once, each by its name.
 * docs/configuration.md describes every variable; a test holds the two together.
 */
export type Config = z.output<typeof environment>;

const cidrs = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(
    (all) => all.every((one) => ipaddr.isValidCIDR(one) || ipaddr.isValid(one)),
    'must be addresses or CIDRs, separated by commas',
  )
  .transform((all) =>
    all.map((one) => (one.includes('/') ? one : `${one}/${ipaddr.parse(one).kind() === 'ipv4' ? 32 : 128}`)),
  );

const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that starts with ${protocols.join(' or ')}`,
    );

export const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  PUBLIC_URL: url('http:', 'https:')
    .transform((text) => new URL(text).origin)
    .optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  OPERATOR_EMAILS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((one) => one.toLowerCase()),
    )
    .refine(
      (all) => all.every((one) => z.email().safeParse(one).success),
      'must be e-mail addresses, separated by commas',
    ),
  TRUSTED_PROXIES: cidrs,
  OUTBOUND_ALLOW: cidrs,
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PARLEY_MAIL_FROM: z.email().optional(),
});

/** Reads the environment. Throws a ConfigurationError that lists every variable that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const known = Object.fromEntries(
    Object.keys(environment.shape).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  );
  const read = environment.safeParse(known);
  const wrong = read.success ? [] : read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    wrong.push('SECRET_KEY must be set together with DATABASE_URL: passwords of mailboxes are encrypted with it');
  }
  if (wrong.length > 0 || !read.success) throw new ConfigurationError(wrong);
  return read.data;
}

export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  readonly wrong: readonly string[];
  constructor(wrong: readonly string[]) {
    super(`The configuration is wrong:\n${wrong.map((line) => `  ${line}`).join('\n')}`);
    this.wrong = wrong;
  }
}
