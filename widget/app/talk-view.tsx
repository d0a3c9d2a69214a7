import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Choices, Quick } from './choices.tsx';
import { Composer } from './composer.tsx';
import { Face } from './face.tsx';
import { Head } from './head.tsx';
import { Notice } from './home.tsx';
import { Icon } from './icon.tsx';
import { Letters } from './letters.tsx';
import { Menu } from './menu.tsx';
import { Rating } from './rating.tsx';
import type { The } from './the.ts';
import { Transcript } from './transcript.tsx';

/** So near to the end one reads along. */
const nearPx = 80;

/** A conversation. `talk` is null before its first message. */
export function TalkView({ the, talk }: { the: The; talk: string | null }) {
  const { words, state, setup, text } = the;
  // Of none before the first message.
  const key = the.talk.keyOf(talk ?? '');
  const conversation = state.conversations.find((one) => one.key === key);
  const messages = state.messages[key] ?? [];
  const pending = state.pending.filter((one) => one.talk === key || one.talk === talk);
  const [newFrom] = useState(conversation?.unread ? conversation.read_by_visitor : 0);
  const [isBelow, below] = useState(false);
  const log = useRef<HTMLDivElement>(null);
  const turns = useRef<HTMLDivElement>(null);
  const isNear = useRef(true);
  const end = useRef(0);
  const isLoaded = key in state.messages;
  const hasKey = conversation !== undefined;

  // Also after a time without a connection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that is up again is a reason, too
  useEffect(() => {
    if (hasKey && !isLoaded) void the.talk.open(key).catch(() => undefined);
  }, [key, hasKey, isLoaded, state.line, the.talk]);

  const last = messages.at(-1)?.id;
  useEffect(() => {
    if (last && !document.hidden && isNear.current) void the.talk.read(key);
  });

  const scrolled = () => {
    const box = log.current;
    if (!box) return;
    // By the lower edge: where the log itself grows, as when a strip below it goes, browsers move its top alone.
    const lower = box.scrollTop + box.clientHeight;
    const isUp = lower < end.current - 1;
    end.current = lower;
    // What grew since it was scrolled is no reason to stay behind.
    isNear.current = (isNear.current && !isUp) || box.scrollHeight - lower < nearPx;
    if (isNear.current) {
      below(false);
      void the.talk.read(key);
    }
  };
  const toEnd = () => log.current?.scrollTo(0, log.current.scrollHeight);

  // It opens at the first unread, else at its end.
  const isFirst = useRef(true);
  const count = messages.length + pending.length;
  const isOwn = pending.some((one) => one.state === 'waiting');
  const typist = state.typing[key];
  // biome-ignore lint/correctness/useExhaustiveDependencies: what makes it longer
  useLayoutEffect(() => {
    const box = log.current;
    if (!box || count === 0) return;
    const divider = isFirst.current ? box.querySelector<HTMLElement>('.new') : null;
    if (divider) {
      box.scrollTop = divider.offsetTop - 40;
      isNear.current = false;
      box.dispatchEvent(new Event('scroll'));
    } else if (isFirst.current || isNear.current || isOwn) toEnd();
    else below(true);
    isFirst.current = false;
  }, [count, last, isOwn]);

  // Whoever is at the end stays there, whatever grows: a picture that arrives late, the faces of a rating, the keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks the elements alone, which stay
  useEffect(() => {
    const seen = new ResizeObserver(() => isNear.current && toEnd());
    for (const one of [log, turns]) if (one.current) seen.observe(one.current);
    return () => seen.disconnect();
  }, []);

  const newest = messages.findLast((one) => one.from !== 'system');
  const offered = pending.length === 0 && conversation?.state === 'open' ? newest?.choices : undefined;
  // What is pressed is gone with it.
  const say = (one: string) => {
    the.talk.send(key, one, []);
    log.current?.focus();
  };
  const [isMailing, mail] = useState(false);
  const answer = messages.findLast((one) => one.from === 'agent');
  const agent = conversation?.with || (answer ?? (count === 0 ? the.invited : undefined))?.name || '';
  // Where nobody has answered, there is nothing to keep. What is asked already is not offered.
  const mailIt = answer && setup.mails_transcripts && !isMailing ? () => mail(true) : undefined;
  const there = words[setup.is_online ? 'online' : 'away'];
  return (
    <>
      <Head
        the={the}
        title={agent || text('title')}
        sub={agent ? `${text('title')} · ${there}` : there}
        face={
          agent ? (
            <Face name={agent} picture={(answer?.name === agent && answer.picture) || null} isHere={setup.is_online} />
          ) : undefined
        }
      >
        <Menu the={the} talk={key} isOpen={conversation?.state === 'open'} mail={mailIt} />
      </Head>
      <div
        class="scroll talk"
        role="log"
        aria-live="polite"
        aria-label={words.log}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer, nothing else scrolls it
        tabIndex={0}
        ref={log}
        onScroll={scrolled}
      >
        <div ref={turns}>
          {count === 0 && (
            <div class="hello">
              <p>{the.invited?.text ?? text(setup.is_online ? 'intro' : 'offline')}</p>
              {setup.settings.form.consent === 'notice' && <Notice the={the} />}
              <Choices the={the} />
            </div>
          )}
          {state.hasEarlier[key] && (
            <button type="button" class="line" onClick={() => void the.talk.earlier(key).catch(() => undefined)}>
              {words.earlier}
            </button>
          )}
          <Letters the={the} messages={messages} pending={pending} of={conversation} newFrom={newFrom} />
          <Quick of={offered ?? []} say={say} />
          {typist !== undefined && (
            <p class="typing">
              <span>
                <i />
                <i />
                <i />
              </span>
              {typist || words.someone} {words.typing}
            </p>
          )}
          {conversation?.state === 'ended' && <Rating the={the} of={conversation} mail={mailIt} />}
        </div>
      </div>
      {isBelow && (
        <button type="button" class="below" onClick={toEnd}>
          {words.fresh}
        </button>
      )}
      {isMailing && (
        <Transcript
          the={the}
          talk={key}
          done={() => {
            mail(false);
            log.current?.focus();
          }}
        />
      )}
      {state.line !== 'up' && conversation && !navigator.onLine && (
        <p class="down">
          <Icon of="alert" size={14} />
          {words.offline}
        </p>
      )}
      <Composer the={the} talk={talk} canAttach={hasKey} />
    </>
  );
}
