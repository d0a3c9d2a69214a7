import type { Draft as ServerDraft } from '#contract/drafts.ts';
import type { Draft } from './draft-store.ts';

/**
 * What to do where this browser and the server each have something, or nothing, of a draft:
 *
 * - `same`: nothing.
 * - `take`: the server's is newer, and nothing here would be lost by it.
 * - `drop`: what is here was kept by the server, and is gone there: it was sent or thrown away elsewhere.
 * - `push`: here is what the server has not seen. It decides by when it was typed, and answers with what lost.
 */
export type Reconciled = 'same' | 'take' | 'drop' | 'push';

export function reconcile(
  here: Pick<Draft, 'version' | 'isKept'> | null,
  there: Pick<ServerDraft, 'version'> | null,
): Reconciled {
  if (!here) return there ? 'take' : 'same';
  if (!here.isKept) return 'push';
  if (!there) return 'drop';
  return here.version === there.version ? 'same' : 'take';
}
