/** What keeps Parley from starting, in words for the person who started it; printed without a stack trace. */
export class CannotStart extends Error {}

/** Tells the person what the start is busy with. */
export function say(line) {
  console.log(`parley: ${line}`);
}
