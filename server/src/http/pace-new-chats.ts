import { createHash, randomBytes } from 'node:crypto';
import { type Limit, type Limits, networkOf } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';

/** Who begins: of IPv6, a whole /64. */
type From = { quidget: number; address: string };

/** SAFETY A45: each conversation opens a ticket that somebody must read. So many begin unasked, */
const freeOfAddress: Limit = { name: 'chat conversations', points: 6, seconds: 12 * 3600 };
const freeOfQuidget: Limit = { name: 'chat conversations of a busy quidget', points: 120, seconds: 3600 };
/** so many with a proof of work, */
const ofAddress: Limit = { name: 'chat conversations of an address', points: 60, seconds: 12 * 3600 };
const ofQuidget: Limit = { name: 'chat conversations of a quidget', points: 600, seconds: 3600 };
/** and so many of those by addresses beyond their six, or ten addresses would fill a quidget for everybody: */
const ofBusyAddresses: Limit = { name: 'chat conversations of busy addresses', points: 300, seconds: 3600 };
/** each proof is good once. */
const used: Limit = { name: 'chat proofs', points: 1, seconds: 300 };

/** On average: a fifth of a second at a desk, some two thirds on a phone (docs/decisions/0017-work-instead-of-a-captcha.md). */
const tries = 16_384;

/**
 * Lets a new conversation begin, or refuses it: by `proof_required` where it is one more than people need, and by
 * `too_many_requests` where no proof helps. A proof that is wrong, old, used or somebody else's is as good as none, and is
 * answered by another task. Nothing is stored but what the limits count: tasks are signed, and come back whole.
 */
export function paceNewChats({ limits, secrets }: { limits: Limits; secrets: Secrets }) {
  return async (from: From, proof: string | undefined): Promise<void> => {
    const quidget = { text: String(from.quidget) };
    // Until this one would begin unasked; 0: it does.
    const addressSeconds = await secondsOver(freeOfAddress, one(from));
    const seconds = addressSeconds || (await secondsOver(freeOfQuidget, quidget));
    if (seconds > 0 && !(proof !== undefined && (await isGood(proof, from))))
      throw new Problem('proof_required', { values: { task: taskFor(from), seconds } });
    await limits.take(ofAddress, one(from));
    if (addressSeconds > 0) await limits.take(ofBusyAddresses, quidget);
    await limits.take(ofQuidget, quidget);
  };

  async function isGood(proof: string, from: From): Promise<boolean> {
    const [work = '', until = '', drawn = '', signature = '', found, more] = proof.split('.');
    if (found === undefined || more !== undefined || Number(until) * 1000 < Date.now()) return false;
    if (!secrets.verify('chat-proof', said([work, until, drawn], from), signature)) return false;
    if (createHash('sha256').update(proof).digest().readUInt32LE() % Number(work) !== 0) return false;
    // A task has many proofs.
    return (await secondsOver(used, { text: signature })) === 0;
  }

  function taskFor(from: From): string {
    const until = Math.floor(Date.now() / 1000) + used.seconds;
    const about = [String(tries), String(until), randomBytes(9).toString('base64url')];
    return [...about, secrets.sign('chat-proof', said(about, from))].join('.');
  }

  /** Counts one more. How long they have to wait, if that is too many. */
  async function secondsOver(limit: Limit, who: { text: string }): Promise<number> {
    try {
      await limits.take(limit, who);
      return 0;
    } catch (error) {
      if (error instanceof Problem && error.key === 'too_many_requests') return Number(error.values.seconds);
      throw error;
    }
  }
}

const one = ({ quidget, address }: From) => ({ text: `${quidget} ${networkOf(address)}` });
const said = (about: readonly string[], from: From): string => [...about, one(from).text].join('.');
