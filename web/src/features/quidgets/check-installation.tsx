import { Anchor, Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { checkInstallation, type InstallationFinding } from '#contract/quidgets.ts';
import { call } from '../../api/call.ts';
import { FormPart } from '../../ui/form-page.tsx';
import { fieldErrors } from '../../ui/form-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { toastError } from '../../ui/toast.tsx';
import c from './quidget-form.module.css';
import { linesOf, type Quidget, type QuidgetValues } from './quidget-values.ts';
import { findingWords } from './quidget-words.ts';

type Found = z.output<typeof checkInstallation.answer>['findings'][number];

const good: readonly InstallationFinding[] = ['installed', 'installed_by_script'];
const odd: readonly InstallationFinding[] = ['twice', 'tag_manager', 'too_large', 'too_slow'];

/** Has a page fetched as a stranger would get it, and says what was found there. */
export function CheckInstallation({ of, form }: { of: Quidget; form: UseFormReturnType<QuidgetValues> }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const check = useMutation({
    mutationFn: (url: string) => call(checkInstallation, { id: of.id, url }),
    onError: (error) => {
      if (!fieldErrors(error).url) toastError(t('quidget.check.failed'), error);
    },
  });
  const error = check.isError ? fieldErrors(check.error).url : undefined;
  const start = () => {
    const url = typed.trim();
    if (url === '') return;
    // People leave out what their browser leaves out.
    const whole = /^[a-z]+:\/\//i.test(url) ? url : `https://${url}`;
    setTyped(whole);
    check.mutate(whole);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The form around it is saved by its own button.
    event.preventDefault();
    start();
  };
  return (
    <FormPart title={t('quidget.check.title')} lead={t('quidget.check.lead')}>
      <div className={c.check}>
        <TextInput
          type="url"
          label={t('quidget.check.address')}
          placeholder="https://shop.example.com/"
          value={typed}
          error={error}
          autoComplete="url"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button variant="default" loading={check.isPending} onClick={start}>
          {t('quidget.check.action')}
        </Button>
      </div>
      <div aria-live="polite" className={c.findings}>
        {!check.isPending && check.data && (
          <>
            {check.data.url !== wholeOf(check.variables) && (
              <p>
                {t('quidget.check.ended_at')}{' '}
                <Anchor href={check.data.url} target="_blank" rel="noreferrer" inherit>
                  {check.data.url}
                </Anchor>
              </p>
            )}
            {check.data.findings.map((one) => (
              <Finding key={`${one.key} ${JSON.stringify(one.values)}`} of={one} form={form} />
            ))}
          </>
        )}
      </div>
    </FormPart>
  );
}

/** As it is asked for: the slash after a domain is left out by people alone. */
const wholeOf = (url: string) => (URL.canParse(url) ? new URL(url).href : url);

function Finding({ of, form }: { of: Found; form: UseFormReturnType<QuidgetValues> }) {
  const { t } = useTranslation();
  const level = good.includes(of.key) ? 'good' : odd.includes(of.key) ? 'odd' : 'bad';
  const glyph = { good: IconCircleCheck, odd: IconAlertTriangle, bad: IconAlertCircle }[level];
  const words = findingWords(of.key, of.values);
  const { domain } = of.values;
  const listed = linesOf(form.values.allowed_domains);
  return (
    <div className={c.finding} data-level={level}>
      <Icon of={glyph} />
      <div>
        <b>{words.title}</b>
        <p>{words.text}</p>
        {of.key === 'policy_forbids' && <code>{of.values.directive}</code>}
        {of.key === 'domain_not_allowed' && domain && !listed.includes(domain) && (
          <Button
            size="xs"
            variant="default"
            mt={8}
            onClick={() => form.setFieldValue('allowed_domains', [...listed, domain].join('\n'))}
          >
            {t('quidget.check.allow', { domain })}
          </Button>
        )}
        {of.key === 'domain_not_allowed' && domain && listed.includes(domain) && (
          <p role="status">{t('quidget.check.allowed', { domain })}</p>
        )}
      </div>
    </div>
  );
}
