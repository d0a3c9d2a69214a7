import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconRobot, IconRosetteDiscountCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatFull, formatTime, readTime } from '../../i18n/time.ts';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Tip } from '../../ui/tip.tsx';
import { shortList } from './address-text.ts';
import { authorName } from './author-name.ts';
import { FromTicket } from './from-ticket.tsx';
import c from './letter.module.css';
import { LetterMenu } from './letter-menu.tsx';
import { hasOwnLook, type Message } from './message.ts';

type Props = {
  message: Message;
  me: number;
  isBeside: boolean;
  showsDetails: boolean;
  onDetails: () => void;
  asText: boolean;
  onAsText: () => void;
};

/** Who wrote to whom, when, and how far the sender can be believed. */
export function LetterHead({ message, me, isBeside, showsDetails, onDetails, asText, onAsText }: Props) {
  const { t } = useTranslation();
  const note = message.kind === 'note';
  const name = authorName(message);
  return (
    <div className={c.by}>
      {note ? <Icon of={IconLock} className={c.lock} /> : <Face name={name} avatar={message.author.avatar ?? null} />}
      <b>{name}</b>
      {note ? (
        <span className={c.to}>
          {t('thread.note')}
          {message.edits > 0 && ` · ${t('thread.edited')}`}
        </span>
      ) : (
        <>
          <Belief message={message} />
          {message.mail_kind && message.mail_kind !== 'human' && (
            <span className={c.label}>
              <Icon of={IconRobot} size={16} />
              <span>{t(`thread.kind.${message.mail_kind}`)}</span>
            </span>
          )}
          {message.to.length > 0 && (
            <UnstyledButton data-thumb className={c.to} aria-expanded={showsDetails} onClick={onDetails}>
              <span>{recipientsText(message)}</span>
              <span className="sr">{t('thread.show_details')}</span>
            </UnstyledButton>
          )}
        </>
      )}
      {message.origin_ticket_id !== message.ticket_id && message.id > 0 && <FromTicket message={message} />}
      <time dateTime={readTime(message.added).toISOString()} title={formatFull(message.added)}>
        {formatTime(message.added)}
      </time>
      {message.id > 0 && (
        <LetterMenu
          message={message}
          me={me}
          isBeside={isBeside}
          hasFrame={hasOwnLook(message)}
          asText={asText}
          onAsText={onAsText}
          onDetails={onDetails}
        />
      )}
    </div>
  );
}

/** A mark when the receiving server proved the sender, a warning when it could not; nothing when nobody checked. */
function Belief({ message }: { message: Message }) {
  const { t } = useTranslation();
  if ((message.kind !== 'inbound' && message.kind !== 'side_inbound') || message.is_verified === null) return null;
  if (message.is_verified) {
    const proved = t('thread.verified');
    return (
      <Tip label={proved}>
        <span role="img" aria-label={proved} className={c.proved}>
          <Icon of={IconRosetteDiscountCheck} size={16} />
        </span>
      </Tip>
    );
  }
  return (
    <Tip label={t('thread.unverified_why', { address: message.from?.address ?? '' })} multiline maw={320}>
      <span className={c.unproved}>
        <Icon of={IconAlertTriangle} size={16} />
        <span>{t('thread.unverified')}</span>
      </span>
    </Tip>
  );
}

function recipientsText(message: Message): string {
  const names = shortList(message.to);
  return message.cc.length > 0
    ? i18next.t('thread.to_cc', { names, cc: shortList(message.cc) })
    : i18next.t('thread.to', { names });
}
