import { UnstyledButton } from '@mantine/core';
import { IconArrowForwardUp } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingLetter } from '#contract/drafts.ts';
import { formatTime } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { useIsPrinting } from '../../ui/printing.ts';
import { AttachmentTiles } from './attachment-tiles.tsx';
import { allFilesAddress } from './attachments.ts';
import { authorName } from './author-name.ts';
import { ChatReadLine } from './chat-read-line.tsx';
import { DeliveryLine } from './delivery-line.tsx';
import c from './letter.module.css';
import { useLetterActions } from './letter-actions.ts';
import { LetterBody } from './letter-body.tsx';
import { LetterDetails } from './letter-details.tsx';
import { LetterHead } from './letter-head.tsx';
import { hasOwnLook, type Message } from './message.ts';
import type { Outgoing } from './outgoing.ts';
import { type OutgoingActions, OutgoingLine } from './outgoing-line.tsx';
import { type WaitingActions, WaitingLine } from './waiting-line.tsx';

type Props = {
  message: Message;
  outgoing: Outgoing | undefined;
  waiting: WaitingLetter | undefined;
  ticketId: number;
  me: number;
  /** In a side conversation, where what one can do with a letter of the thread is not to be done. */
  isBeside?: boolean;
  /** Out of a line, which stands for it in the thread. */
  isUnfolded?: boolean;
} & OutgoingActions &
  WaitingActions;

/** One message: the customer's on the left, ours on the right, a note across the whole width. */
export const Letter = memo(function Letter(props: Props) {
  const { message, outgoing, waiting, me, retry, edit, isBeside = false, isUnfolded = false } = props;
  const actions = useLetterActions();
  const { t } = useTranslation();
  const [showsDetails, setShowsDetails] = useState(false);
  const [asText, setAsText] = useState(false);
  const note = message.kind === 'note';
  const framed = hasOwnLook(message) && !asText;
  const isPrinting = useIsPrinting();
  // A picture that stands in the text is not offered a second time; on paper, where the text is plain, it is named.
  const files = framed && !isPrinting ? message.attachments.filter((file) => !file.inline) : message.attachments;
  const together = message.id > 0 ? allFilesAddress(message.id, !framed) : null;
  const time = formatTime(message.added);
  return (
    <article
      id={message.id > 0 && !isUnfolded ? `message-${message.id}` : undefined}
      className={c.letter}
      data-message={isUnfolded ? undefined : message.id || undefined}
      data-ours={
        message.kind === 'outbound' || message.kind === 'side_outbound' || message.kind === 'forward' || undefined
      }
      data-beside={message.side_id !== null || undefined}
      data-note={note || undefined}
      data-framed={framed || undefined}
      aria-label={t('thread.letter_from', {
        name: note ? `${t('thread.note')}, ${authorName(message)}` : authorName(message),
        time,
      })}
    >
      {message.kind === 'forward' && (
        <p className={c.forward}>
          <Icon of={IconArrowForwardUp} size={14} />
          {t('thread.side.forwarded')}
          {!isBeside && actions && message.side_id !== null && (
            <UnstyledButton data-thumb onClick={() => message.side_id !== null && actions.openSide(message.side_id)}>
              {t('thread.side.open')}
            </UnstyledButton>
          )}
        </p>
      )}
      <LetterHead
        message={message}
        me={me}
        isBeside={isBeside}
        showsDetails={showsDetails}
        onDetails={() => setShowsDetails(!showsDetails)}
        asText={asText}
        onAsText={() => setAsText(!asText)}
      />
      {showsDetails && <LetterDetails message={message} />}
      <LetterBody
        message={message}
        framed={framed}
        files={files.length > 0 && <AttachmentTiles files={files} together={together} />}
      />
      {waiting && message.id === 0 && (
        <WaitingLine
          of={waiting}
          ticketId={props.ticketId}
          isMine={waiting.user.id === me}
          takeBack={props.takeBack}
          takeOver={props.takeOver}
          customerId={props.customerId}
        />
      )}
      {outgoing && !waiting && message.id === 0 && <OutgoingLine of={outgoing} retry={retry} edit={edit} />}
      {message.delivery && <DeliveryLine message={message} delivery={message.delivery} />}
      {message.channel === 'chat' && message.kind === 'outbound' && message.id > 0 && (
        <ChatReadLine message={message} />
      )}
    </article>
  );
});
