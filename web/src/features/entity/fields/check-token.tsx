import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { checkIntegration, type IntegrationChecked } from '#contract/integrations.ts';
import { call } from '../../../api/call.ts';
import { useSelf } from '../../../api/self.ts';
import { isFromMessenger, messengerErrorText } from '../../../i18n/messenger-error-text.ts';
import { formatTook } from '../../../i18n/time.ts';
import { fieldErrors, focusFirstProblem, problemsOf } from '../../../ui/form-problems.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { CustomFieldProps } from '../form-field.ts';
import { type FormValues, textOf } from '../form-values.ts';
import c from './check-token.module.css';

type Row = CustomFieldProps['row'];

/** Asks the messenger whose the token is that stands in the form, saved or not. */
export function CheckToken({ values, row, refuse }: Pick<CustomFieldProps, 'values' | 'row' | 'refuse'>) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const who = useSelf();
  const question = questionOf(values, row, who.companies[0]?.id);
  const asked = JSON.stringify(question);
  /** What is wrong stands at its field: it is not said twice. */
  const [isPlaced, setPlaced] = useState(false);
  const check = useMutation({
    meta: { isShown: true },
    mutationFn: async () => {
      // What the contract refuses need not be sent to be refused.
      const wrong = problemsOf(checkIntegration.data, question);
      if (Object.keys(wrong).length > 0) return { asked, wrong };
      return { asked, answer: await call(checkIntegration, question) };
    },
    onSettled: (found, error) => {
      const problems = error ? fieldErrors(error) : found?.wrong;
      setPlaced(false);
      if (!problems) return;
      refuse(problems);
      setPlaced(focusFirstProblem(button.current?.form ?? null, problems));
    },
  });
  // An answer is about what was asked: another token has not been checked.
  const { answer, wrong } = check.data?.asked === asked ? check.data : {};
  const problems = check.isError ? fieldErrors(check.error) : wrong;
  return (
    <div className={c.check}>
      <Button ref={button} variant="default" loading={check.isPending} onClick={() => check.mutate()}>
        {t('integrations.check.action')}
      </Button>
      <div aria-live="polite">
        {problems && !isPlaced && (
          <Refused title={t('integrations.check.failed')} text={Object.values(problems)[0] ?? ''} details={null} />
        )}
        {answer?.bot && <Found bot={answer.bot} took={answer.took_ms} />}
        {answer && !answer.ok && (
          <Refused
            title={t(isFromMessenger(answer.key) ? 'integrations.check.refused' : 'integrations.check.failed')}
            text={reasonOf(answer)}
            details={answer.details}
          />
        )}
      </div>
    </div>
  );
}

function Found({ bot, took }: { bot: NonNullable<IntegrationChecked['bot']>; took: number }) {
  const { t } = useTranslation();
  return (
    <div className={c.result}>
      {bot.picture ? <img src={bot.picture} alt="" width={36} height={36} /> : <Icon of={IconCircleCheck} />}
      <div>
        <b>{[bot.name, bot.address].filter(Boolean).join(' · ')}</b>
        <p>{t('integrations.check.works', { took: formatTook(took) })}</p>
        {bot.other_webhook && <p>{t('integrations.other_webhook', { host: bot.other_webhook })}</p>}
      </div>
    </div>
  );
}

function Refused({ title, text, details }: { title: string; text: string; details: string | null }) {
  return (
    <div className={c.result} data-bad>
      <Icon of={IconAlertCircle} />
      <div>
        <b>{title}</b>
        <p>{text}</p>
        {details && <code>{details}</code>}
      </div>
    </div>
  );
}

function reasonOf(answer: IntegrationChecked): string {
  const why = messengerErrorText(answer.key, answer.message);
  if (answer.retry_seconds === null) return why;
  return `${why}. ${i18next.t('integrations.check.wait', { count: answer.retry_seconds })}`;
}

type Question = z.input<typeof checkIntegration.data>;

/** What is left empty of a saved one is taken from there. */
function questionOf(values: FormValues, row: Row, firstCompany: number | undefined): Question {
  const auth1 = textOf(values.auth1);
  const auth2 = textOf(values.auth2);
  const api_url = textOf(values.api_url).trim();
  return {
    company_id: row?.company_id ?? (Number(values.company_id) || firstCompany || 0),
    // The contract refuses what is not whole, and says what is missing.
    additional: values.additional as Question['additional'],
    ...(row ? { id: row.id } : {}),
    ...(auth1 === '' ? {} : { auth1 }),
    ...(auth2 === '' ? {} : { auth2 }),
    api_url: api_url === '' ? null : api_url,
  };
}
