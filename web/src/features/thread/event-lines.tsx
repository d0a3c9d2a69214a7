import { UnstyledButton } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconArrowMerge,
  IconArrowsSplit2,
  IconBan,
  IconBell,
  IconBookmark,
  IconCircleCheck,
  IconClockPause,
  IconEraser,
  IconInfoCircle,
  IconLink,
  IconMailCheck,
  IconMailOff,
  IconMessageOff,
  IconMoodEmpty,
  IconRotate,
  IconTag,
  IconTagOff,
  IconThumbDown,
  IconThumbUp,
  IconTrash,
  IconTrashOff,
  IconUnlink,
  IconUserMinus,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { aheadWithin, formatDayTime } from '../../i18n/time.ts';
import { type Glyph, Icon } from '../../ui/icon.tsx';
import { authorName } from './author-name.ts';
import c from './event-lines.module.css';
import { useLetterActions } from './letter-actions.ts';
import type { Message } from './message.ts';

const glyphs: Record<string, Glyph> = {
  resolved: IconCircleCheck,
  reopened: IconRotate,
  reopened_by_customer: IconRotate,
  reopened_by_reply: IconRotate,
  snoozed: IconClockPause,
  snoozed_why: IconClockPause,
  snooze_undone: IconRotate,
  resolve_undone: IconRotate,
  reopen_undone: IconRotate,
  wake_undone: IconClockPause,
  woken: IconBell,
  woke_by_time: IconBell,
  woke_by_customer: IconBell,
  woke_by_reply: IconBell,
  woke_by_reply_why: IconBell,
  answer_failed: IconMailOff,
  follows: IconArrowForwardUp,
  followed_by: IconArrowForwardUp,
  marked_spam: IconBan,
  unmarked_spam: IconMailCheck,
  assigned: IconUserPlus,
  assigned_within: IconUserPlus,
  took: IconUserPlus,
  given_fewest: IconUserPlus,
  given_fewest_of: IconUserPlus,
  given_in_turn: IconUserPlus,
  given_again: IconUserPlus,
  assigned_team: IconUsersGroup,
  back_to_team: IconUsersGroup,
  left_team: IconUsersGroup,
  back_in_queue: IconUsersGroup,
  unassigned: IconUserMinus,
  assignee_left: IconUserMinus,
  handed_over: IconUserPlus,
  handed_back: IconUserPlus,
  tagged: IconTag,
  untagged: IconTagOff,
  labelled: IconBookmark,
  unlabelled: IconBookmark,
  merged: IconArrowMerge,
  merged_into: IconArrowMerge,
  unmerged: IconArrowsSplit2,
  unmerged_from: IconArrowsSplit2,
  split_off: IconArrowsSplit2,
  split_from: IconArrowsSplit2,
  split_undone: IconArrowMerge,
  linked: IconLink,
  unlinked: IconUnlink,
  side_begun: IconArrowForwardUp,
  side_answered: IconMailCheck,
  note_deleted: IconTrash,
  note_of_deleted: IconTrash,
  chat_ended: IconMessageOff,
  chat_rated_good: IconThumbUp,
  chat_rated_good_why: IconThumbUp,
  chat_rated_fair: IconMoodEmpty,
  chat_rated_fair_why: IconMoodEmpty,
  chat_rated_bad: IconThumbDown,
  chat_rated_bad_why: IconThumbDown,
  deleted: IconTrash,
  erased: IconEraser,
  restored: IconTrashOff,
};

/** What happened to the ticket between two letters: one grey line, the others behind `2 more`. */
export function EventLines({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const hidden = messages.length - 1;
  const shown = isOpen ? messages : messages.slice(-1);
  return (
    <div className={c.events}>
      <ul>
        {shown.map((message, at) => (
          <li key={message.id} className={c.event} title={formatDayTime(message.added)}>
            <EventLine message={message} />
            <ToSide message={message} />
            {hidden > 0 && at === shown.length - 1 && (
              <UnstyledButton data-thumb className={c.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? t('thread.events_less') : t('thread.events_more', { count: hidden })}
              </UnstyledButton>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What happened, with its sign. */
export const EventLine = ({ message }: { message: Message }) => (
  <>
    <Icon of={glyphs[message.event?.key ?? ''] ?? IconInfoCircle} size={16} />
    <EventText message={message} />
  </>
);

/** Where a side conversation is spoken of, it is one press away. */
function ToSide({ message: { event } }: { message: Message }) {
  const { t } = useTranslation();
  const actions = useLetterActions();
  const id = event?.values.side_id;
  if (typeof id !== 'number' || !actions) return null;
  return (
    <UnstyledButton data-thumb className={c.more} onClick={() => actions.openSide(id)}>
      {t('thread.side.open')}
    </UnstyledButton>
  );
}

/** In words; what a newer server says and this page does not know is still told to have happened. */
function EventText({ message: { event, author } }: { message: Message }) {
  const { t } = useTranslation();
  const who = authorName({ author });
  const { until, ticket_id, ...values } = event?.values ?? {};
  const said = {
    ...values,
    who,
    ...(typeof until === 'string' && { until: aheadWithin(new Date(until)) }),
    defaultValue: t('thread.event.other', { who }),
  };
  const key = event?.key === 'woke_by_time' && values.reason ? 'woke_by_time_why' : (event?.key ?? 'other');
  if (key !== 'follows' && key !== 'followed_by')
    return <span>{t(`thread.event.${key}` as 'thread.event.other', said)}</span>;
  // One that has not come along when the company moved here is named, and leads nowhere.
  const link =
    typeof ticket_id === 'number' ? <Link to="/tickets/$id" params={{ id: ticket_id }} search={{}} /> : <span />;
  return (
    <span>
      <Trans i18nKey={`thread.event.${key}` as 'thread.event.other'} values={said} components={{ a: link }} />
    </span>
  );
}
