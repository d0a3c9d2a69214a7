/** What a messenger says of the bot that a token belongs to. */
export type BotFound = {
  /** Never another's, and the same under every token. */
  readonly remoteId: string;
  readonly name: string;
  readonly address: string | null;
  /** Where the messenger delivers to by now, as a host. */
  readonly webhookHost: string | null;
  readonly picture: { readonly ref: string; readonly fetch: () => Promise<Buffer | undefined> } | null;
};

/** What names something to a messenger is short and plain. Its server may be anybody's: null, where it says something else. */
export const nameIn = (value: unknown): string | null =>
  typeof value === 'string' && /^[!-~]{1,255}$/.test(value) ? value : null;

export const pictureBytesMax = 5 * 1024 * 1024;
