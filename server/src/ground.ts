import type { TxtResolver } from '#channels/email/domain-check/txt-resolver.ts';
import type { MailParser } from '#channels/email/parsing/mail-parser.ts';
import type { Brands } from '#platform/brands/brands.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Limits } from '#platform/limits.ts';
import type { Log } from '#platform/log.ts';
import type { createOutboundGuard } from '#platform/outbound-guard.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import type { Config } from './config.ts';

export type Ground = {
  config: Config;
  db: Database;
  files: Files;
  secrets: Secrets;
  wake: Wake;
  log: Log;
  /** Where system mail goes without SMTP_URL. */
  outboxFolder: string;
  /** Who shows it reads the outbox. */
  outboxKey: string;
  /** Who shows it reads the metrics. */
  metricsKey: string;
  /** The built desk; null in tests that need no pages. */
  webFolder: string | null;
  hasEmbeddedDatabase: boolean;
  /** A shop to try the chat on; in the demo alone. */
  demoShop?: { readonly path: string; readonly quidget: string };
  /** Who is asked about DNS records; without it, the name servers of this machine. */
  resolveTxt?: TxtResolver;
  /** Counted elsewhere; without it, by what the configuration says. */
  limits?: Limits;
};

/** What every room stands on, and what is shared by all of one process. */
export type All = Ground & {
  guard: ReturnType<typeof createOutboundGuard>;
  parser: MailParser;
  limits: Limits;
  worker: string;
  brands: Brands;
};
