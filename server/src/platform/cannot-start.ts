/**
 * Something in the surroundings (a folder, a program, the configuration) keeps Parley from starting. The message is
 * written for the person who started it: it says what is wrong and what to do, and is printed without a stack trace.
 */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
