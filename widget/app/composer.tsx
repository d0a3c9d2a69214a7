import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, Tool } from './icon.tsx';
import type { The } from './the.ts';
import { Attach, Uploads, useCarried, useUploads } from './uploads.tsx';

const typingPauseMs = 3000;
/** After that they think, or have gone: the desk says it of agents just so. */
const typingEndMs = 6000;
const emoji = [...'🙂😀😉😍🤔😢👍👎👋🙏👏❤🔥🎉✅❌📦🚚'];

/** Where one writes. What stands in it is kept over a reload, once there is a conversation. */
export function Composer({ the, talk, canAttach }: { the: The; talk: string | null; canAttach: boolean }) {
  const { words, keep, setup } = the;
  // Of none before the first message.
  const key = the.talk.keyOf(talk ?? '');
  const [text, write] = useState(keep.read().drafts?.[key] ?? '');
  const [isPicking, pick] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const typed = useRef(0);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const takes = setup.settings.behaviour.takes_files === 1;
  const home = canAttach ? key : '';
  const uploads = useUploads(the, home);
  useCarried(the, home, uploads);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text makes it higher
  useEffect(() => {
    const box = field.current;
    if (!box) return;
    box.style.height = 'auto';
    box.style.height = `${Math.min(box.scrollHeight, 140)}px`;
  }, [text]);

  const say = (isTyping: boolean) => {
    typed.current = isTyping ? Date.now() : 0;
    if (canAttach) the.talk.say({ kind: 'typing', key, is_typing: isTyping });
  };
  const rest = () => typed.current && say(false);
  const change = (next: string) => {
    write(next);
    keep.draft(key, next);
    clearTimeout(pause.current);
    // Also where the field is gone by then.
    pause.current = setTimeout(rest, typingEndMs);
    if (!next) say(false);
    else if (Date.now() - typed.current > typingPauseMs) say(true);
  };

  function send(event?: Event): void {
    event?.preventDefault();
    const said = text.trim() || (talk === null ? uploads.all.map((one) => one.file.name).join(', ') : '');
    if ((!said && uploads.files.length === 0) || uploads.isBusy) return;
    if (talk === null) {
      const begun = the.begin(said);
      the.carry({ talk: begun, files: uploads.whole });
      the.go({ name: 'talk', talk: begun }, true);
    } else the.talk.send(talk, said, uploads.files);
    uploads.clear();
    change('');
    field.current?.focus();
  }

  const put = (letter: string) => {
    const box = field.current;
    if (!box) return;
    box.setRangeText(letter, box.selectionStart, box.selectionEnd, 'end');
    change(box.value);
    pick(false);
    box.focus();
  };

  return (
    <form
      class="write"
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isPicking) return;
        event.stopPropagation();
        pick(false);
        field.current?.focus();
      }}
      {...(takes && uploads.taking)}
    >
      <Uploads of={uploads} words={words} isUnderWay={talk !== null} />
      {isPicking && (
        <fieldset class="emoji" aria-label={words.emoji}>
          {emoji.map((letter) => (
            <button key={letter} type="button" onClick={() => put(letter)}>
              {letter}
            </button>
          ))}
        </fieldset>
      )}
      <div>
        {takes && <Attach the={the} of={uploads} />}
        <textarea
          ref={field}
          rows={1}
          maxLength={10_000}
          dir="auto"
          aria-label={the.text('placeholder')}
          placeholder={the.text('placeholder')}
          value={text}
          onInput={(event) => change(event.currentTarget.value)}
          onBlur={rest}
          onKeyDown={(event) => {
            // On glass the key makes a new line, as it does everywhere there.
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing || matchMedia('(pointer:coarse)').matches)
              return;
            send(event);
          }}
        />
        <Tool of="good" label={words.emoji} on={() => pick(!isPicking)} aria-expanded={isPicking} />
        <button
          type="submit"
          class="send"
          data-ready={text.trim() !== '' || uploads.all.length > 0}
          aria-label={words.send}
        >
          <Icon of="send" size={20} />
        </button>
      </div>
    </form>
  );
}
