import { useState } from 'preact/hooks';
import { Tool } from './icon.tsx';
import type { The } from './the.ts';

/** What one does seldom. */
export function Menu(props: { the: The; talk: string; isOpen: boolean; mail: (() => void) | undefined }) {
  const { the, talk, isOpen, mail } = props;
  const { words, keep, setup } = the;
  const [isShown, show] = useState(false);
  const [isSilent, hush] = useState(keep.read().isSilent === true);
  const done = (act: () => void) => () => {
    show(false);
    act();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape ends it from wherever the focus is in it
    <div
      class="menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isShown) return;
        event.stopPropagation();
        show(false);
        event.currentTarget.querySelector('button')?.focus();
      }}
    >
      <Tool of="dots" label={words.more} on={() => show(!isShown)} aria-expanded={isShown} />
      {isShown && (
        <div>
          {setup.settings.behaviour.has_sound === 1 && (
            <button
              type="button"
              onClick={() => {
                keep.write({ isSilent: !isSilent });
                hush(!isSilent);
              }}
            >
              {isSilent ? words.soundOff : words.soundOn}
            </button>
          )}
          {mail && (
            <button type="button" onClick={done(mail)}>
              {words.transcript}
            </button>
          )}
          {talk && (
            <button type="button" onClick={done(() => the.start())}>
              {words.anew}
            </button>
          )}
          {isOpen && (
            <button type="button" onClick={done(() => void the.talk.end(talk).catch(() => undefined))}>
              {words.end}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
