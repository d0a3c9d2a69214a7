import { useState } from 'preact/hooks';
import type { ChatMessage, Conversation } from '#contract/quidget-chat.ts';
import { findLinks } from '../talk/find-links.ts';
import type { Pending } from '../talk/outbox.ts';
import type { ChatFile } from '../talk/transport.ts';
import { clock, dayOf } from '../talk/when.ts';
import { Face } from './face.tsx';
import { Icon } from './icon.tsx';
import type { The } from './the.ts';
import type { Words } from './words-en.ts';

type Shown = {
  the: The;
  messages: readonly ChatMessage[];
  pending: readonly Pending[];
  of: Conversation | undefined;
  newFrom: number;
};

/** What was said, oldest first, and after it what is still on its way. */
export function Letters({ the, messages, pending, of, newFrom }: Shown) {
  const { words, talk } = the;
  const { read_by_agent: readTo = 0, agent_read_at: readAt } = of ?? {};
  let day = '';
  const lastOwn = messages.findLast((one) => one.from === 'visitor')?.id;
  const firstNew = messages.find((one) => one.from !== 'visitor' && one.id > newFrom)?.id;
  return (
    <>
      {messages.map((one) => {
        const at = new Date(one.at);
        const today = dayOf(at, the.now, words);
        const isOther = today !== day;
        day = today;
        const isOwn = one.from === 'visitor';
        return (
          <div key={one.id} class="turn">
            {isOther && <p class="day">{today}</p>}
            {one.id === firstNew && newFrom > 0 && <p class="new">{words.fresh}</p>}
            {one.from === 'system' ? (
              <p class="day">
                {one.text}, {clock(at, words)}
              </p>
            ) : (
              <div class={isOwn ? 'me' : 'them'}>
                {!isOwn && <Face name={one.name || the.text('title')} picture={one.picture} />}
                <Letter text={one.text} files={one.files} words={words} />
                <small>
                  {!isOwn && one.name && <b>{one.name}, </b>}
                  {isOwn && <Icon of={one.id <= readTo ? 'ticks' : 'tick'} size={14} />}
                  {one.id === lastOwn && one.id <= readTo ? (
                    <span title={`${words.sent} ${clock(at, words)}`}>
                      {words.read} {readAt && clock(new Date(readAt), words)}
                    </span>
                  ) : (
                    <>
                      {one.id === lastOwn && words.sent} <time dateTime={one.at}>{clock(at, words)}</time>
                    </>
                  )}
                </small>
              </div>
            )}
          </div>
        );
      })}
      {pending.map((one) => (
        <div key={one.client_id} class="me turn" data-failed={one.state !== 'waiting'}>
          <Letter text={one.text} files={one.files} words={words} />
          {one.state === 'waiting' ? (
            <small>
              <Icon of="clock" size={14} />
              {words.sending}
            </small>
          ) : (
            <p class="flaw" role="status">
              <Icon of="alert" size={14} />{' '}
              {one.state === 'limited'
                ? `${words.limited} ${clock(new Date(one.until as number), words)}.`
                : words[one.state]}{' '}
              <button type="button" onClick={() => talk.again(one.client_id)}>
                {words.again}
              </button>
              {one.state === 'refused' && (
                <button type="button" onClick={() => talk.drop(one.client_id)}>
                  {words.remove}
                </button>
              )}
            </p>
          )}
        </div>
      ))}
    </>
  );
}

const Letter = ({ text, files, words }: { text: string; files: readonly ChatFile[]; words: Words }) => (
  <div class="letter" dir="auto">
    {findLinks(text).map((part, at) =>
      typeof part === 'string' ? (
        part
      ) : (
        <a key={String(at)} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {part.text}
        </a>
      ),
    )}
    {files.map((file) => (
      <File key={file.id} of={file} words={words} />
    ))}
  </div>
);

/** A picture is shown where the page lets pictures of ours in. Everything else, and what it keeps out, is a link. */
function File({ of, words }: { of: ChatFile; words: Words }) {
  const [isLost, lose] = useState(false);
  if (!/^https?:\/\//i.test(of.url)) return <span class="file">{of.name}</span>;
  const isShown = of.is_picture && !isLost;
  return (
    <a
      class={isShown ? 'photo' : 'file'}
      href={of.url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={isShown ? of.name : undefined}
    >
      {isShown ? (
        <img src={of.url} alt="" loading="lazy" referrerpolicy="no-referrer" onError={() => lose(true)} />
      ) : (
        <>
          <Icon of="file" />
          <span>{of.name}</span>
          <small>{sizeOf(of.size, words)}</small>
        </>
      )}
    </a>
  );
}

export function sizeOf(bytes: number, { locale }: Words): string {
  const [unit, share, maximumFractionDigits] = bytes < 1e6 ? ['kilobyte', 1e3, 0] : ['megabyte', 1e6, 1];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(
    // A little is not nothing.
    bytes && Math.max(1, bytes / share),
  );
}
