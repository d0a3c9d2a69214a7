import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { composedAtOnceMax, composeTicket } from '#contract/compose.ts';
import { myNewLetters, takeBackNewLetter } from '#contract/new-letters.ts';
import type { undoSendSeconds } from '#contract/settings.ts';
import { call, callQuery } from '../../api/call.ts';
import { dayTimeWithin } from '../../i18n/time.ts';
import { confirm } from '../../ui/confirm.tsx';
import { type FieldErrors, fieldErrors, focusFirstProblem } from '../../ui/form-problems.ts';
import { toast, toastError, wayBack } from '../../ui/toast.tsx';
import type { useUploads } from '../../ui/uploads/use-uploads.ts';
import type { NewLetter } from './composed-draft.ts';
import { parseRecipients } from './recipients.ts';
import type { HowToSend } from './written-letter.ts';

/** Tickets that have begun; none while the letter waits. */
export type Sent = z.output<typeof composeTicket.answer>;

type Needs = {
  form: RefObject<HTMLFormElement | null>;
  letter: NewLetter;
  uploads: ReturnType<typeof useUploads>;
  productId: number | undefined;
  /** Null: the product's own address. */
  from: string | null;
  holdSeconds: (typeof undoSendSeconds)[number];
  /** Stops keeping it as a draft; answers how to go on with that. */
  hold: () => Promise<() => void>;
  onSent: (sent: Sent) => void;
  onTakenBack: (clientId: string) => void;
};

/** Sends a letter that begins tickets: at once, after the moment in which it can be taken back, or later. */
export function useSendNewLetter(needs: Needs) {
  const { form, letter, uploads, productId, from, holdSeconds, hold, onSent, onTakenBack } = needs;
  const { t } = useTranslation();
  const client = useQueryClient();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSending, setSending] = useState(false);
  const isMail = letter.type === 'mail';
  const refuse = (wrong: FieldErrors) => {
    const shown = Object.fromEntries(
      Object.entries(wrong).map(([name, text]) => [name.replace(/^data\./, '').replace(/[.[].*$/s, ''), text]),
    );
    setErrors(shown);
    focusFirstProblem(form.current, shown);
  };
  const takeBack = async () => {
    try {
      const { letter: back } = await call(takeBackNewLetter, { client_id: letter.client_id });
      // Nobody may be looking at the list now: the form reads the letter from it.
      await client.fetchQuery({ ...callQuery(myNewLetters, {}), staleTime: 0 });
      onTakenBack(back.client_id);
    } catch (error) {
      toastError(t('compose.not_taken_back'), error);
    }
  };
  const tell = ({ tickets, waits_until }: Sent, isHeld: boolean) => {
    if (waits_until === null) {
      const [first] = tickets;
      const count = tickets.length;
      const words = isMail ? 'compose.sent' : 'compose.begun';
      const title =
        count === 1
          ? t(isMail ? 'compose.sent_alone' : 'compose.begun_alone', { number: first?.case_number })
          : t(words, { count });
      return toast({ status: 'success', title });
    }
    const title = isHeld
      ? t('compose.leaves_soon', { count: holdSeconds })
      : t('compose.leaves_at', { time: dayTimeWithin(waits_until) });
    const action = wayBack(() => void takeBack());
    return toast({ status: 'success', title, action, ...(isHeld ? { duration: holdSeconds * 1000 } : {}) });
  };
  const submit = async (how: HowToSend) => {
    if (isSending || productId === undefined) return;
    const [cc, bcc] = [parseRecipients(letter.cc), parseRecipients(letter.bcc)];
    const isEach = letter.how === 'each' && letter.to.length > 1;
    const noAddress = (bad: readonly string[]) => t('compose.no_address', { text: bad[0] });
    const wrong: FieldErrors = {
      ...(isMail && letter.to.length === 0 ? { to: t('errors.recipient_missing') } : {}),
      ...(!isMail && letter.to.length === 0 && !letter.customer ? { to: t('compose.about.missing') } : {}),
      ...(isEach && letter.to.length > composedAtOnceMax
        ? { to: t('compose.too_many', { max: composedAtOnceMax }) }
        : {}),
      ...(isMail && cc.bad.length > 0 ? { cc: noAddress(cc.bad) } : {}),
      ...(isMail && bcc.bad.length > 0 ? { bcc: noAddress(bcc.bad) } : {}),
      ...(letter.subject.trim() === '' ? { subject: t('errors.required') } : {}),
      ...(letter.html === '' && uploads.files.length === 0 ? { body_html: t('errors.message_empty') } : {}),
      ...(uploads.isUploading ? { body_html: t('composer.still_uploading') } : {}),
    };
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    const question = { title: t('compose.each.title', { count: letter.to.length }), text: t('compose.each.text') };
    if (isMail && isEach && !(await confirm({ ...question, action: t('compose.send') }))) return;
    setSending(true);
    const keepOn = await hold();
    const isHeld = isMail && !how.sendAt && holdSeconds > 0;
    try {
      const sent = await call(composeTicket, {
        ...{ client_id: letter.client_id, type: letter.type, product_id: productId, subject: letter.subject.trim() },
        ...{ to: letter.to, cc: isMail ? [...cc.good] : [], bcc: isMail ? [...bcc.good] : [] },
        ...{ how: isEach ? 'each' : 'together', body_html: letter.html },
        ...{ attachments: uploads.files.map((file) => file.id), template_ids: letter.templates },
        ...(from ? { from } : {}),
        ...(!isMail && letter.customer ? { customer_id: letter.customer.id } : {}),
        ...(letter.assignee_id === null ? {} : { assignee_id: letter.assignee_id }),
        ...(isMail ? {} : { mentions: letter.mentions.map(({ kind, id }) => ({ kind, id })) }),
        ...(letter.tag_ids.length > 0 ? { tag_ids: letter.tag_ids } : {}),
        ...(how.resolves ? { and_then: { view_type: 'resolved' as const } } : {}),
        ...(how.snooze ? { and_then: { snooze: how.snooze } } : {}),
        ...(how.sendAt ? { send_at: how.sendAt } : isHeld ? { hold_seconds: holdSeconds } : {}),
      });
      tell(sent, isHeld);
      onSent(sent);
    } catch (error) {
      setSending(false);
      keepOn();
      if (form.current !== null) refuse(fieldErrors(error));
      // Whoever went elsewhere would not see what stands at its fields.
      else toastError(t('compose.not_sent_elsewhere', { subject: letter.subject.trim() }), error);
    }
  };
  return {
    errors,
    /** What belongs to no field. */
    others: Object.entries(errors).filter(([name]) => !known.includes(name)),
    isSending,
    submit,
    /** These were changed: what was wrong with them may not be any more. */
    forget: (names: readonly string[]) =>
      setErrors((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !gone(names).includes(name)))),
  };
}

const known = ['product_id', 'to', 'cc', 'bcc', 'subject', 'body_html'];
const gone = (names: readonly string[]) => names.map((name) => (name === 'html' ? 'body_html' : name));
