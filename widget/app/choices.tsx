import type { The } from './the.ts';

/** What can be said by one press. */
export const Quick = ({ of, say }: { of: readonly string[]; say: (one: string) => void }) =>
  of.length > 0 ? (
    <div class="quick">
      {of.map((one) => (
        <button key={one} type="button" onClick={() => say(one)}>
          {one}
        </button>
      ))}
    </div>
  ) : null;

const choicesMax = 6;

/** What the company offers before anything was said. */
export const Choices = ({ the }: { the: The }) => (
  <Quick
    of={the
      .text('choices')
      .split('\n')
      .map((one) => one.trim())
      .filter(Boolean)
      .slice(0, choicesMax)}
    say={the.start}
  />
);
