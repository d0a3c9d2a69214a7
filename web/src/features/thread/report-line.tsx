import { UnstyledButton } from '@mantine/core';
import { IconMailExclamation, IconMailX } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedRecipients } from '#contract/messages.ts';
import { formatDayTime } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Message } from './message.ts';
import c from './report-line.module.css';

type Props = {
  message: Message;
  /** The report itself. */
  children: ReactNode;
};

/** What a mail server says became of a letter of ours: one line, and its report behind it. */
export function ReportLine({ message, children }: Props) {
  const { t } = useTranslation();
  const id = `message-${message.id}`;
  // Whoever was led here was led to its words.
  const isPointedAt = useLocation({ select: (location) => location.hash === id });
  const [asked, ask] = useState<boolean | null>(null);
  const isOpen = asked ?? isPointedAt;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asked) box.current?.scrollIntoView({ block: 'nearest' });
  }, [asked]);
  const refused = refusedOf(message);
  const first = refused[0];
  return (
    <div ref={box} id={id} className={c.report} data-message={message.id}>
      <UnstyledButton
        data-thumb
        className={c.line}
        aria-expanded={isOpen}
        title={formatDayTime(message.added)}
        onClick={() => ask(!isOpen)}
      >
        <Icon of={first ? IconMailX : IconMailExclamation} size={16} />
        <span className={c.words}>
          {first ? (
            refused.map((one) => (
              <span key={one.address}>
                {one.reason ? t('thread.report.failed', one) : t('thread.report.failed_plain', one)}
              </span>
            ))
          ) : (
            <span>{t('thread.report.other', { subject: message.subject })}</span>
          )}{' '}
          <span className={c.more}>{t(isOpen ? 'thread.report.hide' : 'thread.report.show')}</span>
        </span>
      </UnstyledButton>
      {isOpen && children}
    </div>
  );
}

/** What an older Parley took in, and what only says that a letter is late, names nobody. */
const refusedOf = ({ event }: Message) => refusedRecipients.safeParse(event?.values.refused).data ?? [];
