import { useState } from 'preact/hooks';
import type { Conversation } from '#contract/quidget-chat.ts';
import { Icon } from './icon.tsx';
import type { The } from './the.ts';
import { whyNot } from './why-not.ts';

/** After the end: how it was, and the way on. */
export function Rating({ the, of, mail }: { the: The; of: Conversation; mail: (() => void) | undefined }) {
  const { words, text, setup, talk } = the;
  const [chosen, choose] = useState(of.rating);
  const [comment, write] = useState('');
  const [isTold, tell] = useState(of.rating !== null);
  const [trouble, lose] = useState('');
  const asks = setup.settings.behaviour.asks_rating === 1;
  const send = () => {
    lose('');
    if (chosen)
      talk.rate(of.key, chosen, comment).then(
        () => tell(true),
        (error) => lose(whyNot(error, words)),
      );
  };
  return (
    <div class="rate">
      <p>{words.ended}</p>
      {asks &&
        (isTold ? (
          <p role="status">{words.rated}</p>
        ) : (
          <>
            <fieldset>
              <legend>{text('rating')}</legend>
              {(['good', 'fair', 'bad'] as const).map((one) => (
                <label key={one}>
                  <input type="radio" name="rating" checked={chosen === one} onChange={() => choose(one)} />
                  <Icon of={one} size={28} />
                  {words[one]}
                </label>
              ))}
            </fieldset>
            {chosen && (
              <>
                <label class="field">
                  <span>
                    {words.comment} <i>{words.optional}</i>
                  </span>
                  <textarea
                    rows={2}
                    maxLength={1000}
                    dir="auto"
                    value={comment}
                    onInput={(event) => write(event.currentTarget.value)}
                  />
                </label>
                <button type="button" class="fill" onClick={send}>
                  {words.send}
                </button>
                {trouble && (
                  <small class="flaw" role="alert">
                    {trouble}
                  </small>
                )}
              </>
            )}
          </>
        ))}
      {mail && (
        <button type="button" class="line" onClick={mail}>
          {words.transcript}
        </button>
      )}
      <button type="button" class="line" onClick={() => the.start()}>
        {words.anew}
      </button>
    </div>
  );
}
