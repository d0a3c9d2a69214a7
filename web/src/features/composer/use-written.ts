import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft as ServerDraft } from '#contract/drafts.ts';
import { isTemplateVariable, variablesIn } from '#contract/template-variables.ts';
import { replyDefaults } from '#contract/ticket-writing.ts';
import { callQuery } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { focusEnd, useRichEditor } from '../../ui/editor/rich-editor.ts';
import { toastUndo } from '../../ui/toast.tsx';
import { useUploads } from '../../ui/uploads/use-uploads.ts';
import { addRecipients } from './recipients.ts';
import { type Leftovers, noLeftovers, type Recipients } from './recipients-field.tsx';
import { contentOf, type DraftContent, useDraft } from './use-draft.ts';
import { useMentions } from './use-mentions.ts';
import { type ThreadLetter, useSeenLetters } from './use-seen-letters.ts';
import { useTemplates } from './use-templates.ts';
import type { AskedReply, HowToSend, MessageKind, ReturnedLetter, WrittenLetter } from './written-letter.ts';

type Props = {
  kind: MessageKind;
  ticketId: number;
  userId: number;
  returned: ReturnedLetter | null;
  /** The thread as it stands on the screen. */
  letters: readonly ThreadLetter[];
  /** The version of the draft that is on its way as a message; 0 when none is. */
  sentVersion: number;
  onFilled: (isFilled: boolean) => void;
  onSend: (letter: WrittenLetter) => void;
};
export type Refusal = 'unfilled' | 'empty' | 'no_recipient' | 'still_uploading' | 'cannot_reply';
const nobody: Recipients = { to: [], cc: [], bcc: [] };

