import { backAt, whenLast } from '../talk/when.ts';
import { Choices } from './choices.tsx';
import { Face, Faces } from './face.tsx';
import { Icon, Lines, Tool } from './icon.tsx';
import type { The } from './the.ts';

/** The first screen: whether somebody is there, the way in, and what was said before. */
export function Home({ the }: { the: The }) {
  const { setup, words, text, state } = the;
  const { consent } = setup.settings.form;
  return (
    <>
      <div class="band">
        <Lines />
        <div class="top">
          <h2 tabIndex={-1}>{text('title')}</h2>
          <Tool of="close" label={words.close} on={the.close} />
        </div>
        <p class="greeting">{text('greeting')}</p>
        <Availability the={the} />
      </div>
      <div class="scroll">
        <div class="ask">
          <p>{text(setup.is_online ? 'intro' : 'offline')}</p>
          <button type="button" class="fill" onClick={() => the.start()}>
            {setup.is_online ? words.start : words.leave}
          </button>
          {consent === 'notice' && <Notice the={the} />}
          <Choices the={the} />
        </div>
        {state.conversations.length > 0 && <h3>{words.yours}</h3>}
        <ul class="list">
          {state.conversations.map((one) => (
            <Row key={one.key} the={the} of={one} />
          ))}
        </ul>
      </div>
    </>
  );
}

/** When somebody is back, as far as that is known. */
export const awayUntil = ({ setup, words, now }: The): string =>
  setup.back_at ? backAt(new Date(setup.back_at), now, words) : words.away;

function Availability({ the }: { the: The }) {
  const { setup, words } = the;
  if (!setup.is_online)
    return (
      <p class="there">
        <Icon of="clock" size={20} />
        {awayUntil(the)}
      </p>
    );
  return (
    <p class="there">
      {setup.team.length > 0 ? <Faces of={setup.team} /> : <i class="dot" />}
      {setup.answer_minutes === null
        ? words.online
        : `${words.usually} ${
            setup.answer_minutes < 60
              ? `${setup.answer_minutes} ${words.minutes}`
              : `${setup.answer_minutes / 60} ${words.hours}`
          }`}
    </p>
  );
}

function Row({ the, of }: { the: The; of: The['state']['conversations'][number] }) {
  const { words } = the;
  const { key, last, unread } = of;
  const name = (last?.from === 'agent' && last.name) || of.with || the.text('title');
  return (
    <li>
      <button type="button" data-new={unread > 0} onClick={() => the.go({ name: 'talk', talk: key })}>
        <Face name={name} picture={the.state.messages[key]?.findLast((one) => one.from === 'agent')?.picture ?? null} />
        <span>
          <b>{name}</b>
          {last && <time dateTime={last.at}>{whenLast(new Date(last.at), the.now, words)}</time>}
          <i dir="auto">{last && (last.from === 'visitor' ? `${words.you}: ${last.text}` : last.text)}</i>
        </span>
        {unread > 0 && (
          <em role="img" aria-label={`${words.unread}: ${unread}`}>
            {unread}
          </em>
        )}
      </button>
    </li>
  );
}

/** What becomes of what is written, where the company says so. */
export function Notice({ the }: { the: The }) {
  const { privacy_url } = the.setup.settings.form;
  return (
    <small class="notice">
      {the.text('consent')}{' '}
      {privacy_url && (
        <a href={privacy_url} target="_blank" rel="noopener noreferrer">
          {the.words.privacy}
        </a>
      )}
    </small>
  );
}
