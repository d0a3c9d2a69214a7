import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPaperclip, IconUsersGroup } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '#contract/messages.ts';
import {
  openSideConversation,
  replyInSideConversation,
  type SideConversation,
  takeBackSideLetter,
} from '#contract/side-conversations.ts';
import { replyLettersMax } from '#contract/ticket-writing.ts';
import { call } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { formatBytes } from '../../i18n/time.ts';
import { RichField, type RichFieldHandle } from '../../ui/editor/rich-field.tsx';
import { type FieldErrors, fieldErrors } from '../../ui/form-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast, toastError, wayBack } from '../../ui/toast.tsx';
import { AttachmentList } from '../../ui/uploads/attachment-list.tsx';
import { useUploads } from '../../ui/uploads/use-uploads.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { useStill } from '../../ui/use-still.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { OtherVersion } from './other-version.tsx';
import type { Recipient } from './recipients.ts';
import { type Leftovers, noLeftovers, type Recipients, RecipientsField } from './recipients-field.tsx';
import { SavedLine } from './saved-line.tsx';
import c from './side-composer.module.css';
import { forgetLetter, idOfLetter } from './side-letter-id.ts';
import { asContent, asWords, type SideWords } from './side-words.ts';
import { useChangedFiles } from './use-changed-files.ts';
import { useDraft } from './use-draft.ts';

/** A letter of the thread that goes below the own words. */
export type ForwardedLetter = {
  readonly id: number;
  readonly author: string;
  readonly time: string;
  readonly attachments: readonly Attachment[];
};

type Props = {
  ticketId: number;
  /** Null: it begins with this letter. */
  side: SideConversation | null;
  subject: string;
  /** What was asked to be forwarded. Nothing: it goes on as its draft says. */
  forwards: readonly number[];
  /** Letters of the thread that may be forwarded. */
  letters: readonly ForwardedLetter[];
  onSent: (sideId: number) => void;
  /** It was taken back, and what it said is here again. */
  onTakenBack: (words: SideWords, sideId: number | null) => Promise<void>;
};