/** A message being written: its text, recipients and files, its draft, and how it is sent. */
export function useWritten(props: Props) {
  const { kind, ticketId, userId, returned, letters, sentVersion, onFilled, onSend } = props;
  const { t } = useTranslation();
  /** A letter that was picked out of the thread; null: the last one. */
  const [answering, setAnswering] = useState<AskedReply | null>(null);
  const defaults = useQuery({
    ...callQuery(replyDefaults, { ticket_id: ticketId, ...(answering ? { message_id: answering.id } : {}) }),
    enabled: kind === 'reply',
  });
  const html = useRef('');
  const read = () => {
    const isEmpty = html.current === '' && uploads.files.length === 0 && chosen === null;
    const templates = [...used.current];
    const written = { html: html.current, recipients: chosen, attachments: uploads.files, templates, from };
    return isEmpty ? null : { ...written, mentions: mentions.named(), signs };
  };
  /** Puts in what was written elsewhere, or was taken back. */
  const put = (content: DraftContent | null) => {
    editor?.commands.setContent(content?.html ?? '', { emitUpdate: false });
    html.current = content?.html ?? '';
    setEmpty(html.current === '');
    uploads.reset(content?.attachments ?? []);
    used.current = new Set(content?.templates);
    mentions.reset(content?.mentions ?? []);
    choose(content?.recipients ?? null);
    chooseFrom(content?.from ?? null);
    turnSignature(content?.signs !== false);
    setLeftovers(noLeftovers);
    refuse(null);
  };
  const draft = useDraft({ user: userId, ticket: ticketId, kind }, read, put, sentVersion);
  const used = useRef(new Set(draft.initial?.templates));
  const uploads = useUploads(draft.initial?.attachments ?? []);
  /** Null: the suggested ones, which may still change with the next letter. */
  const [chosen, choose] = useState<Recipients | null>(draft.initial?.recipients ?? null);
  const [from, chooseFrom] = useState<string | null>(draft.initial?.from ?? null);
  const [leftovers, setLeftovers] = useState<Leftovers>(noLeftovers);
  /** Counts the messages written here, so that the next one starts afresh. */
  const [round, startRound] = useState(0);
  const [soon, sendSoon] = useState<HowToSend | null>(null);
  const [refusal, refuse] = useState<Refusal | null>(null);
  const { signature } = useSelf().settings;
  const [signs, turnSignature] = useState(draft.initial?.signs !== false);
  const [isEmpty, setEmpty] = useState(!draft.initial?.html);
  const suggested = defaults.data ? { to: defaults.data.to, cc: defaults.data.cc, bcc: [] } : nobody;
  const recipients = chosen ?? suggested;
  const senders = defaults.data?.senders ?? [];
  // One that was chosen, and may be used no more, gives way to the suggested one.
  const sender = senders.find((one) => one.address === from)?.address ?? defaults.data?.from?.address ?? null;
  const isChat = kind === 'reply' && defaults.data?.is_chat === true;
  const canReply = kind === 'note' || defaults.data?.can_reply !== false;

  const templates = useTemplates({
    ticketId,
    onInserted: (id, files) => {
      used.current.add(id);
      uploads.put(files);
      draft.touch();
    },
  });
  const mentions = useMentions({ ticketId, isOn: kind === 'note', initial: draft.initial?.mentions ?? [] });
  const seen = useSeenLetters(letters, userId, isEmpty && uploads.uploads.length === 0);
  const editor = useRichEditor({
    html: draft.initial?.html ?? '',
    label: t(kind === 'note' ? 'composer.note' : 'composer.reply'),
    placeholder: t(kind === 'note' ? 'composer.write_note' : 'composer.write_reply'),
    onChange: (of) => {
      html.current = textOf(of);
      setEmpty(html.current === '');
      refuse(null);
      draft.touch();
    },
    onFiles: uploads.add,
    onKey: (of, event) => mentions.onKey(of, event) || templates.onKey(of, event),
    onCaret: (of) => {
      templates.follow(of);
      mentions.follow(of);
    },
    onSubmit: (resolves) => submit(resolves ? { resolves } : {}),
  });
  if (editor && html.current === '' && draft.initial?.html && !isEmpty) html.current = draft.initial.html;

  const filesKey = uploads.files.map((file) => file.id).join();
  const keep = useEffectEvent(() => draft.touch());
  useEffect(() => {
    if (filesKey !== '') keep();
  }, [filesKey]);
  const isFilled = !isEmpty || uploads.uploads.length > 0;
  const tellFilled = useEffectEvent(onFilled);
  useEffect(() => {
    tellFilled(isFilled);
  }, [isFilled]);
  useReturned(returned, editor, (letter) => {
    // It ends as it ended then.
    turnSignature(false);
    // What is being written now stays; the returned text comes above it.
    editor?.commands.setContent(letter.body_html + html.current, { emitUpdate: true });
    uploads.reset([...letter.attachments, ...uploads.files]);
    if (kind === 'reply') choose({ to: [...letter.to], cc: [...letter.cc], bcc: [...letter.bcc] });
    if (letter.seen_to !== undefined && letter.seen_to !== null) seen.goBackTo(letter.seen_to);
  });

  const empty = () => {
    editor?.commands.clearContent(false);
    html.current = '';
    setEmpty(true);
    uploads.reset([]);
    used.current.clear();
    choose(null);
    setAnswering(null);
    chooseFrom(null);
    setLeftovers(noLeftovers);
    turnSignature(true);
    startRound((old) => old + 1);
    refuse(null);
    mentions.reset([]);
  };
  const clear = () => {
    empty();
    draft.drop();
  };
  /** Thrown away, and taken back as long as the toast is there. */
  const discard = () => {
    const before = { html: html.current, files: uploads.files, chosen };
    clear();
    toastUndo(t('composer.discarded'), () => {
      editor?.commands.setContent(before.html + html.current, { emitUpdate: true });
      uploads.reset([...before.files, ...uploads.files]);
      choose(before.chosen);
    });
  };
  const submit = (how: HowToSend) => {
    // Who is quicker than the suggested recipients sends as soon as they are there.
    if (kind === 'reply' && chosen === null && defaults.isPending) return sendSoon(how);
    sendSoon(null);
    const wrong = problemOf();
    if (wrong) return refuse(wrong);
    if (kind === 'reply' && !how.isSeen && seen.fresh().length > 0) return seen.pause(how);
    onSend({
      ...(kind === 'note' ? nobody : recipients),
      kind,
      body_html: kind === 'reply' && signs && !isChat ? html.current + signature : html.current,
      attachments: uploads.files,
      // Its own address is the mailbox's business, and may change until the letter is taken over.
      from: kind === 'note' || sender === senders[0]?.address ? null : sender,
      in_reply_to: kind === 'note' ? null : (defaults.data?.message_id ?? null),
      resolves: how.resolves === true && kind === 'reply',
      snooze: how.snooze ?? null,
      send_at: how.sendAt ?? null,
      seen_to: kind === 'reply' ? (how.isSeen ? seen.newest : seen.to) : null,
      mentions: kind === 'note' ? mentions.named().map(({ kind: of, id }) => ({ kind: of, id })) : [],
      draft_version: draft.version() || null,
      template_ids: kind === 'reply' ? [...used.current] : [],
    });
    empty();
    draft.sent();
    if (editor) focusEnd(editor);
  };
  const submitNow = useEffectEvent(submit);
  useEffect(() => {
    if (soon && !defaults.isPending) submitNow(soon);
  }, [soon, defaults.isPending]);
  const problemOf = (): Refusal | null => {
    if (!canReply) return 'cannot_reply';
    if (uploads.isUploading) return 'still_uploading';
    if (html.current === '' && uploads.files.length === 0) return 'empty';
    // Nobody mails a blank that a template left.
    if (variablesIn(editor?.getText() ?? '').some((one) => isTemplateVariable(one.name))) return 'unfilled';
    const count = recipients.to.length + recipients.cc.length + recipients.bcc.length;
    return kind === 'reply' && !isChat && (count === 0 || Object.values(leftovers).some((pieces) => pieces.length > 0))
      ? 'no_recipient'
      : null;
  };
  return {
    editor,
    templates,
    uploads,
    recipients,
    senders,
    sender,
    chooseFrom: (address: string) => {
      chooseFrom(address);
      draft.touch();
    },
    leftovers,
    mentions,
    /** What was written on the ticket since this was begun: it stopped the sending. */
    paused: seen.paused && {
      letters: seen.paused.letters,
      sendAnyway: () => submit({ ...seen.paused?.how, isSeen: true }),
      review: seen.review,
    },
    other: draft.other && {
      take: () => {
        const was = read();
        put(draft.other);
        draft.setOther(was);
        draft.touch();
      },
      dismiss: () => draft.setOther(null),
    },
    /** Shows what the server has made of a letter that was taken back, or of a colleague's draft. */
    takeUp: (taken: ServerDraft) => {
      put(contentOf(taken));
      draft.taken(taken);
      if (editor) focusEnd(editor);
    },
    flush: draft.flush,
    answering,
    /** Goes to whom that letter came from, or takes its words over. */
    answer: (asked: AskedReply) => {
      if (asked.quote === null) {
        setAnswering(asked);
        choose(null);
      } else editor?.chain().focus('end').insertContent(asked.quote).run();
      if (editor) focusEnd(editor);
    },
    answerLast: () => {
      setAnswering(null);
      choose(null);
    },
    setRecipients: (next: Recipients, wrong: Leftovers) => {
      choose({ to: addRecipients([], next.to), cc: addRecipients([], next.cc), bcc: addRecipients([], next.bcc) });
      setLeftovers(wrong);
      refuse(null);
      draft.touch();
    },
    /** What goes below a reply; empty when the person has none, or this is a note. */
    signature: kind === 'reply' && !isChat ? signature : '',
    signs,
    turnSignature: (isOn: boolean) => {
      turnSignature(isOn);
      draft.touch();
    },
    draft: draft.state,
    refusal,
    round,
    isFilled,
    canReply,
    isChat,
    submit,
    discard,
  };
}

/** Nothing but blanks is nothing. */
const textOf = (editor: Editor) => (editor.getText().trim() === '' ? '' : editor.getHTML());

function useReturned(
  returned: ReturnedLetter | null,
  editor: Editor | null,
  take: (letter: ReturnedLetter) => void,
): void {
  const takeNow = useEffectEvent(take);
  useEffect(() => {
    if (!returned || !editor) return;
    takeNow(returned);
    focusEnd(editor);
  }, [returned, editor]);
}
