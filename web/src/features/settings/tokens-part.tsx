import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiToken, listTokens, revokeToken } from '#contract/api-tokens.ts';
import { call, callQuery } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { apiBase } from '../../api/send.ts';
import { dayTimeWithin, dayWithin } from '../../i18n/time.ts';
import { focusNextRow } from '../../ui/focus-next-row.ts';
import { FormPart } from '../../ui/form-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { KeptRow } from './kept-row.tsx';
import { type Made, MadeToken } from './made-token.tsx';
import { NewToken } from './new-token.tsx';
import c from './settings.module.css';

const query = callQuery(listTokens, {});

/** Tokens for programs: those there are, and how a new one is made. */
export function TokensPart() {
  const { t } = useTranslation();
  const [made, setMade] = useState<Made | null>(null);
  const found = useQuery(query);
  const tokens = found.data?.['api-tokens'];
  return (
    <div ref={focusNextRow}>
      <FormPart
        title={t('settings.tokens.title')}
        lead={
          <>
            {t('settings.tokens.lead')}{' '}
            <Anchor href={`${apiBase}docs`} target="_blank" rel="noreferrer" fz={13} underline="always">
              {t('settings.tokens.reference')}
            </Anchor>
          </>
        }
      >
        {made && <MadeToken of={made} onDone={() => setMade(null)} />}
        {found.isError && !tokens && <Problem error={found.error} retry={() => void found.refetch()} />}
        {tokens && tokens.length > 0 && (
          <ul className={c.tokens}>
            {tokens.map((token) => (
              <Token key={token.id} of={token} />
            ))}
          </ul>
        )}
        {tokens?.length === 0 && !made && <p className={c.hint}>{t('settings.tokens.none')}</p>}
      </FormPart>
      <FormPart title={t('settings.tokens.new')}>
        <NewToken onMade={setMade} />
      </FormPart>
    </div>
  );
}

function Token({ of }: { of: ApiToken }) {
  const { t } = useTranslation();
  const { companies } = useSelf();
  const { name } = of;
  return (
    <KeptRow
      name={name}
      code={`${of.prefix}…`}
      facts={[
        companies.length > 1 ? companies.find((one) => one.id === of.company_id)?.company_name : undefined,
        t('settings.tokens.scopes', { count: of.scopes.length }),
        t('settings.tokens.until', { day: dayWithin(of.expires) }),
        of.last_used ? t('settings.tokens.used', { time: dayTimeWithin(of.last_used) }) : t('settings.tokens.unused'),
      ]}
      more={of.scopes.join(', ')}
      words={{
        action: t('settings.tokens.revoke'),
        named: t('settings.tokens.revoke_named', { name }),
        title: t('settings.tokens.revoke_title', { name }),
        text: t('settings.tokens.revoke_text'),
        done: t('settings.tokens.revoked', { name }),
        failed: t('settings.tokens.not_revoked'),
      }}
      giveUp={() => call(revokeToken, { id: of.id })}
      queryKey={query.queryKey}
    />
  );
}
