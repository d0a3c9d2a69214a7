import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTemplateVariable, variablesIn } from '#contract/template-variables.ts';
import { replyDefaults } from '#contract/tickets.ts';
import { callQuery } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { focusEnd, useRichEditor } from '../../ui/editor/rich-editor.ts';
import { toastUndo } from '../../ui/toast.tsx';
import { useUploads } from '../../ui/uploads/use-uploads.ts';
import { addRecipients } from './recipients.ts';
import { type Leftovers, noLeftovers, type Recipients } from './recipients-field.tsx';
import { useDraft } from './use-draft.ts';
import { useTemplates } from './use-templates.ts';
import type { MessageKind, ReturnedLetter, WrittenLetter } from './written-letter.ts';

type Props = {
  kind: MessageKind;
  ticketId: number;
  userId: number;
  returned: ReturnedLetter | null;
  onFilled: (isFilled: boolean) => void;
  onSend: (letter: WrittenLetter) => void;
};
export type Refusal = 'unfilled' | 'empty' | 'no_recipient' | 'still_uploading' | 'cannot_reply';
const nobody: Recipients = { to: [], cc: [], bcc: [] };

/** A message being written: its text, recipients and files, its draft, and how it is sent. */
export function useWritten({ kind, ticketId, userId, returned, onFilled, onSend }: Props) {
  const { t } = useTranslation();
  const defaults = useQuery({ ...callQuery(replyDefaults, { ticket_id: ticketId }), enabled: kind === 'reply' });
  const html = useRef('');
  const draft = useDraft({ user: userId, ticket: ticketId, kind }, () => {
    const isEmpty = html.current === '' && uploads.files.length === 0 && chosen === null;
    const templates = [...used.current];
    return isEmpty ? null : { html: html.current, recipients: chosen, attachments: uploads.files, templates, from };
  });
  const used = useRef(new Set(draft.initial?.templates));
  const uploads = useUploads(draft.initial?.attachments ?? []);
  /** Null: the suggested ones, which may still change with the next letter. */
  const [chosen, choose] = useState<Recipients | null>(draft.initial?.recipients ?? null);
  const [from, chooseFrom] = useState<string | null>(draft.initial?.from ?? null);
  const [leftovers, setLeftovers] = useState<Leftovers>(noLeftovers);
  /** Counts the messages written here, so that the next one starts afresh. */
  const [round, startRound] = useState(0);
  const [soon, sendSoon] = useState<{ resolves: boolean } | null>(null);
  const [refusal, refuse] = useState<Refusal | null>(null);
  const { signature } = useSelf().settings;
  const [signs, turnSignature] = useState(true);
  const [isEmpty, setEmpty] = useState(!draft.initial?.html);
  const suggested = defaults.data ? { to: defaults.data.to, cc: defaults.data.cc, bcc: [] } : nobody;
  const recipients = chosen ?? suggested;
  const senders = defaults.data?.senders ?? [];
  // One that was chosen, and may be used no more, gives way to the suggested one.
  const sender = senders.find((one) => one.address === from)?.address ?? defaults.data?.from?.address ?? null;
  const canReply = kind === 'note' || defaults.data?.can_reply !== false;

  const templates = useTemplates({
    ticketId,
    onInserted: (id, files) => {
      used.current.add(id);
      uploads.put(files);
      draft.touch();
    },
  });
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
    onKey: templates.onKey,
    onCaret: templates.follow,
    onSubmit: (resolves) => submit(resolves),
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
  });

  const clear = () => {
    editor?.commands.clearContent(false);
    html.current = '';
    setEmpty(true);
    uploads.reset([]);
    used.current.clear();
    choose(null);
    chooseFrom(null);
    setLeftovers(noLeftovers);
    turnSignature(true);
    startRound((old) => old + 1);
    refuse(null);
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
  const submit = (resolves: boolean) => {
    // Who is quicker than the suggested recipients sends as soon as they are there.
    if (kind === 'reply' && chosen === null && defaults.isPending) return sendSoon({ resolves });
    sendSoon(null);
    const wrong = problemOf();
    if (wrong) return refuse(wrong);
    onSend({
      ...(kind === 'note' ? nobody : recipients),
      kind,
      body_html: kind === 'reply' && signs ? html.current + signature : html.current,
      attachments: uploads.files,
      // Its own address is the mailbox's business, and may change until the letter is taken over.
      from: kind === 'note' || sender === senders[0]?.address ? null : sender,
      in_reply_to: kind === 'note' ? null : (defaults.data?.message_id ?? null),
      resolves: resolves && kind === 'reply',
      template_ids: kind === 'reply' ? [...used.current] : [],
    });
    clear();
    if (editor) focusEnd(editor);
  };
  const submitNow = useEffectEvent(submit);
  useEffect(() => {
    if (soon && !defaults.isPending) submitNow(soon.resolves);
  }, [soon, defaults.isPending]);
  const problemOf = (): Refusal | null => {
    if (!canReply) return 'cannot_reply';
    if (uploads.isUploading) return 'still_uploading';
    if (html.current === '' && uploads.files.length === 0) return 'empty';
    // Nobody mails a blank that a template left.
    if (variablesIn(editor?.getText() ?? '').some((one) => isTemplateVariable(one.name))) return 'unfilled';
    const count = recipients.to.length + recipients.cc.length + recipients.bcc.length;
    return kind === 'reply' && (count === 0 || Object.values(leftovers).some((pieces) => pieces.length > 0))
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
    setRecipients: (next: Recipients, wrong: Leftovers) => {
      choose({ to: addRecipients([], next.to), cc: addRecipients([], next.cc), bcc: addRecipients([], next.bcc) });
      setLeftovers(wrong);
      refuse(null);
      draft.touch();
    },
    /** What goes below a reply; empty when the person has none, or this is a note. */
    signature: kind === 'reply' ? signature : '',
    signs,
    turnSignature,
    draft: draft.state,
    refusal,
    round,
    isFilled,
    canReply,
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
