/** Where something is being written in this page: a draft of a ticket, or a new letter. */
type Place = {
  /**
   * The form that keeps it: the one that was opened, or typed in, last. One that was left goes on until the server has it,
   * or until another has come, which began with what that one had kept in this browser.
   */
  form?: object;
  /** Counts the messages that left from here: what was on its way to be kept then is kept in vain. */
  round: number;
  /** What the server is being told. Resolves, whatever becomes of it, with the version that stands there. */
  telling?: Promise<number>;
};

const places = new Map<string, Place>();

export function placeOf(name: string): Place {
  const place = places.get(name) ?? { round: 0 };
  places.set(name, place);
  return place;
}
