type Way = {
  /** Null while it is still being done. */
  back: (() => void) | null;
  /** Z was pressed meanwhile. */
  onAsked: () => void;
};

/** What can be taken back at this moment, the newest last: Z does, wherever the focus is. */
let ways: readonly Way[] = [];

const without = (way: Way) => {
  ways = ways.filter((one) => one !== way);
};
const nothing = () => {};

/** Answers how to withdraw it, once it is too late. */
export function offerWayBack(back: () => void): () => void {
  const way: Way = { back: () => back(), onAsked: nothing };
  ways = [...ways, way];
  return () => without(way);
}

/**
 * Something is being done, and can be taken back when it is. Z pressed until then means this, and nothing that was done
 * before: `onAsked` is called, and `end` answers that it was. Whoever began it ends it, whatever becomes of it.
 */
export function expectWayBack(onAsked: () => void): { end: () => boolean } {
  let isAsked = false;
  const way: Way = {
    back: null,
    onAsked: () => {
      isAsked = true;
      onAsked();
    },
  };
  ways = [...ways, way];
  return {
    end: () => {
      without(way);
      return isAsked;
    },
  };
}

export function takeLastBack(): void {
  const last = ways.at(-1);
  ways = ways.slice(0, -1);
  if (last?.back) last.back();
  else last?.onAsked();
}
