import { ActionIcon, Button, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArrowLeft,
  IconArrowMerge,
  IconBan,
  IconChevronDown,
  IconCircleCheck,
  IconClockPause,
  IconDots,
  IconDownload,
  IconHistory,
  IconInfoCircle,
  IconLink,
  IconMailCheck,
  IconMailOpened,
  IconRotate,
  IconSearch,
  IconTrash,
  IconTrashOff,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/self.ts';
import { apiBase } from '../../../api/send.ts';
import { useIsAway } from '../../../realtime/use-is-away.ts';
import { Chip } from '../../../ui/chip.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { AgentFace } from '../../../ui/face.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { keyLabel } from '../../../ui/keys.ts';
import { MenuLater } from '../../../ui/menu-later.tsx';
import { readableAddress } from '../../../ui/readable-address.ts';
import { Key } from '../../../ui/small-parts.tsx';
import { SnoozePicker } from '../../../ui/snooze/snooze-picker.tsx';
import { toast } from '../../../ui/toast.tsx';
import { OthersHere } from '../../../ui/together/others-here.tsx';
import { WhyNot, WhyNotItem } from '../../../ui/why-not.tsx';
import { AssignMenu } from '../actions/assign-menu.tsx';
import { barKeys, isPutAway, whyNotSnoozed } from '../actions/toolbar-actions.ts';
import type { TicketActions } from '../actions/use-ticket-actions.ts';
import { customerNameOf, type Ticket } from '../ticket-queries.ts';
import { WaitingFuse } from '../waiting-fuse.tsx';
import c from './ticket-header.module.css';
import { findKey } from './use-open-ticket-keys.ts';

type Props = {
  ticket: Ticket;
  me: number;
  does: TicketActions;
  assigning: boolean;
  setAssigning: (opened: boolean) => void;
  snoozing: boolean;
  setSnoozing: (opened: boolean) => void;
  onBack: () => void;
  onDetails: () => void;
  /** There is more than one file to download. */
  hasFiles: boolean;
  onMerge: () => void;
  /** Who did what with it. */
  onHistory: () => void;
  onFind: () => void;
  /** Marked unread: one does not stay on it then. */
  onMarkUnread: () => void;
};

/** What the ticket is about, where it stands, and what can be done with it as a whole. */
export function TicketHeader(props: Props) {
  const { ticket, me, does, assigning, setAssigning, snoozing, setSnoozing, onBack, onDetails } = props;
  const { t } = useTranslation();
  const isResolved = ticket.view_type === 'resolved';
  const mayUpdate = useMay('tickets.update', ticket.company_id);
  const reason = mayUpdate ? undefined : t('why_not.role');
  const assignee = (
    <Button
      className={c.assignee}
      variant="subtle"
      color="gray"
      c="var(--p-ink)"
      px={8}
      leftSection={
        <span aria-hidden>
          <AgentFace name={ticket.users.name} avatar={ticket.users.avatar} size={20} />
        </span>
      }
      rightSection={
        <span className={c.wide}>
          <Icon of={IconChevronDown} size={14} />
        </span>
      }
      aria-haspopup="listbox"
      aria-expanded={assigning}
      onClick={() => setAssigning(!assigning)}
    >
      <span className={c.unseen}>
        {ticket.users.name?.split(' ')[0] ?? ticket.team.name ?? t('tickets.ticket.unassigned')}
      </span>
      <span className="sr">{t('tickets.act.assign')}</span>
    </Button>
  );
  const whyNot = whyNotSnoozed([ticket]);
  const whyNotSnooze = reason ?? (whyNot ? t(`tickets.${whyNot}`) : undefined);
  const snooze = (
    <ActionIcon
      className={c.snooze}
      aria-label={t('tickets.act.snooze')}
      aria-haspopup="listbox"
      aria-expanded={snoozing}
      onClick={() => setSnoozing(!snoozing)}
    >
      <Icon of={IconClockPause} />
    </ActionIcon>
  );
  return (
    <header className={c.head}>
      <div className={c.top}>
        <ActionIcon className={c.aside} size={44} aria-label={t('tickets.ticket.back')} onClick={onBack}>
          <Icon of={IconArrowLeft} size={20} />
        </ActionIcon>
        <h1>{ticket.title}</h1>
        <OthersHere ticketId={ticket.id} me={me} size={24} max={4} />
        {reason ? (
          <WhyNot reason={reason}>{assignee}</WhyNot>
        ) : (
          <AssignMenu
            companyId={ticket.company_id}
            isAssigned={ticket.assignee_id !== null}
            opened={assigning}
            setOpened={setAssigning}
            onChoose={(to) => void does.assign([ticket], to)}
          >
            {assignee}
          </AssignMenu>
        )}
        <ActionIcon className={c.aside} size={44} aria-label={t('tickets.ticket.details')} onClick={onDetails}>
          <Icon of={IconInfoCircle} size={20} />
        </ActionIcon>
        {whyNotSnooze ? (
          <WhyNot reason={whyNotSnooze}>{snooze}</WhyNot>
        ) : (
          <SnoozePicker
            opened={snoozing}
            setOpened={setSnoozing}
            onChoose={(until) => void does.snooze([ticket], until)}
          >
            {snooze}
          </SnoozePicker>
        )}
        <More {...props} />
        <WhyNot reason={reason} label={<Key>{keyLabel(barKeys.resolve)}</Key>}>
          <Button
            className={c.wide}
            variant="default"
            leftSection={
              <Icon
                of={isResolved ? IconRotate : IconCircleCheck}
                size={16}
                color={isResolved ? undefined : 'var(--p-ok)'}
              />
            }
            onClick={() => void (isResolved ? does.reopen([ticket]) : does.resolve([ticket]))}
          >
            {t(isResolved ? 'tickets.act.reopen' : 'tickets.act.resolve')}
          </Button>
        </WhyNot>
      </div>
      <div
        className={c.facts}
        data-customer={`${customerNameOf(ticket)} ${readableAddress(ticket.customer.email ?? '')}`}
      >
        <Chip of={ticket.product} />
        <span>{ticket.case_number}</span>
        {ticket.waiting_since ? (
          <span className={c.fuse}>
            <WaitingFuse since={ticket.waiting_since} />
          </span>
        ) : (
          ticket.view_type && <span>{t(`tickets.state.${ticket.view_type}`)}</span>
        )}
      </div>
    </header>
  );
}

/** What is done seldom, and on a phone everything. */
function More({ ticket, does, hasFiles, onMerge, onHistory, onFind, onMarkUnread }: Props) {
  const { t } = useTranslation();
  const gone = ticket.is_deleted ? 'restore' : 'trash';
  const may = {
    restore: useMay('tickets.restore', ticket.company_id),
    trash: useMay('tickets.delete', ticket.company_id),
  };
  const reasonWithout = (may: boolean) => (may ? undefined : t('why_not.role'));
  const mayUpdate = useMay('tickets.update', ticket.company_id);
  const mayBlock = useMay('customers.update', ticket.company_id);
  const mayMerge = useMay('tickets.merge', ticket.company_id);
  const isResolved = ticket.view_type === 'resolved';
  const isAway = useIsAway();
  // Were it there and hidden, a menu that opens would give it the focus, and no key reached what is shown.
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false });
  const copyLink = async () => {
    await copyText(window.location.href.split(/[?#]/)[0] ?? '');
    toast({ status: 'success', title: t('writing.ticket.link_copied') });
  };
  return (
    <MenuLater
      position="bottom-end"
      button={
        <ActionIcon className={c.more} aria-label={t('tickets.ticket.more')}>
          <Icon of={IconDots} />
        </ActionIcon>
      }
    >
      {() => (
        <>
          {isPhone && (
            <WhyNotItem
              reason={reasonWithout(mayUpdate)}
              leftSection={<Icon of={isResolved ? IconRotate : IconCircleCheck} size={16} />}
              onClick={() => void (isResolved ? does.reopen([ticket]) : does.resolve([ticket]))}
            >
              {t(isResolved ? 'tickets.act.reopen' : 'tickets.act.resolve')}
            </WhyNotItem>
          )}
          <Menu.Item
            leftSection={<Icon of={IconSearch} size={16} />}
            rightSection={<Key>{keyLabel(findKey)}</Key>}
            onClick={onFind}
          >
            {t('thread.find')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon of={IconMailOpened} size={16} />} onClick={onMarkUnread}>
            {t('tickets.ticket.mark_unread')}
          </Menu.Item>
          <WhyNotItem
            reason={reasonWithout(mayMerge) ?? (isPutAway(ticket) ? t('tickets.not_put_away') : undefined)}
            leftSection={<Icon of={IconArrowMerge} size={16} />}
            onClick={onMerge}
          >
            {t('tickets.act.merge_with')}
          </WhyNotItem>
          <Menu.Item leftSection={<Icon of={IconHistory} size={16} />} onClick={onHistory}>
            {t('tickets.ticket.history')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon of={IconLink} size={16} />} onClick={() => void copyLink()}>
            {t('writing.ticket.copy_link')}
          </Menu.Item>
          {hasFiles && (
            <Menu.Item
              component="a"
              href={`${apiBase}tickets/${ticket.id}/files`}
              download
              disabled={isAway}
              leftSection={<Icon of={IconDownload} size={16} />}
            >
              {t('writing.ticket.download_files')}
            </Menu.Item>
          )}
          {ticket.is_spam === 1 ? (
            <WhyNotItem
              reason={reasonWithout(mayUpdate)}
              leftSection={<Icon of={IconMailCheck} size={16} />}
              onClick={() => void does.notSpam([ticket])}
            >
              {t('tickets.act.notSpam')}
            </WhyNotItem>
          ) : (
            (['spam', 'spamAndBlock'] as const).map((how) => (
              <WhyNotItem
                key={how}
                reason={reasonWithout(how === 'spam' ? mayUpdate : mayUpdate && mayBlock)}
                leftSection={<Icon of={IconBan} size={16} />}
                onClick={() => void does[how]([ticket])}
              >
                {t(`tickets.act.${how}`)}
              </WhyNotItem>
            ))
          )}
          <WhyNotItem
            reason={reasonWithout(may[gone])}
            leftSection={<Icon of={gone === 'trash' ? IconTrash : IconTrashOff} size={16} />}
            onClick={() => void does[gone]([ticket])}
          >
            {t(`tickets.act.${gone}`)}
          </WhyNotItem>
        </>
      )}
    </MenuLater>
  );
}
