import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAlignLeft,
  IconArrowsSplit2,
  IconDots,
  IconDownload,
  IconInfoCircle,
  IconLink,
  IconListDetails,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/self.ts';
import { apiBase } from '../../api/send.ts';
import { formatTime } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { WhyNotItem } from '../../ui/why-not.tsx';
import { HeadersDialog } from './headers-dialog.tsx';
import type { Message } from './message.ts';
import { useSplit } from './use-split.ts';

type Props = {
  message: Message;
  /** Whether it has a look of its own besides its text. */
  hasFrame: boolean;
  asText: boolean;
  onAsText: () => void;
  onDetails: () => void;
};

/** What can be done with one message. */
export function LetterMenu({ message, hasFrame, asText, onAsText, onDetails }: Props) {
  const { t } = useTranslation();
  const split = useSplit(message);
  const mayMerge = useMay('tickets.merge', message.company_id);
  const [showsHeaders, setShowsHeaders] = useState(false);
  const isMail = message.kind === 'inbound' || message.kind === 'outbound';
  const copyLink = async () => {
    const url = new URL(window.location.href);
    url.hash = `message-${message.id}`;
    await navigator.clipboard.writeText(url.href);
    toast({ status: 'success', title: t('thread.link_copied') });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={24} aria-label={t('thread.menu.label', { time: formatTime(message.added) })}>
            <Icon of={IconDots} size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
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
          <Menu.Item leftSection={<Icon of={IconLink} size={16} />} onClick={() => void copyLink()}>
            {t('thread.menu.copy_link')}
          </Menu.Item>
          <WhyNotItem
            reason={mayMerge ? undefined : t('why_not.role')}
            leftSection={<Icon of={IconArrowsSplit2} size={16} />}
            onClick={() => void split(1)}
          >
            {t('thread.menu.split_from_here')}
          </WhyNotItem>
          <WhyNotItem
            reason={mayMerge ? undefined : t('why_not.role')}
            leftSection={<Icon of={IconArrowsSplit2} size={16} />}
            onClick={() => void split(0)}
          >
            {t('thread.menu.split_this')}
          </WhyNotItem>
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
        </Menu.Dropdown>
      </Menu>
      {showsHeaders && <HeadersDialog messageId={message.id} close={() => setShowsHeaders(false)} />}
    </>
  );
}
