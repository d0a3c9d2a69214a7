import type { The } from './the.ts';

const choicesMax = 6;

/** What the company offers to say by one press, before anything was said. */
export function Choices({ the }: { the: The }) {
  const all = the
    .text('choices')
    .split('\n')
    .filter((one) => one.trim());
  return all.length > 0 ? (
    <div class="quick">
      {all.slice(0, choicesMax).map((one) => (
        <button key={one} type="button" onClick={() => the.start(one.trim())}>
          {one}
        </button>
      ))}
    </div>
  ) : null;
}
