import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { ErrorKey } from '#contract/errors.ts';
import type { PrivilegeKey } from '#contract/privileges.ts';
import { apiPrefix, type Mounted } from './mount.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What an address of the API lets through that is neither a call of the contract nor an entity's. */
    transfer?: Transfer;
    /** The API's description tells of it by what it was mounted with. */
    isDescribed?: boolean;
  }
}

/** An address through which files pass, as the API's description tells of it. */
export type Transfer = {
  readonly about: string;
  /** The privilege that an API token needs. `people`: no token is taken. `sites`: for visitors, who sign in nowhere. */
  readonly for: PrivilegeKey | 'people' | 'sites';
  /** What may stand behind `?`. */
  readonly query?: z.ZodObject;
  /** A form (multipart) with one file, or several, each a part named `file`, and the texts that come before it. */
  readonly takes?: { readonly files: 'one' | 'several'; readonly texts?: z.ZodObject };
  /** The type of what is sent, or what stands under `data`. Null: it leads to another address. */
  readonly sends: string | z.ZodType | null;
  /** Keys a caller should be ready for, beside those every call may answer. */
  readonly errors: readonly ErrorKey[];
};
export type MountedTransfer = Transfer & {
  readonly method: 'GET' | 'POST';
  /** Under `/v1/api/`, with `:name` for what differs. */
  readonly path: string;
};

/** The options of a route through which files pass: the front door lets in what the description says, and nothing else. */
export const passes = (
  transfer: Transfer,
  more: Pick<FastifyContextConfig, 'isCall' | 'mayTakeHours'> = {},
): { config: FastifyContextConfig } => ({
  config: {
    ...more,
    transfer,
    takesUploads: transfer.takes !== undefined,
    takesTokens: transfer.for !== 'people' && transfer.for !== 'sites',
    isForSites: transfer.for === 'sites',
  },
});

/** Whatever is put behind an address of the API from now on is described, or refused while the server starts. */
export function noteTransfers(app: FastifyInstance, mounted: Mounted): void {
  app.addHook('onRoute', ({ url, method, config }) => {
    // Fastify answers HEAD by itself, and a browser asks by OPTIONS whether it may.
    if (!url.startsWith(`${apiPrefix}/`) || method === 'HEAD' || method === 'OPTIONS') return;
    const path = url.slice(apiPrefix.length + 1);
    if (config?.transfer)
      mounted.transfers.push({ ...config.transfer, method: method === 'POST' ? 'POST' : 'GET', path });
    else if (!config?.isDescribed) throw new Error(`Nothing describes ${method} ${url}`);
  });
}
