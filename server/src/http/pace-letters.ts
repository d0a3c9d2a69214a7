import { strangersAmong } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { unlessDone } from './unless-done.ts';

/** Recipients who did not ask: enough for a long day, too few for a campaign, which would cost the company its mailbox. */
const others: Limit = { name: 'letters-to-others', points: 2000, seconds: 3600 };
/** Of replies, whoever they go to. */
const replied: Limit = { name: 'letters-in-replies', points: 2000, seconds: 3600 };

type Writer = { readonly userId: number; readonly companies: readonly number[] };
type Recipients = readonly (readonly { readonly address: string }[] | undefined)[];

/** Whether this very letter was written before: past a limit it is still answered as the first time. */
type IsWritten = () => Promise<boolean>;

export type LetterPace = {
  /** A letter that begins something. */
  others(writer: Writer, to: Recipients, isWritten: IsWritten): Promise<void>;
  /** One that goes on with it: past the limit it goes to those of the ticket alone, so that nobody's customers wait. */
  reply(writer: Writer, ticketId: number, to: Recipients, isWritten: IsWritten): Promise<void>;
};

/** Refuses by `too_many_requests` a letter that reaches more people within an hour than a person writes to. */
export function paceLetters({ db, limits }: { db: Database; limits: Limits }): LetterPace {
  return {
    async others({ userId }, to, isWritten) {
      const count = addressesOf(to).length;
      if (count > 0) await unlessDone(limits.take(others, { person: userId }, count), isWritten);
    },
    async reply({ userId, companies }, ticketId, to, isWritten) {
      const addresses = addressesOf(to);
      if (addresses.length === 0) return;
      const mayGo = async () =>
        !(await strangersAmong(db.reader({ companies }), ticketId, addresses)) || (await isWritten());
      await unlessDone(limits.take(replied, { person: userId }, addresses.length), mayGo);
    },
  };
}

const addressesOf = (to: Recipients): string[] => to.flatMap((list) => list ?? []).map((one) => one.address);
