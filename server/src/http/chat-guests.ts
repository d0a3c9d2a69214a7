import type { WebSocket } from 'ws';
import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import { lookAgain, type OpenQuidget, type Visitor } from '#domain/chats/index.ts';
import type { Database } from '#platform/database.ts';
import type { RecordedEvent } from '#platform/events.ts';
import type { Log } from '#platform/log.ts';
import type { Secrets } from '#platform/secrets.ts';
import { letGo } from './socket-door.ts';

/** What all that are at one quidget share: thousands of copies of its settings would fill the memory. */
export type House = { quidget: OpenQuidget | undefined };

/** Who is behind a socket of a quidget, from the hello on. */
export type Guest = {
  readonly ws: WebSocket;
  readonly quidgetId: number;
  readonly identity: { readonly user: string; readonly signature: string } | undefined;
  readonly origin: string | undefined;
  readonly house: House;
  visitor: Visitor | undefined;
  language: QuidgetLanguage;
  isInChat: boolean;
};

/** The close code of whoever may not stay, or come in: the page does not knock again. */
export const notWelcome = 4403;

const againMilliseconds = 1000;

/**
 * Who is at which quidget. When it is disabled, its domains are others or its secret is a new one, in whichever process,
 * those whom it concerns are told and let go at once; the others go by what it says now.
 */
export function createGuests({ db, secrets, log }: { db: Database; secrets: Secrets; log: Log }) {
  const houses = new Map<number, House & { guests: Set<Guest> }>();
  const owed = new Set<number>();
  let again: NodeJS.Timeout | undefined;

  async function look(id: number): Promise<void> {
    const house = houses.get(id);
    if (!house) return;
    const { quidget, mustGo } = await lookAgain({ db, secrets }, id);
    house.quidget = quidget;
    for (const guest of house.guests) {
      const why = mustGo(guest);
      if (why) letGo(guest.ws, notWelcome, why.key);
    }
  }

  async function lookAtOwed(): Promise<void> {
    clearTimeout(again);
    for (const id of owed) {
      owed.delete(id);
      try {
        await look(id);
      } catch (error) {
        log.warn({ err: error }, 'chats: guests of a quidget could not be looked at anew');
        owed.add(id);
        again = setTimeout(() => void lookAtOwed(), againMilliseconds);
        return;
      }
    }
  }

  return {
    /** Somebody says hello: from here on no change is missed, whatever is read of the quidget meanwhile. */
    enter(of: Pick<Guest, 'ws' | 'quidgetId' | 'identity' | 'origin'>): Guest {
      const house = houses.get(of.quidgetId) ?? { quidget: undefined, guests: new Set() };
      houses.set(of.quidgetId, house);
      const guest: Guest = { ...of, house, visitor: undefined, language: 'en', isInChat: false };
      house.guests.add(guest);
      return guest;
    },
    leave(guest: Guest): void {
      const house = houses.get(guest.quidgetId);
      house?.guests.delete(guest);
      if (house?.guests.size === 0) houses.delete(guest.quidgetId);
    },
    ear: {
      isOpen: () => houses.size > 0,
      async hear(events: readonly RecordedEvent[]): Promise<void> {
        for (const event of events) {
          if (event.entity === 'quidgets') owed.add(event.entity_id);
          // With them go their quidgets.
          if ((event.entity === 'products' || event.entity === 'companies') && event.action === 'deleted')
            for (const [id, { quidget }] of houses) if (quidget?.company_id === event.company_id) owed.add(id);
        }
        await lookAtOwed();
      },
    },
    close: () => clearTimeout(again),
  };
}
