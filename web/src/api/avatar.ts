import { apiBase } from './send.ts';

/** Where the picture of a person is found, in the size that fits; `avatar` is what the API calls it. */
export function avatarUrl(avatar: string, px: number): string {
  return `${apiBase}${avatar}?size=${px > 40 ? 256 : 64}`;
}
