import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { inboundOutcomes } from '#contract/inbound-mails.ts';
import { mayDo, useSelf } from '../../api/self.ts';
import { countText } from '../../ui/count-text.ts';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useKeys } from '../../ui/keys.ts';
import listStyles from '../../ui/list-page.module.css';
import { usePageTitle } from '../../ui/page-title.ts';
import { Problem } from '../../ui/problem.tsx';
import { rowsRange } from '../../ui/rows-range.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import c from './mail-log.module.css';
import { type LogSearch, mailLogQuery, mailsOnPage } from './mail-log-query.ts';
import { MailLogRow } from './mail-log-row.tsx';

type Props = { mailboxId: number; companyId: number | undefined; address: string; search: LogSearch };

/** Every letter that reached a mailbox, and what became of it. */
export function MailLog({ mailboxId, companyId, address, search }: Props) {
  const { t } = useTranslation();
  usePageTitle(`${t('list.mail_log')} ${address}`);
  const navigate = useNavigate();
  const goBack = () => void navigate({ to: '/mailboxes/$id/edit', params: { id: mailboxId } });
  useKeys([{ key: 'Escape', label: t('form.back'), group: 'move', run: goBack }]);
  return (
    <div className={listStyles.page}>
      <div className={`${listStyles.bar} ${c.bar}`}>
        <ActionIcon aria-label={t('mail_log.back')} onClick={goBack} ml={-8}>
          <Icon of={IconArrowLeft} />
        </ActionIcon>
        <h1>
          {t('list.mail_log')} <small>{address}</small>
        </h1>
      </div>
      <Outcomes mailboxId={mailboxId} search={search} />
      <Mails mailboxId={mailboxId} companyId={companyId} search={search} />
    </div>
  );
}

function Outcomes({ mailboxId, search }: { mailboxId: number; search: LogSearch }) {
  const { t } = useTranslation();
  return (
    <nav className={c.outcomes} aria-label={t('mail_log.filter')}>
      {[undefined, ...inboundOutcomes].map((outcome) => (
        <Link
          key={outcome ?? 'all'}
          to="/mailboxes/$id/log"
          params={{ id: mailboxId }}
          search={outcome ? { outcome } : {}}
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
          aria-current={outcome === search.outcome ? 'page' : undefined}
        >
          {outcome ? t(`mail_log.outcomes.${outcome}`) : t('mail_log.all')}
        </Link>
      ))}
    </nav>
  );
}

function Mails({ mailboxId, companyId, search }: Omit<Props, 'address'>) {
  const { t } = useTranslation();
  const mayChange = mayDo(useSelf(), 'inbound-mails.update', companyId);
  const found = useQuery(mailLogQuery(mailboxId, search));
  if (!found.data && found.error) return <Problem error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) {
    return <SkeletonRows label={t('list.loading')} columns="160px minmax(0, 1fr) 200px" height={56} lines={2} />;
  }
  if (found.data.rows.length === 0) {
    return (
      <Empty title={search.outcome ? t('mail_log.none_such') : t('mail_log.empty')}>
        {search.outcome ? undefined : t('mail_log.empty_text')}
      </Empty>
    );
  }
  return (
    <>
      <ul className={c.list} aria-label={t('list.mail_log')}>
        {found.data.rows.map((mail) => (
          <MailLogRow key={mail.id} mail={mail} mayChange={mayChange} />
        ))}
      </ul>
      <Foot
        mailboxId={mailboxId}
        search={search}
        shown={found.data.rows.length}
        total={found.data.total}
        isCapped={found.data.totalIsCapped}
      />
    </>
  );
}

function Foot(props: { mailboxId: number; search: LogSearch; shown: number; total: number; isCapped: boolean }) {
  const { mailboxId, search, shown, total, isCapped } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const from = search.from ?? 0;
  const page = (next: number) =>
    void navigate({
      to: '/mailboxes/$id/log',
      params: { id: mailboxId },
      search: { ...search, from: next > 0 ? next : undefined },
    });
  return (
    <div className={listStyles.foot}>
      <span>{rowsRange(from + 1, from + shown, countText({ count: total, isCapped }))}</span>
      <span className={listStyles.gap} />
      <ActionIcon
        size={28}
        aria-label={t('list.previous')}
        disabled={from === 0}
        onClick={() => page(from - mailsOnPage)}
      >
        <Icon of={IconChevronLeft} size={16} />
      </ActionIcon>
      <ActionIcon
        size={28}
        aria-label={t('list.next')}
        disabled={from + shown >= total}
        onClick={() => page(from + mailsOnPage)}
      >
        <Icon of={IconChevronRight} size={16} />
      </ActionIcon>
    </div>
  );
}
