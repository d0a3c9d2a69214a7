import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { checkMailbox } from '#contract/mailboxes.ts';
import { call } from '../../api/call.ts';
import { type FieldErrors, focusFirstProblem } from '../../ui/form-problems.ts';
import { toastError } from '../../ui/toast.tsx';
import { CheckResult } from './check-result.tsx';
import {
  allFields,
  connectionProblems,
  dataOf,
  type Mailbox,
  type MailboxValues,
  mailboxProblems,
} from './mailbox-values.ts';

type Props = {
  form: UseFormReturnType<MailboxValues>;
  /** The saved mailbox: a password left empty is taken from there. */
  row: Mailbox | null;
  companyId: number | undefined;
  /** The folders the server told of. */
  onFolders: (folders: readonly string[]) => void;
};

/** The server tries for half a minute. */
const patienceMs = 60_000;
/** What a refused password is, so that it can be said under the field as well. */
const passwordKeys = ['wrong_password', 'app_password_needed'];

/** Tries what stands in the form, saved or not, and says per direction what happened. */
export function CheckConnection({ form, row, companyId, onFolders }: Props) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const verdicts = useRef<HTMLDivElement>(null);
  const id = row?.id;
  const show = (errors: FieldErrors) => {
    form.setErrors(errors);
    return focusFirstProblem(button.current?.form ?? null, errors);
  };
  const askedOf = (values: MailboxValues) =>
    JSON.stringify(checkMailbox.data.safeParse(connectionOf(values, id, companyId)).data);
  const check = useMutation({
    mutationFn: async (values: MailboxValues) => {
      const { steps } = await call(checkMailbox, connectionOf(values, id, companyId), { patienceMs });
      return { steps, asked: askedOf(values) };
    },
    onSuccess: ({ steps }) => {
      const imap = steps.find((one) => one.step === 'imap');
      onFolders(imap?.folders ?? []);
      if (imap?.key && passwordKeys.includes(imap.key)) {
        form.setFieldError('imap_password', t('mailbox.check.password_refused'));
      }
    },
    onError: (error) => {
      if (!show(mailboxProblems(error, form.getValues()))) toastError(t('mailbox.check.failed'), error);
    },
  });
  // An answer is about what was asked: another server or password has not been tried.
  const steps = check.data && check.data.asked === askedOf(form.values) ? check.data.steps : [];
  // On a usual screen the verdicts stand below the edge, where nobody would see that there are any.
  useEffect(() => {
    if (check.data) verdicts.current?.scrollIntoView({ block: 'nearest' });
  }, [check.data]);
  const start = () => {
    const errors = connectionProblems(form.values, row, connectionOf(form.values, id, companyId));
    show(errors);
    if (Object.keys(errors).length === 0) check.mutate(form.values);
  };
  return (
    <>
      <Button ref={button} variant="default" loading={check.isPending} onClick={start}>
        {t('mailbox.check.action')}
      </Button>
      <div ref={verdicts} aria-live="polite">
        {!check.isPending && steps.map((step) => <CheckResult key={step.step} of={step} />)}
      </div>
    </>
  );
}

function connectionOf(values: MailboxValues, id: number | undefined, companyId: number | undefined) {
  const data = dataOf(values, allFields);
  // The contract parses what is not a connection away; what is missing is what it refuses.
  return { ...data, company_id: companyId, ...(id === undefined ? {} : { id }) } as Parameters<
    typeof call<typeof checkMailbox.data, typeof checkMailbox.answer>
  >[1];
}
