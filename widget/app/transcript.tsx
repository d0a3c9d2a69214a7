import { useEffect, useRef, useState } from 'preact/hooks';
import { Flaw, flaw } from './form.tsx';
import { Tool } from './icon.tsx';
import type { The } from './the.ts';
import { whyNot } from './why-not.ts';

/** Asks where the conversation shall be mailed to, and says whether it goes there. */
export function Transcript({ the, talk, done }: { the: The; talk: string; done: () => void }) {
  const { words } = the;
  const [email, type] = useState(the.asked.email ?? '');
  const [wrong, tell] = useState('');
  const [isSent, end] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = (event: Event) => {
    event.preventDefault();
    tell('');
    the.talk.transcript(talk, email.trim()).then(
      () => end(true),
      (error) => tell(whyNot(error, words)),
    );
  };
  return (
    <form class="mail" noValidate onSubmit={send}>
      <Tool of="close" label={words.hide} on={done} />
      {isSent ? (
        <p role="status">
          {words.mailed} {email}
        </p>
      ) : (
        <>
          <label class="field">
            <span>{words.transcript}</span>
            <input
              name="email"
              type="email"
              autoComplete="email"
              placeholder={words.email}
              maxLength={200}
              value={email}
              ref={field}
              onInput={(event) => type(event.currentTarget.value)}
              {...flaw(wrong, 'email')}
            />
            <Flaw of="email" text={wrong} />
          </label>
          <button type="submit" class="line">
            {words.send}
          </button>
        </>
      )}
    </form>
  );
}
