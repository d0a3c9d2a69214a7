import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { usualSsoName } from '#contract/single-sign-on.ts';

/**
 * The environment, read once at start. Everything that is wrong is told at once, each by its name.
 * docs/configuration.md describes every variable; a test holds the two together.
 */
export type Config = Omit<z.output<typeof environment>, 'PORT'> & {
  /** Undefined of a worker that was given none: it listens nowhere. */
  PORT: number | undefined;
};

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

/** A name that fits into a header of a mail and a tab of a browser. */
const brandName = z.string().regex(/^[^\p{Cc}<>"]{1,40}$/u, 'must be 1 to 40 letters, without quotes and brackets');
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0b6b60')
  .transform((text) => text.toLowerCase());
const logo = z.string().regex(/\.(?:svg|png|webp)$/i, 'must be an .svg, .png or .webp file');
const legalPage = z
  .string()
  .refine(
    (text) => /\.(?:md|txt)$/i.test(text) || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
    'must be a .md or .txt file, or an address that starts with http: or https:',
  );

const issuer = url('https:', 'http:').refine(
  (text) => new URL(text).protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(text).hostname),
  'must start with https: unless it is this machine',
);
const oidcName = z.string().min(1).max(40);

/** Further providers: `OIDC_ISSUER` and its kin, as JSON in lower case. */
const moreProviders = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(
        z.strictObject({
          issuer,
          client_id: z.string().min(1),
          client_secret: z.string().min(1),
          name: oidcName,
          new_accounts: z.enum(['yes', 'no']).default('yes'),
          second_step: z.enum(['parley', 'provider']).default('parley'),
        }),
      )
      .max(10),
  );

export const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  PUBLIC_URL: url('http:', 'https:')
    .refine(
      (text) => !URL.canParse(text) || new URL(text).pathname === '/',
      'must be an address without a path: Parley is at /v1/ of it',
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_KEY_REPLACES: z.string().optional(),
  METRICS_KEY: z
    .string()
    .regex(/^[\w.~+/=-]{32,200}$/, 'must be 32 to 200 letters, digits or . ~ + / = _ -')
    .optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  TELEGRAM_API_URL: url('https:', 'http:').default('https://api.telegram.org'),
  VIBER_API_URL: url('https:', 'http:').default('https://chatapi.viber.com'),
  WHATSAPP_API_URL: url('https:', 'http:').default('https://graph.facebook.com'),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: oidcName.default(usualSsoName),
  OIDC_NEW_ACCOUNTS: z.enum(['yes', 'no']).default('yes'),
  OIDC_SECOND_STEP: z.enum(['parley', 'provider']).default('parley'),
  OIDC_MORE: moreProviders.optional(),
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
  RECOVERY_TELLS_UNKNOWN: z.enum(['yes', 'no']).default('no'),
  TRUSTED_PROXIES: cidrs,
  OUTBOUND_ALLOW: cidrs,
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  PARLEY_MAIL_FROM: z.email().optional(),
  BRAND_NAME: brandName.default('Parley'),
  BRAND_COLOUR: colour.default('#0b6b60'),
  BRAND_LOGO: logo.optional(),
  LOCAL_HOSTS: z
    .string()
    .default('localhost,127.0.0.1,::1')
    .refine((text) => /^[a-z0-9.:,\s[\]-]*$/i.test(text), 'must be host names, separated by commas'),
  LOCAL_BRAND_NAME: brandName.optional(),
  LOCAL_BRAND_COLOUR: colour.optional(),
  LOCAL_BRAND_LOGO: logo.optional(),
  LOCAL_BRAND_MAIL_FROM: z.email().optional(),
  TERMS_OF_USE: legalPage.optional(),
  PRIVACY_POLICY: legalPage.optional(),
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
  if (env.ROLE === 'worker' && !env.PUBLIC_URL) {
    wrong.push(
      'PUBLIC_URL must be set together with ROLE=worker: its letters lead there, and it has no address itself',
    );
  }
  if (!env.DATABASE_URL && (env.ROLE === 'web' || env.ROLE === 'worker')) {
    wrong.push('ROLE must be all unless DATABASE_URL is set: nobody shares the embedded database to do the rest');
  }
  const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'].filter((name) => !env[name]);
  if (oidc.length > 0 && oidc.length < 3)
    wrong.push(`${oidc.join(' and ')} must be set too: single sign-on needs all three`);
  const issuers = [env.OIDC_ISSUER, ...(read.success ? (read.data.OIDC_MORE ?? []) : []).map((one) => one.issuer)];
  if (new Set(issuers).size < issuers.length) wrong.push('OIDC_MORE must name each issuer once: links belong to it');
  if (env.OIDC_MORE && !env.OIDC_ISSUER)
    wrong.push('OIDC_ISSUER must name the first provider when OIDC_MORE names more');
  if (wrong.length > 0 || !read.success) throw new ConfigurationError(wrong);
  const listens = read.data.ROLE !== 'worker' || Boolean(env.PORT);
  return { ...read.data, PORT: listens ? read.data.PORT : undefined };
}

export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  readonly wrong: readonly string[];
  constructor(wrong: readonly string[]) {
    super(`The configuration is wrong:\n${wrong.map((line) => `  ${line}`).join('\n')}`);
    this.wrong = wrong;
  }
}
