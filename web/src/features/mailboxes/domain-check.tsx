import { Button, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { checkSenderDomains, type DomainRecord, dkimSelector } from '#contract/sender-domains.ts';
import { call, callQuery } from '../../api/call.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { HealthDot, type HealthLevel } from '../../ui/small-parts.tsx';
import { toastError } from '../../ui/toast.tsx';
import c from './domain-check.module.css';

type Checked = z.output<typeof checkSenderDomains.answer>['domains'][number];

const levels: Record<DomainRecord['verdict'], HealthLevel> = { ok: 'ok', warn: 'warn', bad: 'bad', unknown: 'idle' };

/** Whether others believe letters from these domains: SPF, DKIM and DMARC in words, with the record to copy. */
export function DomainCheck({ id }: { id: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const query = callQuery(checkSenderDomains, { id });
  // DNS changes by the hour: it is asked when the page is opened, and again on demand.
  const { data, error, isPending, refetch } = useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY, retry: false });
  const again = async (selector?: string) => {
    setAsking(true);
    try {
      const answer = await call(checkSenderDomains, { id, ...(selector ? { selector } : {}) });
      // What was asked before may still be on its way, and would come over this.
      await client.cancelQueries({ queryKey: query.queryKey });
      client.setQueryData(query.queryKey, answer);
    } catch (problem) {
      // What was found before stays.
      if (data) toastError(t('sender_domain.not_asked'), problem);
      else await refetch();
    }
    setAsking(false);
  };
  return (
    <section className={c.check} aria-busy={isPending || isAsking}>
      <h2>{t('sender_domain.title')}</h2>
      {isPending && <Bone width="80%" />}
      {!isPending && !data && <Problem error={error} retry={() => void again()} />}
      {data?.domains.map((domain) => (
        <Domain key={domain.domain} of={domain} lookAt={(selector) => void again(selector)} isAsking={isAsking} />
      ))}
      {data && (
        <Button size="xs" variant="default" loading={isAsking} onClick={() => void again()}>
          {t('sender_domain.again')}
        </Button>
      )}
    </section>
  );
}

function Domain(props: { of: Checked; lookAt: (selector: string) => void; isAsking: boolean }) {
  const { of, lookAt, isAsking } = props;
  const { t } = useTranslation();
  return (
    <>
      <h3>{of.domain}</h3>
      {of.is_of_provider && <p className={c.quiet}>{t('sender_domain.of_provider')}</p>}
      {of.records.map((record) => (
        <details key={record.kind} className={c.record}>
          <summary>
            <Icon of={IconChevronDown} size={16} />
            {record.kind.toUpperCase()}
            <HealthDot level={levels[record.verdict]}>{t(`sender_domain.verdict.${record.verdict}`)}</HealthDot>
          </summary>
          <p>{t(`sender_domain.says.${record.key}`, record.values)}</p>
          {record.found.map((text) => (
            <code key={text}>{text}</code>
          ))}
          {record.suggestion && (
            <>
              <p>{t(record.found.length > 0 ? 'sender_domain.replace' : 'sender_domain.add')}</p>
              <Copied text={record.host} label={t('sender_domain.copy_host')} />
              <Copied text={record.suggestion} label={t('sender_domain.copy_record')} />
            </>
          )}
          {record.key === 'dkim_missing' && !of.is_of_provider && <Selector lookAt={lookAt} isAsking={isAsking} />}
        </details>
      ))}
    </>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <div className={c.copied}>
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** Where the provider says that the key is, if it is none of the usual places. Not a form: it stands beside one. */
function Selector({ lookAt, isAsking }: { lookAt: (selector: string) => void; isAsking: boolean }) {
  const { t } = useTranslation();
  const [selector, write] = useState('');
  const [isWrong, setWrong] = useState(false);
  const look = (event: FormEvent) => {
    event.preventDefault();
    const isGood = dkimSelector.safeParse(selector.trim()).success;
    setWrong(!isGood);
    if (isGood) lookAt(selector.trim());
  };
  return (
    <form className={c.selector} onSubmit={look}>
      <TextInput
        label={t('sender_domain.selector')}
        description={t('sender_domain.selector_help')}
        autoComplete="off"
        spellCheck={false}
        value={selector}
        error={isWrong && t('errors.invalid_value')}
        onChange={(event) => {
          write(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <Button type="submit" size="xs" variant="default" loading={isAsking}>
        {t('sender_domain.look')}
      </Button>
    </form>
  );
}
