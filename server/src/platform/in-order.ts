/**
 * Collects what arrives while a piece of work is under way, and hands it over together, in its order: one transaction
 * for many. When a piece of work fails, everything handed in until then fails with it: nothing overtakes a failure.
 */
export function inOrder<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { itemsMax }: { itemsMax: number },
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Waiting[] = [];
  let isWorking = false;

  async function run(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      const now = waiting.slice(0, itemsMax);
      waiting = waiting.slice(itemsMax);
      try {
        const results = await work(now.map(({ item }) => item));
        for (const [i, { resolve }] of now.entries()) resolve(results[i] as Result); // as many results as items
      } catch (error) {
        for (const { reject } of [...now, ...waiting.splice(0)]) reject(error);
      }
    }
    isWorking = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // In a moment, so that what comes together is worked on together.
      if (!isWorking) {
        isWorking = true;
        setImmediate(() => void run());
      }
    });
}
