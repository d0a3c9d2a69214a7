import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnreadableLetter } from '#contract/messages.ts';
import { formatBytes } from '../../i18n/time.ts';
import { useIsAway } from '../../realtime/use-is-away.ts';
import { useIsPrinting } from '../../ui/printing.ts';
import { RichText } from '../../ui/rich-text.tsx';
import c from './letter.module.css';
import { LetterFrame } from './letter-frame.tsx';
import type { Message } from './message.ts';
import { PlainText } from './plain-text.tsx';

/** The text, the way it was written: in a frame of its own, as rich text of ours, or plain. Older mail below it is folded. */
export function LetterBody({
  message,
  framed: isFramed,
  files,
}: {
  message: Message;
  framed: boolean;
  files: ReactNode;
}) {
  const { t } = useTranslation();
  const hasFrame = useFrameThatComes(isFramed);
  const isPrinting = useIsPrinting();
  // Browsers cut a frame wherever a page of paper ends, through its lines, and in the colours of the screen.
  const framed = hasFrame && !isPrinting;
  const [showsQuote, setShowsQuote] = useState(false);
  const [showsImages, setShowsImages] = useState(false);
  const ours = message.body_html !== null && message.kind !== 'inbound' && message.kind !== 'side_inbound';
  return (
    <>
      <WhatIsMissing of={message} />
      {framed && message.remote_images > 0 && !showsImages && (
        <div className={c.images}>
          {t('thread.images.blocked', { count: message.remote_images })}
          <UnstyledButton data-thumb onClick={() => setShowsImages(true)}>
            {t('thread.images.show')}
          </UnstyledButton>
        </div>
      )}
      {hasFrame && (
        <div className={c.framed} hidden={isPrinting}>
          <LetterFrame id={message.id} from={message.author.name} showImages={showsImages} showQuote={showsQuote} />
        </div>
      )}
      {!framed && (
        <div className={ours ? c.text : `${c.text} ${c.plain}`}>
          {ours ? <RichText html={message.body_html ?? ''} /> : <PlainText text={message.body_text} />}
        </div>
      )}
      {files}
      {message.has_quote === 1 && (
        <UnstyledButton
          data-thumb
          className={c.fold}
          aria-expanded={showsQuote}
          onClick={() => setShowsQuote(!showsQuote)}
        >
          <span aria-hidden>···</span>
          {showsQuote ? t('thread.quote.hide') : t('thread.quote.show')}
        </UnstyledButton>
      )}
      {message.has_quote === 1 && showsQuote && !framed && (
        <div className={c.quoted}>
          <PlainText text={message.quoted_text} />
        </div>
      )}
    </>
  );
}

/** What of it was not fetched, or cannot be shown. */
export function WhatIsMissing({ of: { event } }: { of: Pick<Message, 'event'> }) {
  const { t } = useTranslation();
  if (event?.key === 'too_large')
    return <p className={c.images}>{t('thread.too_large', { size: formatBytes(Number(event.values.bytes)) })}</p>;
  if (event?.key === 'unreadable')
    return <p className={c.images}>{t(`thread.unreadable.${event.values.what as UnreadableLetter}`)}</p>;
  return null;
}

/** A frame comes from the server. While that is away the words are shown without their looks; a frame that is there stays. */
function useFrameThatComes(isFramed: boolean): boolean {
  const isAway = useIsAway();
  const [hasCome, come] = useState(!isAway);
  if (!isAway && !hasCome) come(true);
  return isFramed && hasCome;
}
