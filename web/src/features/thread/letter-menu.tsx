import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAlignLeft,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsSplit2,
  IconDots,
  IconDownload,
  IconHistory,
  IconInfoCircle,
  IconLink,
  IconListDetails,
  IconPencil,
  IconQuote,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminLevel } from '#contract/privileges.ts';
import { lazyPart } from '../../api/fetch-part.ts';
import { useSelf } from '../../api/self.ts';
import { apiBase } from '../../api/send.ts';
import { learnLater } from '../../i18n/language.ts';
import { formatTime } from '../../i18n/time.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuLater } from '../../ui/menu-later.tsx';
import { toast } from '../../ui/toast.tsx';
import { WhyNotItem } from '../../ui/why-not.tsx';
import { HeadersDialog } from './headers-dialog.tsx';
import { useLetterActions, WhyNotSplitContext } from './letter-actions.ts';
import type { Message } from './message.ts';
import type { NoteDialog } from './note-dialogs.tsx';
import { useSplit } from './use-split.ts';

type Props = {
  message: Message;
  me: number;
  isBeside: boolean;
  /** Whether it has a look of its own besides its text. */
  hasFrame: boolean;
  asText: boolean;
  onAsText: () => void;
  onDetails: () => void;
};

const NoteDialogs = lazyPart(async () => {
  const [file] = await Promise.all([import('./note-dialogs.tsx'), learnLater('side')]);
  return file;
});

/** What can be done with one message. */
export function LetterMenu({ message, me, isBeside, hasFrame, asText, onAsText, onDetails }: Props) {
  const { t } = useTranslation();
  const split = useSplit(message);
  const whyNotSplit = useContext(WhyNotSplitContext);
  const [showsHeaders, setShowsHeaders] = useState(false);
  const isAdmin = useSelf().roles.some((role) => role.company_id === message.company_id && role.level >= adminLevel);
  const actions = useLetterActions();
  const [noteDialog, openNote] = useState<NoteDialog | null>(null);
  const isLetter = message.kind === 'inbound' || message.kind === 'outbound';
  const isMail = isLetter || message.side_id !== null;
  const canBePart = isLetter || (message.kind === 'note' && message.side_id === null);
  const isOwnNote = message.kind === 'note' && message.author.kind === 'user' && message.author.id === me;
  const copyLink = async () => {
    const url = new URL(window.location.href);
    url.hash = `message-${message.id}`;
    await copyText(url.href);
    toast({ status: 'success', title: t('thread.link_copied') });
  };
  return (
    <>
      <MenuLater
        position="bottom-end"
        button={
          <ActionIcon size={24} aria-label={t('thread.menu.label', { time: formatTime(message.added) })}>
            <Icon of={IconDots} size={16} />
          </ActionIcon>
        }
      >
        {() => (
          <>
            {isMail && (
              <Menu.Item leftSection={<Icon of={IconInfoCircle} size={16} />} onClick={onDetails}>
                {t('thread.menu.details')}
              </Menu.Item>
            )}
            {hasFrame && (
              <Menu.Item leftSection={<Icon of={IconAlignLeft} size={16} />} onClick={onAsText}>
                {asText ? t('thread.menu.as_mail') : t('thread.menu.as_text')}
              </Menu.Item>
            )}
            {!isBeside && (
              <Menu.Item leftSection={<Icon of={IconLink} size={16} />} onClick={() => void copyLink()}>
                {t('thread.menu.copy_link')}
              </Menu.Item>
            )}
            {isLetter && actions && !isBeside && (
              <>
                <Menu.Item
                  leftSection={<Icon of={IconArrowBackUp} size={16} />}
                  onClick={() => actions.replyTo(message)}
                >
                  {t('thread.menu.reply')}
                </Menu.Item>
                <Menu.Item leftSection={<Icon of={IconQuote} size={16} />} onClick={() => actions.quote(message)}>
                  {t('thread.menu.quote')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<Icon of={IconArrowForwardUp} size={16} />}
                  onClick={() => actions.forward([message])}
                >
                  {t('thread.menu.forward')}
                </Menu.Item>
                <Menu.Item leftSection={<Icon of={IconArrowForwardUp} size={16} />} onClick={() => actions.forward([])}>
                  {t('thread.menu.forward_all')}
                </Menu.Item>
              </>
            )}
            {isOwnNote && actions && (
              <Menu.Item leftSection={<Icon of={IconPencil} size={16} />} onClick={() => openNote('edit')}>
                {t('thread.menu.edit_note')}
              </Menu.Item>
            )}
            {message.edits > 0 && (
              <Menu.Item leftSection={<Icon of={IconHistory} size={16} />} onClick={() => openNote('history')}>
                {t('thread.menu.note_history')}
              </Menu.Item>
            )}
            {message.kind === 'note' && actions && (isOwnNote || isAdmin) && (
              <Menu.Item
                color="var(--p-danger)"
                leftSection={<Icon of={IconTrash} size={16} />}
                onClick={() => openNote('delete')}
              >
                {t('thread.menu.delete_note')}
              </Menu.Item>
            )}
            {canBePart &&
              ([1, 0] as const).map((fromHere) => (
                <WhyNotItem
                  key={fromHere}
                  reason={whyNotSplit(message, fromHere)}
                  leftSection={<Icon of={IconArrowsSplit2} size={16} />}
                  onClick={() => void split(fromHere)}
                >
                  {t(fromHere ? 'thread.menu.split_from_here' : 'thread.menu.split_this')}
                </WhyNotItem>
              ))}
            {message.has_source === 1 && (
              <>
                <Menu.Item leftSection={<Icon of={IconListDetails} size={16} />} onClick={() => setShowsHeaders(true)}>
                  {t('thread.menu.headers')}
                </Menu.Item>
                <Menu.Item
                  component="a"
                  href={`${apiBase}messages/${message.id}/source`}
                  download={`message-${message.id}.eml`}
                  leftSection={<Icon of={IconDownload} size={16} />}
                >
                  {t('thread.menu.source')}
                </Menu.Item>
              </>
            )}
          </>
        )}
      </MenuLater>
      {noteDialog && (
        <Suspense>
          <NoteDialogs note={message} which={noteDialog} close={() => openNote(null)} />
        </Suspense>
      )}
      {showsHeaders && <HeadersDialog messageId={message.id} close={() => setShowsHeaders(false)} />}
    </>
  );
}
