import i18next from 'i18next';
import type { Remainder } from '../../api/before-leaving.ts';
import { learnLater } from '../../i18n/language.ts';
import { queueOf } from './outgoing.ts';
import type { Outbox } from './use-outgoing.ts';

/** Nobody who signs out waits longer for what is on its way. */
const patienceMs = 5_000;

/** Tries once more, and answers how many letters have not left when the server has answered, or after a while. */
export async function letGo({ all, subscribe, retryWaiting }: Outbox): Promise<number> {
  const unsent = () => all().filter((one) => queueOf([one], one.ticket_id).length > 0);
  retryWaiting();
  await new Promise<void>((done) => {
    const stop = subscribe(look);
    const timer = setTimeout(end, patienceMs);
    function end() {
      stop();
      clearTimeout(timer);
      done();
    }
    function look() {
      if (!unsent().some((one) => one.state.is === 'sending')) end();
    }
    look();
  });
  return unsent().length;
}

/** What a person who signs out leaves behind in this browser, in words. */
export async function lettersThatStay(outbox: Outbox): Promise<Remainder | null> {
  const count = await letGo(outbox);
  if (count === 0) return null;
  await learnLater('writing');
  return { title: i18next.t('writing.stay.title', { count }), text: i18next.t('writing.stay.text', { count }) };
}
