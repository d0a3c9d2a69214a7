import { pushAuthContext } from '#domain/accounts/index.ts';
import { loadPerson, readRecipients } from '#domain/people/index.ts';
import type { Brand } from '#platform/brands/brands.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop, runSideBySide } from '#platform/loop.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import { Problem } from '#platform/problem.ts';
import { readPushKeys } from '#platform/push/push-keys.ts';
import { sendPush } from '#platform/push/send-push.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import { isMuted } from './is-muted.ts';
import { judgeAnswer, judgeSilence, keepSeconds } from './judge-answer.ts';
import { maySee } from './may-see.ts';
import {
  type ClaimedPush,
  claimPush,
  type PushDeviceRow,
  type PushOutcome,
  readPushDevice,
  readToldOf,
  settlePush,
} from './push-queries.ts';
import { pushText, trialText } from './push-text.ts';
import { quietUntil } from './quiet-hours.ts';

type Needs = {
  db: Database;
  wake: Wake;
  log: Log;
  secrets: Secrets;
  guard: OutboundGuard;
  house: () => { publicUrl: string; brand: Brand };
};

/** Push services answer in a moment; those that do not must not hold up the others. */
const sideBySide = 4;

/** Hands news to the push services of people's browsers: claimed with a lease, sent outside any transaction, settled. */
export function runPushes(needs: Needs): Loop {
  const { db, wake, log } = needs;
  return runSideBySide(sideBySide, () =>
    runLoop({
      name: 'pushes',
      log,
      wakeOn: (then) => wake.on('pushes', then),
      restSeconds: 5,
      async work() {
        const claimed = await db.transaction('system', claimPush);
        if (!claimed) return 'idle';
        const outcome = await push(needs, claimed);
        if (outcome.is === 'later' || outcome.is === 'never')
          log.warn({ push: claimed.id, why: outcome.why }, 'news did not reach a device');
        await db.transaction('system', (tx) => settlePush(tx, claimed, outcome));
        return 'more';
      },
    }),
  );
}

async function push(needs: Needs, claimed: ClaimedPush): Promise<PushOutcome> {
  const { db, secrets, guard, house } = needs;
  const device = await readPushDevice(db, claimed.device_id);
  if (!device) return { is: 'dropped', why: 'nobody is signed in there' };
  if (Date.now() - claimed.added.getTime() > keepSeconds * 1000) return { is: 'never', why: 'old by now' };
  const { publicUrl, brand } = house();
  const message = await write(needs, claimed, device, brand.name);
  if ('is' in message) return message;
  const keys = await readPushKeys(db, secrets);
  const to = { ...device, auth: secrets.open(device.auth, pushAuthContext(device.endpoint)) };
  // Whom a push service asks about us (RFC 8292, section 2.1).
  const subject = publicUrl.startsWith('https:') ? publicUrl : `mailto:${brand.mailFrom}`;
  const topic = message.tag;
  try {
    const answer = await sendPush(guard, { keys, subject, to, text: JSON.stringify(message), keepSeconds, topic });
    return judgeAnswer(answer, claimed.attempts, new Date());
  } catch (error) {
    if (error instanceof Problem) return { is: 'never', why: error.key };
    const why = error instanceof Error ? error.message : String(error);
    return judgeSilence(why.slice(0, 200), claimed.attempts, new Date());
  }
}

/** What the device is to show, or why it shows nothing: by what is true now. */
async function write({ db }: Needs, { notification_id }: ClaimedPush, device: PushDeviceRow, brand: string) {
  const nothing = (why: string): PushOutcome => ({ is: 'dropped', why });
  const [recipient] = await readRecipients(db, [device.user_id]);
  if (!recipient) return nothing('the person is gone');
  if (notification_id === null) return trialText(recipient);
  const told = await readToldOf(db, notification_id);
  if (!told || told.is_over || (told.is_hidden && told.kind !== 'letter_held'))
    return nothing('what it is about is gone');
  const ways = recipient.settings.notifications[told.kind];
  if (ways.push === 0 || isMuted(recipient.settings, told)) return nothing('not wanted any more');
  // It was owed before, and waited for the desk or for the push service.
  const { quiet_hours, time_zone } = recipient.settings;
  if (quietUntil(quiet_hours, time_zone, new Date())) return nothing('it is quiet there');
  if (ways.in_app === 1 && device.last_touch && device.last_touch > told.added) return nothing('seen on the desk');
  const person = await loadPerson(db, device.user_id);
  if (!person || person.owesTwoFactor || !maySee(person, told)) return nothing('not theirs to see');
  return pushText(told, recipient, brand, person.may(told.company_id, 'messages.get'));
}
