import { type RightsSeen, seeRights } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';

/** How long a changed role or an ended session may still be believed by a process that was not told (SAFETY A9: 1 s). */
const believedMilliseconds = 1000;
/** What time alone changes, such as the end of a session or of days of grace, is seen so late at most. */
const rememberedMilliseconds = 30_000;
const rememberedMax = 10_000;

/** Looks up who shows something, and remembers it. */
export type Believing = <T>(look: (shown: string) => Promise<T>) => (shown: string) => Promise<T>;

/**
 * Who shows a token is looked up once and then believed, until rights change anywhere. A process that changes them says so
 * at once; beside that the database is asked once a second whether any have changed, by anybody. So what a busy person
 * asks is looked up every half minute, and what everybody asks costs one small question a second.
 */
export function createBelief(db: Database, wake: Wake): Believing {
  const memories: Map<string, unknown>[] = [];
  const forget = () => {
    for (const memory of memories) memory.clear();
  };
  wake.on('sessions', forget);

  let known: { seen: RightsSeen; until: number } | undefined;
  let asking: Promise<void> | undefined;
  const ask = async () => {
    const until = performance.now() + believedMilliseconds;
    const { seen, isChanged } = await seeRights(db, known?.seen);
    // Whatever was looked up before this answer may be older than the change.
    if (isChanged) forget();
    known = { seen, until };
  };
  const confirm = () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return <T>(look: (shown: string) => Promise<T>) => {
    const memory = new Map<string, { found: Promise<T>; until: number }>();
    memories.push(memory);
    const remembered = (shown: string) => {
      const one = memory.get(shown);
      return one && one.until > performance.now() ? one.found : undefined;
    };
    return async (shown) => {
      // What is looked up now is believed later only if it is known what had changed until then.
      const mustConfirm = known === undefined || (memory.has(shown) && known.until <= performance.now());
      if (mustConfirm) await confirm();
      const believed = remembered(shown);
      if (believed) return believed;
      if (memory.size >= rememberedMax) memory.clear();
      const found = look(shown);
      memory.set(shown, { found, until: performance.now() + rememberedMilliseconds });
      found.catch(() => memory.delete(shown));
      return found;
    };
  };
}