/** Where a third party is written to. Its ground is of its own colour, and it says whom it does not go to. */
export function SideComposer({ ticketId, side, subject, forwards, letters, onSent, onTakenBack }: Props) {
  const { t } = useTranslation();
  const { user, settings } = useSelf();
  const client = useQueryClient();
  const partners: Recipient[] = (side?.partners ?? []).map(({ name, address }) => ({ name, address }));
  const fresh: SideWords = { ...{ html: '', subject, to: partners, cc: [], files: [] }, forwarded: forwards, left: [] };
  /** What was asked for just now counts, whatever the draft was about. */
  const asAsked = (kept: SideWords): SideWords =>
    forwards.length > 0 ? { ...kept, subject, forwarded: forwards, left: [] } : kept;
  const read = () => {
    const begun = side === null && (words.to.length > 0 || words.cc.length > 0 || words.subject !== subject);
    return isEmpty && !begun ? null : asContent({ ...words, files });
  };
  const draft = useDraft(
    { user: user.id, ticket: ticketId, kind: 'side', side: side?.id ?? 0 },
    read,
    (content) => put(content ? asAsked(asWords(content)) : fresh),
    0,
  );
  const put = (next: SideWords) => {
    forgetLetter();
    setWords(next);
    uploads.exchange(next.files);
    knowFiles(next.files);
  };
  const [words, setWords] = useState<SideWords>(() => (draft.initial ? asAsked(asWords(draft.initial)) : fresh));
  const [leftovers, setLeftovers] = useState<Leftovers>(noLeftovers);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSending, setSending] = useState(false);
  const uploads = useUploads(words.files);
  const guard = useUnsavedGuard(uploads.hasUnsaved, { staysOverParts: true });
  const picker = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<RichFieldHandle>(null);
  const goOn = () => field.current?.focus();
  useStill(form, isSending);
  const change = (some: Partial<SideWords>) => {
    setWords((old) => ({ ...old, ...some }));
    if (some.html === '') forgetLetter();
    setErrors({});
    draft.touch();
  };
  const files = uploads.files;
  const forwarded = side === null ? letters.filter((one) => words.forwarded.includes(one.id)) : [];
  const isForwarding = side === null && words.forwarded.length > 0;
  const offered = forwarded.flatMap((one) => one.attachments.filter((file) => !file.inline));
  const isEmpty = words.html === '' && files.length === 0;
  const knowFiles = useChangedFiles(files, draft.touch);

  useEffect(() => {
    // Whoever forwards or begins anew says to whom first.
    if (side === null) form.current?.querySelector('input')?.focus();
  }, [side]);

  const takeBack = async (messageId: number, written: SideWords) => {
    try {
      const { side_id } = await call(takeBackSideLetter, { message_id: messageId });
      await onTakenBack(written, side_id);
    } catch (error) {
      toastError(t('side.not_taken_back'), error);
    }
    void client.invalidateQueries({ queryKey: ['side-conversations'] });
    void client.invalidateQueries({ queryKey: ['messages'] });
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isSending) return;
    const wrong: FieldErrors = {
      ...(words.to.length === 0 || Object.values(leftovers).some((pieces) => pieces.length > 0)
        ? { to: t('errors.recipient_missing') }
        : {}),
      ...(side === null && words.subject.trim() === '' ? { subject: t('errors.required') } : {}),
      ...(isEmpty && !isForwarding ? { body_html: t('errors.message_empty') } : {}),
      ...(uploads.isUploading ? { body_html: t('composer.still_uploading') } : {}),
    };
    if (Object.keys(wrong).length > 0) return setErrors(wrong);
    setSending(true);
    await draft.flush();
    const hold = settings.undo_send_seconds;
    const written: SideWords = { ...words, files };
    const where = side
      ? { side_id: side.id }
      : {
          ...{ ticket_id: ticketId, subject: words.subject.trim() },
          ...(isForwarding
            ? {
                forwarded_ids: [...words.forwarded],
                forwarded_attachment_ids: offered.flatMap((file) => (words.left.includes(file.id) ? [] : [file.id])),
              }
            : {}),
        };
    const [to, cc] = [[...words.to], [...words.cc]];
    const said = { body_html: words.html, to, cc, attachments: files.map((file) => file.id) };
    const letter = {
      ...said,
      client_id: idOfLetter({ ...where, ...said }),
      ...(hold > 0 ? { hold_seconds: hold } : {}),
      ...(draft.version() > 0 ? { draft_version: draft.version() } : {}),
    };
    try {
      const sent =
        where.side_id !== undefined
          ? await call(replyInSideConversation, { ...letter, ...where })
          : await call(openSideConversation, { ...letter, ...where });
      forgetLetter();
      guard.letGo();
      uploads.reset([]);
      knowFiles([]);
      setWords((old) => ({ ...old, html: '', cc: [], files: [], forwarded: [], left: [] }));
      draft.sent();
      setSending(false);
      void client.invalidateQueries({ queryKey: ['side-conversations'] });
      void client.invalidateQueries({ queryKey: ['messages'] });
      toast({
        status: 'success',
        title: t('side.on_its_way', { to: words.to.map((one) => one.name || one.address).join(', ') }),
        ...(hold > 0
          ? {
              duration: hold * 1000,
              action: wayBack(() => void takeBack(sent.message_id, written)),
            }
          : {}),
      });
      onSent(sent.side_id);
    } catch (error) {
      setSending(false);
      // Whoever went elsewhere would not see what stands at its fields.
      if (form.current === null)
        return toastError(t('side.not_sent_elsewhere', { subject: side?.subject ?? words.subject.trim() }), error);
      const shown = Object.entries(fieldErrors(error)).map(([name, text]) => [
        name.replace(/^data\./, '').replace(/\[.*$/s, ''),
        text,
      ]);
      setErrors(Object.fromEntries(shown));
    }
  };
  const latest = useLatest(submit);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    // With an address that has been taken by this very key.
    void latest.current();
  };
  const recipients: Recipients = { to: [...words.to], cc: [...words.cc], bcc: [] };
  const others = Object.entries(errors).filter(([name]) => !['subject', 'body_html'].includes(name));
  return (
    <form
      ref={form}
      className={c.side}
      aria-label={t('side.composer')}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKeyDown}
      aria-busy={isSending}
    >
      <p className={c.line}>
        <Icon of={IconUsersGroup} size={14} />
        {t('side.not_customer')}
      </p>
      <RecipientsField
        recipients={recipients}
        leftovers={leftovers}
        kinds={['to', 'cc']}
        onChange={(next, wrong) => {
          change({ to: next.to, cc: next.cc });
          setLeftovers(wrong);
        }}
      />
      {others.map(([name, text]) => (
        <p key={name} className={c.refusal} role="alert">
          {text}
        </p>
      ))}
      {side === null && (
        <TextInput
          name="subject"
          label={t('side.subject')}
          value={words.subject}
          maxLength={998}
          autoComplete="off"
          error={errors.subject}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
      )}
      {draft.other && (
        <OtherVersion
          take={() => {
            const was = read();
            if (draft.other) put(asWords(draft.other));
            draft.setOther(was);
            draft.touch();
            goOn();
          }}
          dismiss={() => {
            draft.setOther(null);
            goOn();
          }}
        />
      )}
      <RichField
        ref={field}
        name="body_html"
        label={t(isForwarding ? 'side.own_words' : 'side.letter')}
        isLabelHidden
        placeholder={t(isForwarding ? 'side.own_words' : 'side.write')}
        value={words.html}
        lettersMax={replyLettersMax}
        error={errors.body_html}
        onChange={(html) => html !== words.html && change({ html })}
        onSubmit={() => void submit()}
        tools={() => (
          <>
            <ActionIcon
              size={28}
              aria-label={t('composer.attach')}
              onClick={() => {
                goOn();
                picker.current?.click();
              }}
            >
              <Icon of={IconPaperclip} size={16} />
            </ActionIcon>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              data-attach="side"
              onChange={(event) => {
                uploads.add(event.currentTarget.files ?? []);
                event.currentTarget.value = '';
              }}
            />
          </>
        )}
      />
      <AttachmentList of={uploads} onGone={goOn} />
      {isForwarding && (
        <fieldset className={c.forwarded}>
          <legend>{t('side.forwarded', { count: words.forwarded.length })}</legend>
          <ul>
            {forwarded.slice(0, shownMax).map((one) => (
              <li key={one.id}>
                {one.author}, {one.time}
              </li>
            ))}
            {words.forwarded.length > shownMax && (
              <li>{t('side.more', { count: words.forwarded.length - Math.min(shownMax, forwarded.length) })}</li>
            )}
          </ul>
          {offered.map((file) => (
            <Checkbox
              key={file.id}
              size="xs"
              label={`${file.name} (${formatBytes(file.size)})`}
              checked={!words.left.includes(file.id)}
              onChange={(event) =>
                change({
                  left: event.currentTarget.checked
                    ? words.left.filter((id) => id !== file.id)
                    : [...words.left, file.id],
                })
              }
            />
          ))}
        </fieldset>
      )}
      <div className={c.foot}>
        <SavedLine draft={draft.state} isFilled={!isEmpty} isTooLong={words.html.length > replyLettersMax} />
        <Button type="submit" className={c.send} loading={isSending}>
          {t(isForwarding ? 'side.forward' : 'side.send')}
        </Button>
      </div>
    </form>
  );
}

const shownMax = 3;
