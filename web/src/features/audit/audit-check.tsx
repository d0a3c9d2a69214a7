import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verifyAudit } from '#contract/audit.ts';
import { call } from '../../api/call.ts';
import { formatNumber } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { HealthDot } from '../../ui/small-parts.tsx';
import { toastError } from '../../ui/toast.tsx';
import c from './audit.module.css';
import type { Whose } from './audit-query.ts';

/** Goes through the chain a stretch at a time and says how far it is. */
export function useAuditCheck(whose: Whose) {
  const { t } = useTranslation();
  const [seen, setSeen] = useState(0);
  const check = useMutation({
    mutationFn: async () => {
      for (let from = 1; ; ) {
        const verified = await call(verifyAudit, { company_id: whose, from });
        if (verified.next === null) return verified;
        from = verified.next;
        setSeen(from - 1);
      }
    },
    onMutate: () => setSeen(0),
    onError: (error) => toastError(t('audit.not_checked'), error),
  });
  return { ...check, seen };
}

type Check = ReturnType<typeof useAuditCheck>;
type Found = NonNullable<Check['data']>;

export function CheckButton({ check }: { check: Check }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      aria-label={t('audit.check')}
      loading={check.isPending}
      leftSection={<Icon of={IconShieldCheck} size={16} />}
      onClick={() => check.mutate()}
    >
      <span className={c.buttonText}>{t('audit.check')}</span>
    </Button>
  );
}

/** What the check found; it stays until the next one. */
export function CheckResult({ check: { data, isPending, seen } }: { check: Check }) {
  const { t } = useTranslation();
  const text = isPending ? seen > 0 && t('audit.checking', { n: formatNumber(seen) }) : data && foundText(t, data);
  return (
    <div className={c.result} role="status" hidden={!text}>
      {text && !isPending && data ? (
        <>
          <HealthDot level={data.broken ? 'bad' : 'ok'}>{text}</HealthDot>
          {data.fingerprint && (
            <span>
              {t('audit.fingerprint')} <code>{data.fingerprint}</code>
            </span>
          )}
        </>
      ) : (
        text
      )}
    </div>
  );
}

function foundText(t: TFunction, { entries, broken }: Found): string {
  if (!broken) return t('audit.whole', { n: formatNumber(entries), count: entries });
  return t(`audit.broken.${broken.fault}`, { number: broken.number });
}
